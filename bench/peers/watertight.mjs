// The package itself: a whole batch, one event at a time as a pull-stream through, the same with read-ahead.
import pull from 'pull-stream'
import { Pipeline } from 'watertight'

/** A batch: typed arrays in and out where the events are numbers. */
export const batch = {
  name: 'run',
  run(json, values, sink) {
    const p = Pipeline.from(json)
    const out = p.run(values)
    for (let k = 0; k < out.length; k++) sink(out[k])
    p.free()
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
