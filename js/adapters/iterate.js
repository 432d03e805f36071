// A pipeline over an iterable, asynchronous or not.
import { WatertightError } from '../error.js'

/** Yields what comes out; leaving the loop early closes the source. */
export function iterate(pipeline, iterable) {
  if (typeof (iterable?.[Symbol.asyncIterator] ?? iterable?.[Symbol.iterator]) !== 'function') {
    throw new WatertightError('E_TYPE', 'iterate() takes an iterable of events, asynchronous or not')
  }
  return iteration(pipeline.fresh(), iterable)
}

async function* iteration(machine, iterable) {
  try {
    for await (const value of iterable) {
      yield* delivered(() => machine.push(value))
      if (machine.done) return
    }
    yield* delivered(() => machine.end())
  } finally {
    machine.release()
  }
}

/** What comes out; with an error, what came out before it and then the error. */
function* delivered(act) {
  let out
  try {
    out = act()
  } catch (error) {
    yield* error.outputs ?? []
    throw error
  }
  yield* out
}
