// A pipeline's description on its way to the engine: JSON text, with JS functions and custom processors by number.
import { mustBeHoldable } from './constants.js'
import { WatertightError } from './error.js'
import { CUSTOM } from './define.js'

/** Stands for -0, which JSON can hold and `JSON.stringify` does not write. */
const MINUS_ZERO = '\u0000watertight: minus zero'

/** `{ text, functions, processors, code }`: what the engine compiles; `code` says that it holds JS. */
export function prepare(spec) {
  if (typeof spec === 'string') return { text: spec, functions: [], processors: [], code: false }
  const functions = []
  const processors = []
  const paths = new Map()
  const path = (holder, key) => {
    if (!paths.has(holder)) return '$'
    return Array.isArray(holder) ? `${paths.get(holder)}[${key}]` : `${paths.get(holder)}.${key}`
  }
  // A function with a `this`: the object that holds the value.
  const numbered = function (key, value) {
    if (typeof value === 'function') return { $host: functions.push(value, Math.max(1, value.length)) / 2 - 1 }
    if (value?.[CUSTOM]) {
      const { act, inputs, outputs } = value[CUSTOM]
      return processors.push(act, inputs, outputs) / 3 - 1
    }
    const at = path(this, key)
    mustBeHoldable(value, at)
    if (typeof value === 'object' && value !== null) paths.set(value, at)
    return Object.is(value, -0) ? MINUS_ZERO : value
  }
  let text
  try {
    text = JSON.stringify(spec, numbered)?.replaceAll(JSON.stringify(MINUS_ZERO), '-0')
  } catch (cause) {
    if (cause instanceof WatertightError) throw cause
    if (cause instanceof RangeError) throw new WatertightError('E_LIMIT', 'the pipeline nests too deep', { path: '$', cause })
    throw new WatertightError('E_SHAPE', `the pipeline is not JSON: ${cause.message.split('\n')[0]}`, { path: '$', cause })
  }
  if (text === undefined) throw new WatertightError('E_SHAPE', `expected a pipeline object, got ${typeof spec}`, { path: '$' })
  return { text, functions, processors, code: functions.length + processors.length > 0 }
}
