// `pipeline(x => x.decimate(3).plus(x))`: a pipeline drawn by a function on streams.
import { WatertightError } from '../error.js'
import { Pipeline } from '../pipeline.js'
import { draw } from './graph.js'
import { Stream } from './stream.js'

/**
 * The pipeline that the function draws: one input for each of its parameters, one output for each stream it returns.
 * `inputs` names the inputs; `options` are those of `Pipeline.from`.
 */
export function pipeline(inputs, build, options) {
  if (typeof inputs === 'function') [inputs, build, options] = [undefined, inputs, build]
  if (typeof build !== 'function') throw new WatertightError('E_SHAPE', 'pipeline() takes a function from streams to streams')
  if (inputs !== undefined && !(Array.isArray(inputs) && inputs.every((name) => typeof name === 'string'))) {
    throw new WatertightError('E_SHAPE', 'the inputs of a pipeline are a list of names', { path: 'inputs' })
  }
  return Pipeline.from(draw(inputs, build, (graph, port) => new Stream(graph, port)), options)
}
