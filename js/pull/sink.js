// A pipeline as a pull-stream sink: it drains the source and hands on what comes out.
import { through } from './through.js'

/**
 * A sink that calls `each` with every event that comes out (`false` stops the stream) and `done` once, with null or
 * the error. Its `abort(reason, callback)` stops it from outside, also before it is connected.
 */
export function sink(pipeline, each, done, options) {
  const connect = through(pipeline, options)
  const drain = new Drain(each, done)
  const connected = (read) => drain.start(connect(read))
  connected.abort = (reason, callback) => (typeof reason === 'function' ? drain.abort(true, reason) : drain.abort(reason ?? true, callback))
  return connected
}

class Drain {
  #read
  #each
  #done
  /** Why it stops before the source has ended. */
  #reason
  #callbacks = []
  #looping = false
  #answered = false

  constructor(each, done) {
    this.#each = each
    this.#done = done
  }

  start(read) {
    this.#read = read
    if (this.#reason) this.#close()
    else this.#loop()
  }

  abort(reason, callback) {
    if (callback) this.#callbacks.push(callback)
    if (this.#reason) return
    this.#reason = reason
    if (this.#read) this.#close()
  }

  // A loop while answers come at once, so that no stack grows.
  #loop() {
    this.#looping = true
    do {
      this.#answered = false
      this.#read(null, this.#answer)
    } while (this.#answered && !this.#reason)
    this.#looping = false
  }

  #answer = (end, value) => {
    this.#answered = true
    // After an abort, the request that was under way is answered first.
    if (this.#reason) return
    if (end) return this.#finish(end)
    try {
      if (this.#each?.(value) === false) this.abort(true)
    } catch (error) {
      this.abort(error)
    }
    if (!this.#looping && !this.#reason) this.#loop()
  }

  #close() {
    this.#read(this.#reason, () => this.#finish(this.#reason))
  }

  #finish(end) {
    this.#reason = end
    const done = this.#done
    this.#done = undefined
    const error = end === true ? null : end
    for (const callback of this.#callbacks.splice(0)) callback(end)
    if (done) done(error)
    else if (error) throw error
  }
}
