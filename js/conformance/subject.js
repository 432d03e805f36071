// What is under test: finds out its kind and how to make a fresh one for each scenario.
import { WatertightError } from '../error.js'
import { hasPromisedEnd, isPromised, sides } from './sides.js'

export const KINDS = ['source', 'through', 'sink', 'multi', 'duplex', 'async-iterable', 'web-stream', 'async-iterable-sink', 'web-stream-sink']

const wrong = (message) => new WatertightError('E_SHAPE', message)

/**
 * The subject of a test: `{ name, kind, inputs, connect, values }`. Takes an adapter `{ name, kind, create, value, sources }`,
 * a duplex `{ source, sink }`, or a function: a module itself, or, with `args`, what makes one.
 */
export function subjectOf(module, { kind, args, name, sources } = {}) {
  if (kind !== undefined && !KINDS.includes(kind)) throw wrong(`kind must be one of ${KINDS.join(', ')}, got '${kind}'`)
  if (module !== null && typeof module === 'object' && typeof module.create === 'function') {
    const said = { ...module, kind: kind ?? module.kind, name: name ?? module.name, sources: sources ?? module.sources }
    return build(said, module.create.bind(module))
  }
  if (isDuplex(module)) return build({ kind: 'duplex', name }, () => module)
  if (typeof module !== 'function') {
    throw wrong(`expected a function, { source, sink } or an adapter { kind, create }, got ${describe(module)}`)
  }
  return fromFunction(module, { kind, args, name: name ?? (module.name || undefined), sources })
}

function fromFunction(module, { kind, args, name, sources }) {
  const make = (what) => module(...args.map((arg) => (typeof arg === 'string' && Object.hasOwn(what, arg) ? what[arg] : arg)))
  if (kind === 'source') {
    const create = args ? (n) => make({ $n: n, $values: upTo(n) }) : (n) => module(n)
    return build({ kind, name }, create)
  }
  if (isPromised(kind)) {
    const create = args ? (given) => make({ $n: given, $source: given, $sources: given }) : module
    return build({ kind, name, sources }, create)
  }
  if (kind === 'multi') {
    const create = args ? (reads) => make({ $sources: reads }) : (reads) => module(reads)
    return build({ kind, name, sources }, create)
  }
  if (kind === 'sink') {
    if (args) return build({ kind, name }, (done) => make({ $done: done }))
    const isSink = module.length === 1 && !returnsFunction(module)
    return build({ kind, name }, isSink ? () => module : (done) => module(done))
  }
  const create = args
    ? () => make({ $n: 3, $values: upTo(3), $done: () => {} })
    : kind !== undefined && module.length !== 1 ? () => module() : factory(module)
  return build({ kind: kind ?? kindOf(create()), name }, args && kind === undefined && kindOf(create()) === 'source'
    ? (n) => make({ $n: n, $values: upTo(n) })
    : args && kind === undefined && kindOf(create()) === 'sink' ? (done) => make({ $done: done }) : create)
}

/** A function that is no module itself makes one: called without arguments it returns a function or a duplex. */
function factory(module) {
  if (module.length === 1 && !makesModules(module)) return () => module
  if (module.length === 2 && !returnsFunction(module)) return () => module
  return () => module()
}

// A through returns a read, of two parameters; what makes throughs returns a function of one.
function makesModules(module) {
  const made = attempt(() => module(silent))
  return isDuplex(made) || (typeof made === 'function' && made.length === 1)
}

function returnsFunction(module) {
  const made = attempt(() => module())
  return typeof made === 'function' || isDuplex(made)
}

const silent = (_abort, _callback) => {}

function attempt(act) {
  try {
    return act()
  } catch {
    return undefined
  }
}

const isDuplex = (object) => object !== null && typeof object === 'object' && typeof object.source === 'function' && typeof object.sink === 'function'

/** The kind of a module by the form it has: a source takes two parameters, a through or a sink one. */
export function kindOf(module) {
  if (isDuplex(module)) return 'duplex'
  if (typeof module !== 'function') throw wrong(`expected a function or { source, sink }, got ${describe(module)}: say how to make it with args or an adapter`)
  if (module.length === 2) return 'source'
  if (module.length === 1) return typeof attempt(() => module(silent)) === 'function' ? 'through' : 'sink'
  throw wrong(`cannot tell the kind of a function of ${module.length} parameters: say it with kind`)
}

