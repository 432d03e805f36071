// One JSON array of events, read element by element without holding it all.
import { BadInput } from '../failure.mjs'
import { readJson } from './utf8.mjs'

const SPACE = ' \t\r\n'

export class JsonReader {
  #bad
  #state = 'start'
  #element = []
  #depth = 0
  #inString = false
  #escaped = false
  #line = 1
  #column = 1
  #from = [1, 1]
  /** `bad(error)` is told of an element that is not JSON; it may throw. */
  constructor(file, bad) {
    this.file = file
    this.#bad = bad
  }

  get place() {
    return `${this.file}:${this.#from.join(':')}`
  }

  * push(text) {
    let start = 0
    for (let at = 0; at < text.length; at++) {
      const letter = text[at]
      if (this.#state === 'elements') {
        if (this.#closes(letter)) {
          this.#element.push(text.slice(start, at))
          yield* this.#finish(letter)
          start = at + 1
        }
      } else if (!SPACE.includes(letter)) {
        if (this.#state === 'end') throw this.#wrong('the end', letter)
        if (letter !== '[') throw this.#wrong('\'[\' (an array of events; for one event a line use --format ndjson)', letter)
        this.#state = 'elements'
        start = at + 1
      }
      this.#advance(letter)
      if (this.#state === 'elements' && start === at + 1) this.#from = [this.#line, this.#column]
    }
    if (this.#state === 'elements' && start < text.length) this.#element.push(text.slice(start))
  }

  end() {
    if (this.#state === 'start') throw this.#wrong('\'[\' (an array of events)')
    if (this.#state === 'elements') throw this.#wrong('\',\' or \']\'')
    return []
  }

  // Whether this letter ends the element: a comma or the bracket that closes the array, outside of strings and brackets.
  #closes(letter) {
    if (this.#inString) {
      if (this.#escaped) this.#escaped = false
      else if (letter === '\\') this.#escaped = true
      else if (letter === '"') this.#inString = false
      return false
    }
    if (letter === '"') this.#inString = true
    else if (letter === '{' || letter === '[') this.#depth++
    else if (this.#depth > 0 && (letter === '}' || letter === ']')) this.#depth--
    else return this.#depth === 0 && (letter === ',' || letter === ']')
    return false
  }

  * #finish(letter) {
    const text = this.#element.join('')
    this.#element.length = 0
    const isEmptyArray = letter === ']' && this.#state === 'elements' && text.trim() === '' && !this.#seen
    if (letter === ']') this.#state = 'end'
    if (isEmptyArray) return
    this.#seen = true
    let event
    try {
      // What ends the element is part of the mistake: `[1,,2]`.
      event = text.trim() === '' ? this.#nothing(letter) : readJson(text, this.file, ...this.#from)
    } catch (error) {
      this.#bad(error)
      return
    }
    yield event
  }

  #nothing(letter) {
    throw this.#wrong('a value', letter)
  }

  #seen = false

  #advance(letter) {
    if (letter === '\n') {
      this.#line++
      this.#column = 1
    } else {
      this.#column++
    }
  }

  #wrong(expected, letter) {
    const got = letter === undefined ? 'the end' : `'${letter}'`
    return new BadInput(`not JSON: expected ${expected}, got ${got}`, `${this.file}:${this.#line}:${this.#column}`)
  }
}
