// A pipeline as a Node stream in object mode.
import { WatertightError } from '../error.js'

/** Each call is a stream of its own. */
export function toDuplex(pipeline, options = {}) {
  const { Transform } = options.Transform ? options : nodeStreams()
  const machine = pipeline.fresh()
  const sources = new Set()
  let over = false
  const stream = new Transform({
    objectMode: true,
    transform(value, _encoding, callback) {
      if (over) return callback()
      const error = feed(this, () => machine.push(value))
      if (!error && machine.done) {
        over = true
        this.push(null)
        for (const source of sources) cut(source, this)
      }
      answer(this, error, callback)
    },
    flush(callback) {
      if (over) return callback()
      answer(this, feed(this, () => machine.end()), callback)
    },
    destroy(error, callback) {
      over = true
      machine.release()
      callback(error)
    },
  })
  return stream.on('pipe', (source) => sources.add(source)).on('unpipe', (source) => sources.delete(source))
}

/** Pushes what comes out; gives the error that stopped it, if any. */
function feed(stream, act) {
  try {
    send(stream, act())
  } catch (error) {
    try {
      send(stream, error.outputs ?? [])
    } catch (other) {
      return other
    }
    return error
  }
}

function send(stream, events) {
  for (const event of events) {
    if (event === null) throw new WatertightError('E_TYPE', 'a Node stream cannot carry null: map it to something else')
    stream.push(event)
  }
}

/** Answers a write. An error makes Node forget what lies in the stream, so it waits until that is read. */
function answer(stream, error, callback) {
  if (!error || stream.readableLength === 0) return callback(error)
  const read = stream.read
  stream.read = (size) => {
    const event = read.call(stream, size)
    if (stream.readableLength === 0) {
      stream.read = read
      queueMicrotask(() => callback(error))
    }
    return event
  }
}

/**
 * Nothing more is read of a source. Node has no word for a reader that needs no more: a source that is only destroyed is
 * a failure to `stream.pipeline`, which then destroys the sink before it has written everything. So the source is said to
 * have ended, and then destroyed.
 */
function cut(source, stream) {
  source.unpipe(stream)
  source.emit('end')
  source.destroy()
}

function nodeStreams() {
  const streams = globalThis.process?.getBuiltinModule?.('node:stream')
  if (!streams) throw new WatertightError('E_FAILED', 'toDuplex() needs Node streams: pass { Transform } from node:stream')
  return streams
}