const upTo = (n) => Array.from({ length: n }, (_, k) => k + 1)

function build({ kind, name = 'module', sources = isPromised(kind) ? 1 : 2, value }, create) {
  if (!KINDS.includes(kind)) throw wrong(`the adapter's kind must be one of ${KINDS.join(', ')}, got ${describe(kind)}`)
  if (value !== undefined && typeof value !== 'function') throw wrong(`the adapter's value must be a function, got ${describe(value)}`)
  const counts = kind === 'multi' || isPromised(kind) ? [sources].flat() : [kind === 'source' ? 0 : 1]
  if (!counts.every((count) => Number.isInteger(count) && count >= 0 && count <= 20)) {
    throw wrong(`the adapter's sources must be a whole number up to 20 or a list of such, got ${describe(sources)}`)
  }
  if (hasPromisedEnd(kind) && counts.includes(0)) throw wrong('a sink reads at least one source, got sources: 0')
  const made = (...args) => {
    try {
      return create(...args)
    } catch (error) {
      throw new WatertightError('E_HOST', `making the module threw: ${error?.message ?? error}`, { cause: error })
    }
  }
  const fn = (what, value, parameter) => {
    if (typeof value !== 'function') throw wrong(`${what} must be a function${parameter}, got ${describe(value)}`)
    return value
  }
  // One source by itself, several as a list; without any, how many values to give.
  const given = ({ n, reads }) => (reads.length === 0 ? n : sources === 1 ? reads[0] : reads)
  const settle = (promise, done) => {
    if (typeof promise?.then !== 'function') throw wrong(`a sink must return a promise${kind === 'web-stream-sink' ? ' or a WritableStream' : ''}, got ${describe(promise)}`)
    promise.then(() => done(null), (error) => done(error ?? new Error('rejected without an error')))
  }
  const connect = {
    'async-iterable': (scenario) => {
      const iterable = made(given(scenario))
      if (typeof iterable?.[Symbol.asyncIterator] !== 'function') throw wrong(`expected an async iterable, got ${describe(iterable)}`)
      return iterable
    },
    'web-stream': (scenario) => {
      const [source] = scenario.reads
      const stream = made(given(scenario))
      const isPair = typeof stream?.readable?.getReader === 'function' && typeof stream.writable?.getWriter === 'function'
      if (isPair && source) return source.pipeThrough(stream)
      if (typeof stream?.getReader !== 'function') throw wrong(`expected a ReadableStream or { readable, writable }, got ${describe(stream)}`)
      return stream
    },
    'async-iterable-sink': (scenario) => {
      settle(create(given(scenario)), scenario.done)
    },
    'web-stream-sink': (scenario) => {
      const [source] = scenario.reads
      const sink = create(given(scenario))
      settle(typeof sink?.getWriter === 'function' ? source.pipeTo(sink) : sink, scenario.done)
    },
    'source': ({ n }) => fn('a source', made(n), ' (abort, callback)'),
    'through': ({ reads }) => fn('what a through returns', fn('a through', made(), ' of a read')(reads[0]), ' (abort, callback)'),
    'sink': ({ reads, done }) => {
      fn('a sink', made(done), ' of a read')(reads[0])
    },
    'multi': ({ reads }) => fn('the combined source', made(reads), ' (abort, callback)'),
    'duplex': ({ reads }) => {
      const duplex = made()
      if (!isDuplex(duplex)) throw wrong(`a duplex must be { source, sink }, got ${describe(duplex)}`)
      duplex.sink(reads[0])
      return duplex.source
    },
  }[kind]
  return { name, kind, counts, connect, value, create, ...sides(kind) }
}

function describe(value) {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  return typeof value === 'object' ? `an object with ${Object.keys(value).slice(0, 5).join(', ') || 'no members'}` : typeof value === 'string' ? `'${value}'` : `${typeof value}`
}
