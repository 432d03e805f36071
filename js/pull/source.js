// A pipeline as a pull-stream source: of its own sources, or of values handed to it.
import { WatertightError } from '../error.js'
import { sources } from './sources.js'
import { values } from './values.js'

/** The source of a pipeline's one output. */
export function source(pipeline, given) {
  if (pipeline.outputs.length !== 1) {
    throw new WatertightError('E_SHAPE', `source() needs one output, this pipeline has ${pipeline.outputs.length}: use sources()`)
  }
  if (pipeline.inputs.length === 0) return sources(pipeline, [])[0]
  if (pipeline.inputs.length !== 1) {
    throw new WatertightError('E_SHAPE', `source() needs one input or none, this pipeline has ${pipeline.inputs.length}: use sources()`)
  }
  if (given === undefined) {
    throw new WatertightError('E_SHAPE', `source() needs the events of the pipeline's input: source(values), or through() after a source`)
  }
  return pipeline.through()(values(given))
}
