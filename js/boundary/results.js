// Reads the columns that came out of a batch.
import { memory } from '../engine.js'
import { receive } from './mail.js'

/** Appends the events of one output to an array. */
export function append(raw, output, into) {
  const n = raw.result_len(output)
  if (n === 0) return
  const numbers = raw.result_numbers(output)
  const booleans = numbers === 0 ? raw.result_booleans(output) : 0
  if (numbers !== 0) {
    const view = new Float64Array(memory.buffer, numbers, n)
    for (let k = 0; k < n; k++) into.push(view[k])
  } else if (booleans !== 0) {
    const view = new Uint8Array(memory.buffer, booleans, n)
    for (let k = 0; k < n; k++) into.push(view[k] === 1)
  } else {
    const before = into.length
    while (into.length < before + n) receive(raw.result_part(output, into.length - before), into, false)
  }
}

/** The events of one output: a Float64Array if all are numbers, else an array. */
export function piece(raw, output) {
  const n = raw.result_len(output)
  const numbers = n > 0 ? raw.result_numbers(output) : 0
  if (numbers !== 0) return new Float64Array(memory.buffer, numbers, n).slice()
  const values = []
  append(raw, output, values)
  return values
}

/** Such pieces as one: a Float64Array if all are numbers, else an array. */
export function joined(pieces) {
  const full = pieces.filter((piece) => piece.length > 0)
  const length = full.reduce((sum, piece) => sum + piece.length, 0)
  const isTyped = full.every((piece) => piece instanceof Float64Array)
  if (isTyped && full.length === 1) return full[0]
  const all = isTyped ? new Float64Array(length) : new Array(length)
  let at = 0
  for (const piece of full) {
    if (isTyped) all.set(piece, at)
    else for (let k = 0; k < piece.length; k++) all[at + k] = piece[k]
    at += piece.length
  }
  return all
}
