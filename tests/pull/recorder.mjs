// Sources and sinks that write down what happens, for tests of when something is read.

/** A source of these values; `log` gets 'ask', 'abort' or the error for each request. With `later`, it answers in a later turn. */
export function source(values, log = [], { later = false, error = true } = {}) {
  let at = 0
  return (abort, callback) => {
    log.push(abort === null || abort === undefined || abort === false ? 'ask' : abort === true ? 'abort' : abort)
    const answer = () => {
      if (abort) return callback(abort)
      if (at < values.length) return callback(null, values[at++])
      callback(error)
    }
    if (later) setImmediate(answer)
    else answer()
  }
}

/** One request, as a promise of `{ end, value }`. */
export function ask(read, abort = null) {
  return new Promise((resolve) => read(abort, (end, value) => resolve({ end, value })))
}

/** Everything a source gives. */
export async function all(read) {
  const values = []
  for (;;) {
    const { end, value } = await ask(read)
    if (end && end !== true) throw end
    if (end) return values
    values.push(value)
  }
}
