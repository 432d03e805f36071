// Counterexamples written as traces for NuSMV, a file for each.
import { writeFileSync } from 'node:fs'
import { extname } from 'node:path'
import { traceToXml } from 'watertight'
import { BadInput, withCode } from './failure.mjs'

/** Queues of these are larger than those of the printed model, so their runs are none of its. */
const DERIVED = ['queue-sizes', 'dead-paths']

/** Writes the counterexamples of a report; resolves to the file of each result. */
export function writeTraces(file, pipeline, { results }, options) {
  const shown = results.filter(({ counterexample, property }) => counterexample && !DERIVED.includes(property))
  const files = new Map(shown.map((result, k) => [result, numbered(file, k + 1)]))
  try {
    const texts = shown.map((result) => traceToXml(pipeline, { results: [result] }, options))
    shown.forEach((result, k) => writeFileSync(files.get(result), texts[k]))
  } catch (error) {
    throw new BadInput(error.code?.startsWith('E_') ? withCode(error) : `cannot write: ${error.message}`, file)
  }
  return files
}

function numbered(file, n) {
  if (n === 1) return file
  const end = extname(file)
  return `${file.slice(0, file.length - end.length)}-${n}${end}`
}
