// The `of` of windows, slices and groups: a builder function, a processor or pipeline as JSON, or a Pipeline.
import { WatertightError } from '../error.js'
import { draw } from './graph.js'

/** The pipeline object of a nested pipeline. */
export function nested(of, wrap) {
  if (typeof of === 'function') return draw(undefined, of, wrap)
  if (of?.spec) return of.spec
  if (of === null || typeof of !== 'object') {
    throw new WatertightError('E_SHAPE', `expected a builder function, a processor or a pipeline, got ${of === null ? 'null' : typeof of}`, { path: 'of' })
  }
  return of
}

/** How many outputs a nested pipeline has, as far as its description says. */
export function outputsOf(spec) {
  return Array.isArray(spec.outputs) ? spec.outputs.length : 1
}
