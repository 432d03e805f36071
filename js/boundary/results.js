// Reads the columns that came out of a batch.
import { memory } from '../engine.js'
import { receive } from './mail.js'

/** The events of one output after a batch: a Float64Array if all are numbers, else an array. */
export function result(raw, output) {
  const n = raw.result_len(output)
  if (n === 0) return []
  const numbers = raw.result_numbers(output)
  if (numbers !== 0) return new Float64Array(memory.buffer, numbers, n).slice()
  const booleans = raw.result_booleans(output)
  if (booleans !== 0) return Array.from(new Uint8Array(memory.buffer, booleans, n), (b) => b === 1)
  const values = []
  while (values.length < n) receive(raw.result_part(output, values.length), values, false)
  return values
}

/** The pieces as one: a Float64Array if typed arrays were asked for and all are numbers, else an array. */
export function joined(pieces, typed) {
  const full = pieces.filter((piece) => piece.length > 0)
  if (typed && full.every((piece) => piece instanceof Float64Array)) {
    if (full.length === 1) return full[0]
    const all = new Float64Array(full.reduce((sum, piece) => sum + piece.length, 0))
    let at = 0
    for (const piece of full) {
      all.set(piece, at)
      at += piece.length
    }
    return all
  }
  const all = new Array(full.reduce((sum, piece) => sum + piece.length, 0))
  let at = 0
  for (const piece of full) for (let k = 0; k < piece.length; k++) all[at++] = piece[k]
  return all
}
