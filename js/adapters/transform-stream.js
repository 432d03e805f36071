// A pipeline as a Web Streams transform. A TransformStream as it comes forgets what it holds when it fails, and does not say
// when that has been read; so this is a pair of streams, which answers as a TransformStream does.

/** Each call is a stream of its own. */
export function toTransformStream(pipeline, { writable, readable = { highWaterMark: 0 } } = {}) {
  const pair = new Pair(pipeline.fresh(), readable.highWaterMark ?? 1)
  return Object.create(TransformStream.prototype, {
    // The readable first: the writable writes to it.
    readable: { value: new ReadableStream(pair.source, readable), enumerable: true },
    writable: { value: new WritableStream(pair.sink, writable), enumerable: true },
  })
}

class Pair {
  #machine
  #room
  #out
  #in
  /** The reader has asked for more than there is. */
  #wanted = false
  /** Nobody reads any more. */
  #left = false
  /** Tells the write that waits of either. */
  #wake

  constructor(machine, room) {
    this.#machine = machine
    this.#room = room
  }

  source = {
    start: (controller) => {
      this.#out = controller
    },
    pull: () => {
      this.#wanted = true
      this.#wake?.()
    },
    cancel: (reason) => this.#close(reason),
  }

  sink = {
    start: (controller) => {
      this.#in = controller
    },
    write: async (value) => {
      await this.#until(() => this.#wanted)
      if (this.#left) return
      await this.#feed(() => this.#machine.push(value))
      if (!this.#machine.done) return
      this.#out.close()
      this.#close(new TypeError('the pipeline is done'))
    },
    close: async () => {
      await this.#feed(() => this.#machine.end())
      this.#out.close()
      this.#machine.release()
    },
    abort: (reason) => {
      this.#out.error(reason)
      this.#machine.release()
    },
  }

  async #feed(act) {
    try {
      this.#send(act())
    } catch (error) {
      this.#send(error.outputs ?? [])
      // An error makes the stream forget what it holds: it waits until that is read.
      await this.#until(() => this.#wanted && this.#out.desiredSize === this.#room)
      if (!this.#left) this.#out.error(error)
      this.#machine.release()
      throw error
    }
  }

  #send(events) {
    for (const event of events) {
      this.#wanted = false
      this.#out.enqueue(event)
    }
  }

  /** Resolves when it holds, or the reader has left. */
  async #until(holds) {
    while (!holds() && !this.#left) {
      await new Promise((resolve) => {
        this.#wake = resolve
      })
    }
  }

  /** Nothing more is written: the reader has left, or needs no more. */
  #close(reason) {
    this.#left = true
    this.#machine.release()
    this.#in.error(reason)
    this.#wake?.()
  }
}
