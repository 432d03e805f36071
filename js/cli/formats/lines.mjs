// Text in pieces to whole lines with their numbers, keeping only the line that is not finished yet.
import { mustBeText } from './utf8.mjs'

/** A splitter: `push(text)` gives the lines completed by this piece, `end()` the last one. */
export class Lines {
  #rest = []
  /** Number of the line given last. */
  number = 0

  #take() {
    this.number++
    const line = this.#rest.length === 1 ? this.#rest[0] : this.#rest.join('')
    this.#rest.length = 0
    return line.endsWith('\r') ? line.slice(0, -1) : line
  }

  * push(text) {
    let start = 0
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
      this.#rest.push(text.slice(start, end))
      start = end + 1
      yield this.#take()
    }
    if (start < text.length) this.#rest.push(text.slice(start))
  }

  * end() {
    if (this.#rest.length) yield this.#take()
  }
}

/** Every line is an event: its text. */
export class LineReader {
  #lines = new Lines()
  #bad
  /** `bad(error)` is told of a line that is no text; it may throw. */
  constructor(file, bad) {
    this.file = file
    this.#bad = bad
  }

  get place() {
    return `${this.file}:${this.#lines.number}:1`
  }

  push(text) {
    return this.#events(this.#lines.push(text))
  }

  end() {
    return this.#events(this.#lines.end())
  }

  * #events(lines) {
    for (const line of lines) {
      try {
        mustBeText(line, this.file, this.#lines.number)
      } catch (error) {
        this.#bad(error)
        continue
      }
      yield line
    }
  }
}
