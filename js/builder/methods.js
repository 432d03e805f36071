// What each method of the builder adds: its processor's parameters from the method's arguments.
//
// A row is `(x, arguments...) => [parameters, streams besides x, outputs]`. Rows that make several outputs give an
// array of streams. `of` turns a builder function, JSON or a Pipeline into a nested pipeline.
import { outputsOf } from './nested.js'

const plain = () => [{}]
const finite = ({ finite } = {}) => [{ finite }]

/** The rows; `of` comes from the stream, which knows how to draw nested pipelines. */
export const rows = (of) => {
  const inner = (parameters, what, others = []) => {
    const spec = of(what)
    return [{ ...parameters, of: spec }, others, outputsOf(spec)]
  }
  const listed = (fn) => (Array.isArray(fn) ? fn.length : 1)
  return {
    // Flow
    passthrough: (...others) => [{}, others, others.length + 1],
    fork: (outputs = 2) => [{ outputs }, [], outputs, true],
    trim: (count) => [{ count }],
    prefix: (count) => [{ count }],
    decimate: (interval, { last } = {}) => [{ interval, last }],
    timeDecimate: (interval, time, { last } = {}) => [{ interval, time, last }],
    keepLast: plain,
    filter: (control) => [{}, [control]],
    filterOn: (fn) => [{ fn }],
    freeze: plain,
    insert: (count, value) => [{ count, value }],
    pad: (what, count, value) => inner({ count, value }, what),
    stutter: (count) => [{ count }],
    variableStutter: (counts) => [{}, [counts]],
    turnInto: (value) => [{ value }],
    multiplex: (...others) => [{}, others],
    divert: (fn, outputs) => [{ fn, outputs }, [], outputs, true],
    endWhen: (fn) => [{ fn }],
    resetLast: (what, control) => inner({}, what, [control]),

    // Windows and slices
    window: (width, what, ...others) => inner({ width }, what, others),
    windowFn: (fn) => [{ fn }],
    slice: (key, what, { clean, explode } = {}) => inner({ key, clean, explode }, what),
    sliceLast: (key, what, { clean, explode } = {}) => inner({ key, clean, explode }, what),
    group: (what, ...others) => inner({}, what, others),

    // Functions
    apply: (fn, ...others) => [{ fn }, others, listed(fn), Array.isArray(fn)],
    applyPartial: (fn, ...others) => [{ fn }, others],
    cumulate: (fn, start) => [{ fn, start }],
    integrate: (start) => [{ start }],

    // Collections and texts
    pack: (control) => [{}, [control]],
    timePack: (interval, time) => [{ interval, time }],
    unpack: plain,
    putInto: (into, values) => [{ into }, values === undefined ? [] : [values]],
    union: plain,
    intersect: plain,
    mergeMaps: plain,
    runOn: (what, { default: fallback } = {}) => inner({ default: fallback }, what),
    buildString: (separator) => [{ separator }],
    findPattern: (pattern) => [{ pattern }],

    // Temporal logic
    globally: finite,
    eventually: finite,
    next: finite,
    until: (right, { finite } = {}) => [{ finite }, [right]],
    always: (what) => inner({}, what),
    sometime: (what) => inner({}, what),
    after: (what) => inner({}, what),
    upTo: (right) => [{}, [right]],
    forAll: (name, domain, what) => inner({ var: name, domain }, what),
    exists: (name, domain, what) => inner({ var: name, domain }, what),
    every: (name, domain, what) => inner({ var: name, domain }, what),
    some: (name, domain, what) => inner({ var: name, domain }, what),
    forAllNew: (name, domain, what) => inner({ var: name, domain }, what),
    everyNew: (name, domain, what) => inner({ var: name, domain }, what),
    ltl: (formula, { finite, atoms } = {}, ...others) => [{ formula, finite, atoms }, others],
    interpret: plain,

    // State machines
    moore: ({ transitions, symbols, init, initial }, ...others) => [{ initial, init, transitions, symbols }, others],

    // Signals
    localMaximum: ({ width, drops } = {}) => [{ width, drops }],
    travelRise: ({ width, threshold } = {}) => [{ width, threshold }],
    plateau: ({ width, range, relative } = {}) => [{ width, range, relative }],
    persist: (count) => [{ count }],
    limit: (count) => [{ count }],
    smooth: (width) => [{ width }],
    threshold: (value) => [{ value }],

    // Complex events
    rangeCep: ({ range, data, fn, restarts, includesLast, contiguous }) =>
      [{ range: of(range), data: data.map(of), fn, restarts, includesLast, contiguous }],

    // Objects
    select: (fields) => [{ fields }],
    where: (fn) => [{ fn }],
    project: (fields) => [{ fields }],
    join: (right, { left, right: key, fn, within, leftTime, rightTime }) =>
      [{ left, right: key, fn, within, leftTime, rightTime }, [right]],

    // Event time
    timeWindow: (duration, time, what) => inner({ duration, time }, what),
    sessionWindow: (gap, time, what) => inner({ gap, time }, what),
  }
}

/** Methods named after an operator: the other side is a stream or a constant. */
export const operators = {
  plus: '+', minus: '-', times: '*', dividedBy: '/', mod: '%',
  equals: '==', differs: '!=', lessThan: '<', atMost: '<=', moreThan: '>', atLeast: '>=',
  and: '&&', or: '||',
}

/** Methods for running totals, as folds. */
export const folds = {
  sum: ['x + y', 0],
  product: ['x * y', 1],
  max: ['max(x, y)'],
  min: ['min(x, y)'],
}
