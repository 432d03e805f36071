// BeepBeep's processors, as the oracle writes them, in our pipeline JSON.
import { STARTS, expression, expressions, literal } from './functions.mjs'
import { expected } from './values.mjs'

const alike = (type) => () => ({ type })
const counted = (type, parameter = 'count') => ({ n }) => ({ type, [parameter]: n })
const into = (into) => () => ({ type: 'putInto', into })
const testing = (type) => ({ f }) => ({ type, fn: expression(f) })
const nesting = (type) => ({ processor }) => ({ type, of: nested(processor) })
/** A source is silent where it holds no event. */
const held = (events) => events.filter((each) => each !== null).map(expected)
const quantifier = (type) => ({ var: name, domain, processor }) => ({ type, var: name, domain: expression(domain), of: nested(processor) })

const PROCESSORS = {
  // tmf
  'Passthrough': alike('passthrough'),
  'Fork': ({ n = 2 }) => ({ type: 'fork', outputs: n }),
  'Trim': counted('trim'),
  'Prefix': counted('prefix'),
  'CountDecimate': ({ n, processLast }) => ({ type: 'decimate', interval: n, ...(processLast && { last: true }) }),
  'KeepLast': alike('keepLast'),
  'Filter': alike('filter'),
  'FilterOn': testing('filterOn'),
  'SimpleFilter': testing('filterOn'),
  'Freeze': alike('freeze'),
  'Insert': ({ n, values }) => ({ type: 'insert', count: n, values: values.map(expected) }),
  'Pad': ({ processor, n, values }) => ({ type: 'pad', of: nested(processor), count: n, values: values.map(expected) }),
  'Stutter': counted('stutter'),
  'VariableStutter': alike('variableStutter'),
  'TurnInto': ({ value }) => turnInto(value),
  'Multiplex': alike('multiplex'),
  'DetectEnd': testing('endWhen'),
  'ResetLast': nesting('resetLast'),
  'QueueSource': ({ events, loop = true }) => ({ type: 'values', values: held(events), loop }),
  'Splice': ({ sources }) => ({ type: 'splice', sources: sources.map(({ events }) => held(events)) }),
  'Window': ({ width, processor }) => ({ type: 'window', width, of: nested(processor) }),
  'WindowFunction': testing('windowFn'),
  'Slice': (node) => sliced('slice', node),
  'SliceLast': (node) => sliced('sliceLast', node),
  'Group': ({ pipeline }) => ({ type: 'group', of: nested(pipeline) }),
  // functions
  'ApplyFunctionPartial': testing('applyPartial'),
  'Cumulate': ({ f }) => cumulate(f),
  'Integrate': ({ start }) => ({ type: 'integrate', start: expected(start) }),
  // Of the number's whole part.
  'Doubler': () => ({ type: 'apply', fn: '2 * (x < 0 ? ceil(x) : floor(x))' }),
  'Adder': () => ({ type: 'apply', fn: 'x + y' }),
  // lists, sets, multisets, maps, strings
  'Pack': alike('pack'),
  'Unpack': alike('unpack'),
  'Lists.PutInto': into('list'),
  'Lists.PutIntoNew': into('list'),
  'Sets.PutInto': into('set'),
  'Sets.PutIntoNew': into('set'),
  'Multiset.PutInto': into('multiset'),
  'Maps.PutInto': into('map'),
  'Maps.MapPutInto': into('map'),
  'Sets.Union': alike('union'),
  'Sets.Intersect': alike('intersect'),
  'Maps.MergeMaps': alike('mergeMaps'),
  'RunOn': ({ processor, default: front }) => ({
    type: 'runOn',
    of: nested(processor),
    ...(front && { default: front.length === 1 ? expected(front[0]) : front.map(expected) }),
  }),
  'BuildString': ({ sep = '' }) => ({ type: 'buildString', separator: sep }),
  'FindPattern': ({ regex }) => ({ type: 'findPattern', pattern: regex }),
  // temporal logic
  'Globally': alike('globally'),
  'Eventually': alike('eventually'),
  'Next': alike('next'),
  'Until': alike('until'),
  'Always': nesting('always'),
  'Sometime': nesting('sometime'),
  'After': nesting('after'),
  'UpTo': alike('upTo'),
  'ForAll': quantifier('forAll'),
  'Exists': quantifier('exists'),
  'Every': quantifier('every'),
  'Some': quantifier('some'),
  'NewForAll': quantifier('forAllNew'),
  'NewTrooleanForAll': quantifier('everyNew'),
  // state machines
  'MooreMachine': moore,
  // signals and complex events
  'PeakFinderLocalMaximum': ({ width = 5 }) => ({ type: 'localMaximum', width }),
  'PeakFinderTravelRise': ({ width = 5 }) => ({ type: 'travelRise', width }),
  'PlateauFinder': ({ width = 5, range = 5, relative }) => ({ type: 'plateau', width, range, ...(relative && { relative }) }),
  'Persist': counted('persist'),
  'Limit': ({ n = 5 }) => ({ type: 'limit', count: n }),
  'Smooth': ({ width }) => ({ type: 'smooth', width }),
  'Threshold': ({ t }) => ({ type: 'threshold', value: t }),
  'RangeCep': ({ range, data, f, restarts, includesLast, contiguous }) => ({
    type: 'rangeCep',
    range: nested(range),
    data: data.map((each) => nested(each)),
    fn: expression(f),
    ...(restarts && { restarts }),
    ...(includesLast && { includesLast }),
    ...(contiguous && { contiguous }),
  }),
}

/** Names of node types this file knows. */
export const knownTypes = Object.keys(PROCESSORS).concat('ApplyFunction')

