// A pipeline as a Node stream in object mode.
import { WatertightError } from '../error.js'

/** Each call is a stream of its own. */
export function toDuplex(pipeline, options = {}) {
  const { Transform } = options.Transform ? options : nodeStreams()
  const machine = pipeline.fresh()
  const feed = (stream, act, callback) => {
    try {
      for (const event of act()) {
        if (event === null) throw new WatertightError('E_TYPE', 'a Node stream cannot carry null: map it to something else')
        stream.push(event)
      }
    } catch (error) {
      return callback(error)
    }
    callback()
  }
  let over = false
  return new Transform({
    objectMode: true,
    transform(value, _encoding, callback) {
      if (over) return callback()
      feed(this, () => machine.push(value), (error) => {
        if (!error && machine.done) {
          over = true
          this.push(null)
        }
        callback(error)
      })
    },
    flush(callback) {
      if (over) return callback()
      feed(this, () => machine.end(), callback)
    },
    destroy(error, callback) {
      over = true
      machine.free()
      callback(error)
    },
  })
}

function nodeStreams() {
  const streams = globalThis.process?.getBuiltinModule?.('node:stream')
  if (!streams) throw new WatertightError('E_FAILED', 'toDuplex() needs Node streams: pass { Transform } from node:stream')
  return streams
}
