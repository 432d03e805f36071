// What `watertight run` writes: events as they come, one a line or as one document.
import { describe } from './failure.mjs'
import { Output, toText } from './output.mjs'

/** One event a line. */
export class LineWriter {
  #output = new Output(process.stdout)
  constructor(outputs, meter) {
    this.outputs = outputs
    this.meter = meter
  }

  /** Takes what a push emitted; true when it is time to flush. */
  write(emitted) {
    let isFull = false
    for (const text of texts(emitted, this.outputs)) {
      this.meter.written++
      isFull = this.#output.write(`${text}\n`)
    }
    return isFull
  }

  flush() {
    return this.#output.flush()
  }

  close() {
    return this.#output.flush()
  }
}

/** All events and the figures in one JSON document, written as it grows. */
export class DocumentWriter {
  #output = new Output(process.stdout)
  constructor(outputs, meter) {
    this.outputs = outputs
    this.meter = meter
    this.#output.write('{"events":[')
  }

  write(emitted) {
    let isFull = false
    for (const text of texts(emitted, this.outputs)) {
      isFull = this.#output.write(this.meter.written ? `,${text}` : text)
      this.meter.written++
    }
    return isFull
  }

  flush() {
    return this.#output.flush()
  }

  close({ failure, isInterrupted } = {}) {
    const rest = { ...this.meter.figures(), ...(isInterrupted && { interrupted: true }), ...(failure && { error: describe(failure) }) }
    this.#output.write(`],${JSON.stringify(rest).slice(1)}\n`)
    return this.#output.flush()
  }
}

function* texts(emitted, outputs) {
  if (!emitted) return
  if (outputs.length === 1) {
    for (const event of emitted) yield toText(event)
    return
  }
  for (const [port, events] of emitted.entries()) {
    for (const event of events) yield `{${JSON.stringify(outputs[port])}:${toText(event)}}`
  }
}