/** Our pipeline for one of the oracle's; `inputs` says how many streams feed it where the pipeline itself leaves it open. */
export function pipeline(description, inputs) {
  const graph = 'nodes' in description ? description : single(description, inputs)
  const names = Object.fromEntries(graph.nodes.map((node, k) => [node.id, `n${k}`]))
  const outputs = Object.fromEntries(graph.nodes.map((node) => [node.id, outputArity(node)]))
  const port = (id, k) => (outputs[id] > 1 ? `${names[id]}.${k}` : names[id])
  const feeds = Object.fromEntries(graph.nodes.map((node) => [node.id, []]))
  for (const [from, k, to, slot] of graph.edges) feeds[to][slot] = port(from, k)
  graph.in.forEach(([to, slot], k) => {
    feeds[to][slot] = `in${k}`
  })
  return {
    inputs: graph.in.map((_, k) => `in${k}`),
    processors: graph.nodes.flatMap((node) => processors(node, names[node.id], feeds[node.id])),
    outputs: graph.out.map(([id, k]) => port(id, k)),
  }
}

const nested = (description) => pipeline(description)

function single(node, inputs = inputArity(node)) {
  return {
    nodes: [{ ...node, id: 'only' }],
    edges: [],
    in: Array.from({ length: inputs }, (_, k) => ['only', k]),
    out: Array.from({ length: outputArity(node) }, (_, k) => ['only', k]),
  }
}

function processors(node, id, from) {
  if (node.type === 'ApplyFunction') return applied(node.f, id, from)
  if (node.type === 'FilterOn' && from.length === 1 && expressions(node.f).accumulators.length > 0) {
    return [...applied(node.f, `${id}f`, from), { id, type: 'filter', from: [from[0], `${id}f`] }]
  }
  const known = Object.hasOwn(PROCESSORS, node.type) && PROCESSORS[node.type]
  if (!known) throw new Error(`unknown node type '${node.type}'`)
  return [{ id, ...known(node), ...(from.length && { from: from.length === 1 ? from[0] : from }) }]
}

// Accumulators inside the function become processors beside it.
function applied(f, id, from) {
  const { texts, arity, accumulators } = expressions(f)
  const ports = from.slice(0, Math.max(arity, from.length))
  const before = accumulators.flatMap(({ f: inner, of }, k) => [
    { id: `${id}a${k}`, type: 'apply', fn: of, from: ports },
    { id: `${id}c${k}`, ...cumulate(inner), from: `${id}a${k}` },
  ])
  const all = [...ports, ...accumulators.map((_, k) => `${id}c${k}`)]
  return [...before, { id, type: 'apply', fn: texts.length === 1 ? texts[0] : texts, from: all.length === 1 ? all[0] : all }]
}

function cumulate(f) {
  return { type: 'cumulate', fn: expression(f), ...(Object.hasOwn(STARTS, f.fn) && { start: STARTS[f.fn] }) }
}

// A constant that JSON cannot hold is written as an expression.
function turnInto(value) {
  const plain = expected(value)
  return plain instanceof Set || plain instanceof Map ? { type: 'apply', fn: literal(value) } : { type: 'turnInto', value: plain }
}

function sliced(type, { f, processor, clean, explode }) {
  return { type, key: expression(f), of: nested(processor), ...(clean && { clean: expression(clean) }), ...(explode && { explode }) }
}

function moore({ init, transitions, symbols = {} }) {
  const assignments = (list) => Object.fromEntries(list.map(([name, f]) => [name, expression(f)]))
  return {
    type: 'moore',
    ...(init && { init: assignments(init) }),
    transitions: transitions.map(({ from, to, when, processor, assign }) => ({
      from,
      to,
      ...(processor ? { of: nested(processor) } : { when: when === 'otherwise' ? when : expression(when) }),
      ...(assign && { assign: assignments(assign) }),
    })),
    symbols: Object.fromEntries(Object.entries(symbols).map(([state, f]) => [state, Array.isArray(f) ? f.map(expression) : expression(f)])),
  }
}

const TWO_INPUTS = new Set(['Filter', 'VariableStutter', 'ResetLast', 'Pack', 'Maps.PutInto', 'Until', 'UpTo', 'Adder', 'Multiplex'])
const INNER = new Set(['Window', 'Slice', 'SliceLast', 'Pad', 'Always', 'Sometime', 'After'])

function inputArity(node) {
  if ('nodes' in node) return node.in.length
  if (node.arity !== undefined) return node.arity
  if (node.type === 'Group') return node.pipeline.in.length
  if (node.type === 'QueueSource' || node.type === 'Splice') return 0
  if (node.type === 'Insert') return node.values.length
  if (TWO_INPUTS.has(node.type)) return 2
  if (INNER.has(node.type)) return inputArity(node.processor)
  if (node.type === 'ApplyFunction' || node.type === 'ApplyFunctionPartial') return Math.max(1, expressions(node.f).arity)
  return 1
}

function outputArity(node) {
  if ('nodes' in node) return node.out.length
  if (node.type === 'Fork') return node.n ?? 2
  if (node.type === 'Group') return node.pipeline.out.length
  if (node.type === 'ApplyFunction') return expressions(node.f).texts.length
  if (node.type === 'Insert') return node.values.length
  if (['Passthrough', 'KeepLast', 'SimpleFilter', 'FilterOn'].includes(node.type)) return node.arity ?? 1
  if (['Window', 'Pad', 'RunOn'].includes(node.type)) return outputArity(node.processor)
  if (node.type === 'MooreMachine') return Math.max(1, ...Object.values(node.symbols ?? {}).map((f) => (Array.isArray(f) ? f.length : 1)))
  return 1
}
