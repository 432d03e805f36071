// One JSON value a line; empty lines are passed over.
import { Lines } from './lines.mjs'
import { readJson } from './utf8.mjs'

export class NdjsonReader {
  #lines = new Lines()
  #bad
  /** `bad(error)` is told of a line that is not JSON; it may throw. */
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
      if (line.trim() === '') continue
      let event
      try {
        event = readJson(line, this.file, this.#lines.number)
      } catch (error) {
        this.#bad(error)
        continue
      }
      yield event
    }
  }
}
