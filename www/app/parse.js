// JSON texts to values, with an error that says where.
import { lineOf } from './places.js'

/** A text that is not JSON; `offset` is where. */
export class NotJson extends Error {
  constructor(message, offset) {
    super(message)
    this.offset = offset
    this.code = 'not JSON'
  }
}

/** JSON.parse, whose error has an offset in every browser. */
export function parse(text) {
  try {
    return JSON.parse(text)
  } catch (error) {
    const offset = offsetOf(error.message, text)
    const { line, column } = lineOf(text, offset)
    const reason = error.message.replace(/^JSON\.parse: /, '').replace(/ (in JSON )?at (position|line) .*$/, '').replace(/, "[^]*$/, '')
    throw new NotJson(`${line}:${column}: ${reason}`, offset)
  }
}

// Chromium names the position, Firefox the line and column, others neither.
function offsetOf(message, text) {
  const position = /at position (\d+)/.exec(message)
  if (position) return Number(position[1])
  const place = /line (\d+) column (\d+)/.exec(message)
  if (!place) return text.length
  const lines = text.split('\n').slice(0, Number(place[1]) - 1)
  return lines.reduce((sum, line) => sum + line.length + 1, Number(place[2]) - 1)
}
