// JSON text to a value; a mistake is placed by line and column.
import { firstMistake } from '../mistake.js'
import { BadInput } from './failure.mjs'

/** Parses; `file` names the text in messages, `line` and `column` are where in it the text starts. */
export function parseJson(text, file, line = 1, column = 1) {
  try {
    return JSON.parse(text)
  } catch {
    const { at, expected } = firstMistake(text)
    const before = text.slice(0, at)
    const newlines = before.split('\n').length - 1
    const place = newlines
      ? `${file}:${line + newlines}:${at - before.lastIndexOf('\n')}`
      : `${file}:${line}:${column + at}`
    throw new BadInput(`not JSON: expected ${expected}, got ${at >= text.length ? 'the end' : quoted(text.slice(at))}`, place)
  }
}

function quoted(text) {
  const [line] = text.split('\n')
  return `'${line.length > 20 ? `${line.slice(0, 20)}...` : line}'`
}
