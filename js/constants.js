// Constants of a pipeline: what JSON cannot hold is refused, never written as something else.
import { WatertightError } from './error.js'

/** Numbers that JSON has no way to write, as expressions. */
const EXPRESSIONS = new Map([[Infinity, '1 / 0'], [-Infinity, '-1 / 0'], [NaN, '0 / 0']])

/** Kinds of objects that are their members, or say themselves what they are as JSON. */
const HOLDABLE = ['[object Object]', '[object Array]', '[object Module]']

/** Throws unless JSON can hold the value, leaving its members to later calls; `path` is where it stands. */
export function mustBeHoldable(value, path) {
  const kind = typeof value
  if (kind === 'number' && EXPRESSIONS.has(value)) {
    throw new WatertightError('E_TYPE', `JSON has no ${value}: write it in an expression, as in '${EXPRESSIONS.get(value)}'`, { path })
  }
  if (kind === 'bigint' || kind === 'symbol') throw new WatertightError('E_TYPE', `JSON cannot hold a ${kind}`, { path })
  if (kind !== 'object' || value === null) return
  const tag = Object.prototype.toString.call(value)
  if (!HOLDABLE.includes(tag)) throw new WatertightError('E_TYPE', `JSON cannot hold a ${tag.slice(8, -1)}`, { path })
}

/** The expression of a number; JSON would do for most. */
export function numberText(value) {
  const text = EXPRESSIONS.get(value) ?? (Object.is(value, -0) ? '-0' : String(value))
  return /^\d/.test(text) && !text.includes(' ') ? text : `(${text})`
}
