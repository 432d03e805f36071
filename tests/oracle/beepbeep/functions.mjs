// BeepBeep's functions, as the oracle writes them, in the text of our expressions.
import { expected } from './values.mjs'

const operator = (symbol) => ({ arity: 2, write: ([a, b]) => `(${a} ${symbol} ${b})` })
const call = (name, arity, ...keys) => ({
  arity,
  write: (args, f) => `${name}(${[...args, ...keys.filter((key) => key in f).map((key) => literal(f[key]))].join(', ')})`,
})
const many = (name) => ({ write: (args) => `${name}(${args.join(', ')})` })
const withFunction = (name) => ({ arity: 1, write: ([a], f, writer) => `${name}(${a}, ${writer.lambda(f.f)})` })
const key = (special) => ({
  write: (_, f, writer) => `(${writer.text(f.cond)} ? ${special} : ${writer.text(f.key)})`,
  arity: 0,
})

const FUNCTIONS = {
  // numbers
  add: operator('+'),
  sub: operator('-'),
  mul: operator('*'),
  div: operator('/'),
  pow: call('pow', 2),
  mod: call('mod', 2),
  max: call('max', 2),
  min: call('min', 2),
  abs: call('abs', 1),
  ceil: call('ceil', 1),
  floor: call('floor', 1),
  sqrt: call('sqrt', 1),
  square: call('square', 1),
  signum: call('signum', 1),
  isEven: call('isEven', 1),
  numberCast: call('numberCast', 1),
  gt: operator('>'),
  ge: operator('>='),
  lt: operator('<'),
  le: operator('<='),
  // any values
  eq: call('equals', 2),
  size: call('size', 1),
  nth: call('nth', 1, 'n'),
  ifThenElse: { arity: 3, write: ([c, a, b]) => `(${c} ? ${a} : ${b})` },
  // booleans
  and: operator('&&'),
  or: operator('||'),
  not: { arity: 1, write: ([a]) => `!${a}` },
  implies: call('implies', 2),
  booleanCast: call('booleanCast', 1),
  bagAnd: call('bagAnd', 1),
  bagOr: call('bagOr', 1),
  // strings
  concat: call('concat', 2),
  contains: call('contains', 2),
  startsWith: call('startsWith', 2),
  endsWith: call('endsWith', 2),
  matches: call('matches', 2),
  toString: call('toString', 1),
  split: call('split', 1, 'sep'),
  findRegex: call('findRegex', 1, 'regex'),
  findRegexOnce: call('findRegexOnce', 1, 'regex'),
  substring: call('substring', 1, 'start', 'end'),
  replaceAll: call('replaceAll', 1, 'from', 'to'),
  // bags, lists, sets, multisets, maps
  bagContains: call('bagContains', 2),
  isElement: call('isElement', 2),
  bagSize: call('size', 1),
  product: call('product', 2),
  anyElement: call('anyElement', 1),
  bagMax: call('bagMax', 1),
  bagMin: call('bagMin', 1),
  filterElements: withFunction('filter'),
  applyToAll: withFunction('map'),
  toArray: many('toArray'),
  toList: many('toList'),
  toSet: many('toSet'),
  sort: call('sort', 1),
  sortOn: withFunction('sortOn'),
  listProduct: call('listProduct', 2),
  isSubsetOrEqual: call('subset', 2),
  isSupersetOrEqual: call('superset', 2),
  multisetInsert: call('insert', 2),
  getCardinalities: call('cardinality', 1),
  mapKeys: call('keys', 1),
  mapValues: call('values', 1),
  multiValues: call('multiValues', 1),
  mapGet: call('get', 1, 'key', 'default'),
  mapApplyAll: withFunction('mapValues'),
  // trooleans
  trooleanCast: call('trooleanCast', 1),
  hardCast: call('hardCast', 1),
  softCast: call('softCast', 1),
  tAnd: call('tAnd', 2),
  tOr: call('tOr', 2),
  tNot: call('tNot', 1),
  tImplies: call('tImplies', 2),
  arrayAnd: call('arrayAnd', 1),
  // shapes
  identity: { write: ([a]) => a },
  raiseArity: { arity: 0, write: (_, f, writer) => writer.text(f.f) },
  nullIf: key('null'),
  toAllSlicesIf: key('everySlice()'),
}

/** Names of functions this file knows. */
export const knownFunctions = Object.keys(FUNCTIONS).concat('cumulative')

