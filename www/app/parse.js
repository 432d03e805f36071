// JSON texts to values, with an error that says where. The build puts mistake.js beside this file.
import { firstMistake } from './mistake.js'
import { lineOf } from './places.js'

/** A text that is not JSON; `offset` is where. */
export class NotJson extends Error {
  constructor(message, offset) {
    super(message)
    this.offset = offset
    this.code = 'not JSON'
  }
}

/** JSON.parse, whose error has a place in every browser. */
export function parse(text) {
  try {
    return JSON.parse(text)
  } catch {
    const { at, expected } = firstMistake(text)
    const { line, column } = lineOf(text, at)
    throw new NotJson(`${line}:${column}: expected ${expected}`, at)
  }
}
