// A source of values that are already there. Nobody can see how far it is read ahead, and throughs of ours know it.
import { WatertightError } from '../error.js'
import { VALUES } from './fuse.js'

/** Gives the values of an array or another iterable, one for each request. */
export function values(iterable) {
  if (typeof iterable?.[Symbol.iterator] !== 'function') throw new WatertightError('E_TYPE', 'source() takes an array or another iterable of events')
  // A generator has effects that reading ahead would show.
  const held = Array.isArray(iterable) || ArrayBuffer.isView(iterable)
  const iterator = iterable[Symbol.iterator]()
  let ended
  const read = (abort, callback) => {
    if (abort) {
      if (!ended) iterator.return?.()
      ended = abort
    }
    if (ended) return callback?.(ended)
    let next
    try {
      next = iterator.next()
    } catch (error) {
      ended = error
      return callback(error)
    }
    if (next.done) {
      ended = true
      return callback(true)
    }
    callback(null, next.value)
  }
  if (held) read[VALUES] = true
  return read
}