/** Start values of BeepBeep's accumulators. Maximum and minimum start at the ends of the 32-bit floats; ours at the first event. */
export const STARTS = {
  add: 0,
  sub: 0,
  mul: 1,
  div: 1,
  pow: 1,
  and: true,
  or: false,
  gt: false,
  ge: false,
  lt: false,
  le: false,
  tAnd: true,
  tOr: false,
  tImplies: null,
}

/**
 * The expressions of a function: one text per output, how many inputs it takes, and its accumulators
 * (`CumulativeFunction`s), which become inputs number `arity`, `arity + 1`, ... fed by processors of their own.
 */
export function expressions(f) {
  const measure = new Writer((k) => `$${k}`)
  outputs(f, measure)
  const writer = new Writer((k) => `$${k}`, measure.arity)
  return { texts: outputs(f, writer), arity: measure.arity, accumulators: writer.accumulators }
}

/** The only expression of a function without accumulators. */
export function expression(f) {
  const { texts, accumulators } = expressions(f)
  if (texts.length !== 1 || accumulators.length) throw new Error('a function of one output and no state is wanted here')
  return texts[0]
}

function outputs(f, writer) {
  if (f?.fn === 'identity' && !f.args && f.arity > 1) return Array.from({ length: f.arity }, (_, k) => writer.input(k))
  return [writer.text(f)]
}

class Writer {
  constructor(name, firstAccumulator = 0, depth = 0) {
    this.name = name
    this.firstAccumulator = firstAccumulator
    this.depth = depth
    this.arity = 0
    this.accumulators = []
  }

  input(k) {
    this.arity = Math.max(this.arity, k + 1)
    return this.name(k)
  }

  text(f) {
    if (typeof f === 'string' && /^\$\d+$/.test(f)) return this.input(Number(f.slice(1)))
    if (typeof f === 'string' && /^@\w+$/.test(f)) return f
    if (f === null || typeof f !== 'object' || !('fn' in f)) return literal(f !== null && typeof f === 'object' && 'const' in f ? f.const : f)
    if (f.fn === 'cumulative') return this.accumulator(f)
    const known = Object.hasOwn(FUNCTIONS, f.fn) && FUNCTIONS[f.fn]
    if (!known) throw new Error(`unknown function '${f.fn}'`)
    // Without arguments a function reads the inputs in their order, wherever it stands.
    const arity = f.fn === 'raiseArity' ? 0 : known.arity ?? f.arity ?? 1
    const args = f.args ? f.args.map((arg) => this.text(arg)) : Array.from({ length: arity }, (_, k) => this.input(k))
    if (f.fn === 'raiseArity') this.arity = Math.max(this.arity, f.arity)
    return known.write(args, f, this)
  }

  // A function with memory cannot stand inside an expression.
  accumulator(f) {
    const of = f.args ? this.text(f.args[0]) : this.input(0)
    this.accumulators.push({ f: f.f, of })
    return `$${this.firstAccumulator + this.accumulators.length - 1}`
  }

  lambda(f) {
    const name = `v${this.depth}`
    const inner = new Writer((k) => {
      if (k > 0) throw new Error('a function of one input is wanted here')
      return name
    }, 0, this.depth + 1)
    return `${name} => ${inner.text(f)}`
  }
}

/** A value as the text of an expression. */
export function literal(json) {
  const value = expected(json)
  if (value === 'NaN') return 'NaN'
  if (typeof value === 'string') return quoted(value)
  if (typeof value === 'number') return value < 0 || Object.is(value, -0) ? `(${value})` : String(value)
  if (value === null || typeof value === 'boolean') return String(value)
  if (Array.isArray(value)) return `[${json.$array ? json.$array.map(literal).join(', ') : json.map(literal).join(', ')}]`
  if (value instanceof Set) return `toSet(${json.$set.map(literal).join(', ')})`
  if (value instanceof Map) return `{${json.$map.map(([k, v]) => `${quoted(String(k))}: ${literal(v)}`).join(', ')}}`
  throw new Error(`no way to write ${JSON.stringify(json)} in an expression`)
}

function quoted(text) {
  const escapes = { '\\': '\\\\', '\'': '\\\'', '\n': '\\n', '\t': '\\t', '\r': '\\r' }
  return `'${text.replace(/[\\'\n\t\r]/g, (c) => escapes[c])}'`
}
