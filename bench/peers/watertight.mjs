// The package itself: whole arrays, one event at a time as a pull-stream through, the same with read-ahead.
import pull from 'pull-stream'
import { Pipeline } from 'watertight'

/** A batch, and each result handed to the sink as the others do. */
export const batch = {
  name: 'run',
  run(json, values, sink) {
    const p = Pipeline.from(json)
    const out = p.run(values)
    for (let k = 0; k < out.length; k++) sink(out[k])
    p.free()
  },
}

/** The same, where an array of results is all that is wanted. */
export const arrays = {
  name: 'arrays',
  run(json, values) {
    const p = Pipeline.from(json)
    const out = p.run(values)
    p.free()
    return out
  },
}

const through = (name, options) => ({
  name,
  run(json, values, sink) {
    const p = Pipeline.from(json)
    return new Promise((resolve, reject) => {
      pull(pull.values(values), p.through(options), pull.drain(sink, (error) => {
        p.free()
        if (error) reject(error)
        else resolve()
      }))
    })
  },
})

export const oneByOne = through('through', {})
export const readAhead = through('readAhead', { readAhead: 256 })
