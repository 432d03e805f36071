// Bytes to text, in pieces. What is no UTF-8 is kept as half a surrogate pair, which no other input gives: the reader of
// a format meets it in the event it stands in, and can say where.
import { isUtf8 } from 'node:buffer'
import { BadInput } from '../failure.mjs'
import { parseJson } from '../json-text.mjs'

const WRONG = '\udc80'
const NEWLINE = 10

/** A decoder: `push(bytes)` gives the text of whole characters, `end()` the rest. */
export class Decoder {
  #rest = Buffer.alloc(0)
  #begun = false

  push(bytes) {
    const all = this.#rest.length > 0 ? Buffer.concat([this.#rest, bytes]) : bytes
    const whole = all.length - unfinished(all)
    this.#rest = all.subarray(whole)
    return this.#text(all.subarray(0, whole))
  }

  end() {
    return this.#text(this.#rest)
  }

  #text(bytes) {
    if (bytes.length === 0) return ''
    const text = isUtf8(bytes) ? bytes.toString() : marked(bytes)
    // A mark of the byte order is no part of the text.
    const from = !this.#begun && text.startsWith('\ufeff') ? 1 : 0
    this.#begun = true
    return from ? text.slice(from) : text
  }
}

/** How many bytes at the end may be the beginning of a character. */
function unfinished(bytes) {
  for (let n = 1; n <= Math.min(3, bytes.length); n++) {
    const byte = bytes[bytes.length - n]
    if (byte < 0x80) return 0
    if (byte >= 0xc0) return n < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? n : 0
  }
  return 0
}

// Line by line, so that the lines beside the wrong one stay as they are.
function marked(bytes) {
  let text = ''
  for (let from = 0; from < bytes.length;) {
    const newline = bytes.indexOf(NEWLINE, from)
    const to = newline < 0 ? bytes.length : newline + 1
    const line = bytes.subarray(from, to)
    text += isUtf8(line) ? line.toString() : line.toString().replaceAll('\ufffd', WRONG)
    from = to
  }
  return text
}

/** Throws if a text is not what its bytes said; `line` and `column` are where it starts. */
export function mustBeText(text, file, line, column = 1) {
  if (text.isWellFormed()) return
  const before = text.slice(0, text.indexOf(WRONG))
  const newlines = before.split('\n').length - 1
  const place = newlines ? `${line + newlines}:${before.length - before.lastIndexOf('\n')}` : `${line}:${column + before.length}`
  throw new BadInput('not UTF-8', `${file}:${place}`)
}

/** The value of some JSON that was read from bytes. */
export function readJson(text, file, line, column = 1) {
  mustBeText(text, file, line, column)
  return parseJson(text, file, line, column)
}
