// Random pipelines, expressions and events: mostly nearly right, because nonsense is refused at the door.
import fc from 'fast-check'

/** Values that reach a pipeline: JSON, and what JavaScript has besides. */
export const event = fc.oneof(
  { weight: 4, arbitrary: fc.double() },
  { weight: 3, arbitrary: fc.integer({ min: -5, max: 5 }) },
  fc.boolean(),
  fc.string(),
  fc.constantFrom(null, undefined, NaN, -0, Infinity, '', 'a', 1n, Symbol.iterator, () => 1),
  fc.jsonValue(),
  fc.record({ t: fc.integer({ min: 0, max: 9 }), v: fc.double(), name: fc.constantFrom('a', 'b') }),
  fc.array(fc.integer(), { maxLength: 4 }),
  fc.array(fc.integer(), { maxLength: 4 }).map((list) => new Set(list)),
  fc.array(fc.tuple(fc.string(), fc.integer()), { maxLength: 4 }).map((list) => new Map(list)),
)

const atoms = ['x', 'y', 'z', '$0', '$3', '@v', 'x.v', 'x.name', 'x[0]', '1', '0', '-2.5', '1e308', '"a"', "'b'", 'true', 'false', 'null', '[]', '[1, x]', '{ a: x }']
const operators = ['+', '-', '*', '/', '%', '**', '==', '!=', '<', '<=', '>', '>=', '&&', '||']
const functions = ['abs', 'sqrt', 'min', 'max', 'mod', 'not', 'and', 'if', 'concat', 'contains', 'matches', 'split', 'substring', 'size', 'nth',
  'map', 'filter', 'all', 'any', 'sum', 'sort', 'toSet', 'toList', 'union', 'keys', 'values', 'get', 'equals', 'isNull', 'coalesce', 'toString', 'numberCast', 'replaceAll', 'findRegex', 'nothing']

/** Expressions by the grammar. */
export const grammatical = fc.letrec((tie) => ({
  expression: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(...atoms),
    fc.tuple(tie('expression'), fc.constantFrom(...operators), tie('expression')).map(([a, op, b]) => `(${a} ${op} ${b})`),
    tie('expression').map((a) => `!${a}`),
    fc.tuple(tie('expression'), tie('expression'), tie('expression')).map(([a, b, c]) => `(${a} ? ${b} : ${c})`),
    fc.tuple(fc.constantFrom(...functions), fc.array(tie('expression'), { maxLength: 3 })).map(([f, list]) => `${f}(${list.join(', ')})`),
    fc.tuple(fc.constantFrom('map', 'filter', 'all', 'any'), tie('expression'), tie('expression')).map(([f, a, b]) => `${f}(${a}, v => ${b})`),
  ),
})).expression

/** The same words in any order, and any text at all. */
const soup = fc.array(fc.constantFrom(...atoms, ...operators, ...functions, '(', ')', '[', ']', '{', '}', ',', '.', '=>', '?', ':', '!', '@', '$', '"', '\\', '\n', 'é', '\u0000'), { maxLength: 14 })
  .map((words) => words.join(' '))
export const expression = fc.oneof({ weight: 3, arbitrary: grammatical }, soup, fc.string({ unit: 'binary' }))

const count = fc.oneof({ weight: 5, arbitrary: fc.integer({ min: 0, max: 5 }) }, fc.constantFrom(-1, 1.5, 100_001, 2 ** 31, 2 ** 53, '3', null))

const parameters = {
  count, interval: count, width: count, outputs: count, duration: count, gap: count,
  fn: expression, key: expression, time: fc.constantFrom('x.t', 'x', '0'), left: expression, right: expression,
  value: fc.jsonValue(), start: fc.jsonValue(), values: fc.array(fc.integer(), { maxLength: 3 }),
  formula: fc.constantFrom('G (a -> F b)', '{x} U {!x}', 'X X X {x > 1}', 'G', 'a & (b', 'F {x +}'),
  into: fc.constantFrom('list', 'set', 'multiset', 'map', 'bag'), last: fc.boolean(), finite: fc.boolean(), loop: fc.boolean(),
}

/** Which parameters a type wants; the fuzz leaves some out and adds strange ones. */
const types = {
  passthrough: [], fork: ['outputs'], trim: ['count'], prefix: ['count'], decimate: ['interval', 'last'], keepLast: [], filter: [], filterOn: ['fn'],
  freeze: [], insert: ['count', 'value'], stutter: ['count'], variableStutter: [], turnInto: ['value'], multiplex: [], divert: ['fn', 'outputs'],
  endWhen: ['fn'], resetLast: ['of'], values: ['values', 'loop'], window: ['width', 'of'], windowFn: ['fn'], slice: ['key', 'of'], sliceLast: ['key', 'of'],
  group: ['of'], pad: ['of', 'count', 'value'], apply: ['fn'], applyPartial: ['fn'], cumulate: ['fn', 'start'], integrate: ['start'], pack: [],
  timePack: ['interval', 'time'], unpack: [], putInto: ['into'], union: [], intersect: [], mergeMaps: [], runOn: ['of'], globally: ['finite'],
  eventually: ['finite'], next: [], until: ['finite'], always: ['of'], sometime: ['of'], after: ['of'], upTo: [], ltl: ['formula', 'finite'],
  smooth: ['width'], threshold: ['value'], persist: ['count'], limit: ['count'], localMaximum: ['width'], where: ['fn'], join: ['left', 'right'],
  timeWindow: ['duration', 'time', 'of'], sessionWindow: ['gap', 'time', 'of'], nothing: [],
}

const processorOf = (inner) => fc.constantFrom(...Object.keys(types)).chain((type) => fc.record({
  type: fc.constant(type),
  ...Object.fromEntries(types[type].map((name) => [name, name === 'of' ? inner : parameters[name]])),
}))

const placed = (inner) => fc.tuple(processorOf(inner), fc.array(fc.nat(5), { minLength: 1, maxLength: 2 }), fc.nat(20))

const flat = (inner) => fc.array(placed(inner), { minLength: 1, maxLength: 5 })
  .map((list) => ({
    processors: list.map(([json, from, luck], k) => {
      const ports = ['in', ...Array.from({ length: k }, (_, i) => `n${i}`)]
      const wired = { id: `n${k}`, ...json, from: from.map((i) => ports[i % ports.length]) }
      if (wired.from.length === 1) wired.from = wired.from[0]
      if (luck === 0) wired.from = 'n9'
      if (luck === 1) wired.odd = 1
      if (luck === 2) delete wired[Object.keys(json)[0]]
      return wired
    }),
  }))

/** Pipelines wired at random, with nested ones inside. */
export const pipelineJson = fc.oneof(
  { weight: 6, arbitrary: flat(fc.oneof(processorOf(fc.constant({ type: 'passthrough' })), flat(fc.constant({ type: 'freeze' })))) },
  fc.jsonValue(),
  fc.record({ inputs: fc.jsonValue(), processors: fc.jsonValue(), outputs: fc.jsonValue() }, { requiredKeys: ['processors'] }),
)
