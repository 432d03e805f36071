// The reference source: n values, then done or an error (the paper's Figure 12).
import { positionalOr } from './settings.js'

/** `source({ n, done, sync })` or `source(n, done, sync)`: gives 1 ... n, then ends with `done` (true or an error). */
export function source(...args) {
  const { n, done, sync } = positionalOr('source', args, {
    n: { default: Infinity, must: 'be a number of at least 0', holds: (n) => typeof n === 'number' && n >= 0 },
    done: { default: true, must: 'be true or an error', holds: isEnd },
    sync: { default: true, must: 'be a boolean', holds: isBoolean },
  })
  let given = 0
  let ended
  // An answer under way when an abort comes is the end, not the value.
  const settle = (callback) => {
    if (ended === undefined) {
      if (given < n) return callback(null, ++given)
      ended = done
    }
    callback(ended)
  }
  return function source(abort, callback) {
    if (abort) ended ??= abort
    if (typeof callback !== 'function') return
    if (sync) settle(callback)
    else later(() => settle(callback))
  }
}

/** setImmediate, or what comes closest to it where there is none. */
export const later = (act) => (globalThis.setImmediate ?? globalThis.setTimeout)(act)

export const isBoolean = (value) => typeof value === 'boolean'
export const isEnd = (value) => value === true || value instanceof Error
