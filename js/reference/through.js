// The reference through: hands on requests and answers, may terminate early by itself (the paper's Figure 14), and
// never terminates its source twice.
import { isBoolean, isEnd } from './source.js'
import { positionalOr } from './settings.js'

/**
 * `through({ index, abort, answer, f })` or `through(index, abort, answer, f)`: the request number `index` is turned
 * into a terminate request with `abort`; values pass through `f`. Misbehaviour: `answer: false` aborts without a callback.
 */
export function through(...args) {
  const { index, abort, answer, f } = positionalOr('through', args, {
    index: { default: Infinity, must: 'be a number of at least 1', holds: (index) => typeof index === 'number' && index >= 1 },
    abort: { default: true, must: 'be true or an error', holds: isEnd },
    answer: { default: true, must: 'be a boolean', holds: isBoolean },
    f: { default: () => (value) => value, must: 'be a function', holds: (f) => typeof f === 'function' },
  })
  return function through(read) {
    let made = 0
    // What the source was terminated with, and the answer to that once it is there.
    let closing
    let closed
    let onClosed
    const close = (reason, callback) => {
      closing = reason
      if (!answer || typeof callback !== 'function') {
        read(reason)
        closed = reason
        return callback?.(reason)
      }
      read(reason, (end) => {
        closed = end || reason
        callback(closed)
        onClosed?.(closed)
      })
    }
    return function output(request, callback) {
      // Terminated already: no second abort, the answer follows that to the first.
      if (closing !== undefined) {
        if (typeof callback !== 'function') return
        if (closed !== undefined) return callback(closed)
        onClosed = callback
        return
      }
      const isEarly = ++made >= index
      if (request || isEarly) return close(request || abort, callback)
      read(null, (end, value) => {
        if (end) {
          closing ??= end
          closed ??= end
          return callback(end)
        }
        callback(null, f(value))
      })
    }
  }
}
