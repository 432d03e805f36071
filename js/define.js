// Processors written in JS.
import { WatertightError } from './error.js'

/** Marks a custom processor inside a pipeline's description. */
export const CUSTOM = Symbol('watertight.custom')

/**
 * A processor of your own: `step(state, front, emit)` for each front, `end(state, emit)` at the end of the trace.
 * The state is a JSON value or made of such; `init()` makes the first one. Returning 'done' says that nothing more comes.
 */
export function defineProcessor(definition) {
  if (definition === null || typeof definition !== 'object') {
    throw new WatertightError('E_SHAPE', `defineProcessor() takes an object with a function 'step'`)
  }
  const { inputs = 1, outputs = 1, init = () => ({}), step, end = () => {} } = definition
  for (const [name, n] of [['inputs', inputs], ['outputs', outputs]]) {
    if (!Number.isInteger(n) || n < 1) throw new WatertightError('E_SHAPE', `'${name}' must be a whole number of at least 1`, { path: name })
  }
  for (const [name, f] of [['init', init], ['step', step], ['end', end]]) {
    if (typeof f !== 'function') throw new WatertightError('E_SHAPE', `'${name}' must be a function`, { path: name })
  }
  const emitting = (call) => {
    const parts = [false]
    const emit = (value, output = 0) => {
      if (!(output >= 0 && output < outputs)) throw new RangeError(`there is no output ${output}: the processor has ${outputs}`)
      parts.push(output, value)
    }
    parts[0] = call(emit) === 'done'
    return parts
  }
  const acts = {
    init: () => init(),
    step: (state, front) => emitting((emit) => step(state, front, emit)),
    end: (state) => emitting((emit) => end(state, emit)),
    copy: (state) => structuredClone(state),
    save: (state) => JSON.stringify(state ?? null),
    load: (state, text) => JSON.parse(text),
  }
  return Object.freeze({ inputs, outputs, [CUSTOM]: { act: (what, state, more) => acts[what](state, more), inputs, outputs } })
}
