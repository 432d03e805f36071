// Reads a pipeline file; what is wrong with it is said with the file and the place.
import { readFileSync } from 'node:fs'
import { Pipeline } from 'watertight'
import { BadInput, withCode } from './failure.mjs'
import { parseJson } from './json-text.mjs'

/** The pipeline of a file, ready to run, and the names of its ports. */
export function readPipeline(file) {
  const json = parseJson(readText(file), file)
  try {
    const pipeline = Pipeline.from(json)
    return { pipeline, inputs: pipeline.inputs, outputs: pipeline.outputs }
  } catch (error) {
    throw new BadInput(withCode(error), file)
  }
}

function readText(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new BadInput(reason(error), file)
  }
}

/** Why a file cannot be read, in words. */
export function reason(error) {
  const words = { ENOENT: 'no such file', EISDIR: 'is a folder, expected a file', EACCES: 'not allowed to read it' }
  return words[error.code] ?? error.message
}
