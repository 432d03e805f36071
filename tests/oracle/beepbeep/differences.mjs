// Where we knowingly differ from BeepBeep: each rule looks at the pipeline, not at a case's name.

const ENDS_WITH_OUTPUT = ['KeepLast', 'Pack', 'Slice', 'SliceLast']
const SEVERAL_AT_ONCE = ['Stutter', 'VariableStutter', 'Unpack', 'Insert', 'Pad', 'Multiplex', 'Globally', 'Eventually', 'Until', 'FindPattern', 'ApplyFunctionPartial']
const ENDS_EARLY = ['Prefix', 'DetectEnd', 'MooreMachine', 'RangeCep']
const STARTS_OVER = ['Window', 'RunOn', 'ResetLast', 'RangeCep']
const FORGETS_TO = ['WindowFunction', 'Smooth', 'Pack', 'Sets.Intersect', 'Always', 'Sometime', 'ForAll', 'Exists', 'Limit', 'FindPattern']
const COPIES = ['Slice', 'SliceLast', 'Always', 'Sometime', 'ForAll', 'Exists', 'Every', 'Some', 'NewForAll', 'NewTrooleanForAll']
const ARITHMETIC = ['add', 'sub', 'mul', 'div', 'pow', 'sqrt', 'square', 'eq', 'gt', 'ge', 'lt', 'le', 'ceil', 'floor', 'abs']
const FLOAT_PROCESSORS = ['Smooth', 'Threshold', 'Persist', 'Limit', 'PlateauFinder', 'PeakFinderLocalMaximum', 'PeakFinderTravelRise']

const RULES = [
  {
    name: 'maximum over negative numbers',
    reason: 'BeepBeep starts a maximum at the smallest positive float (1.4e-45); ours starts at the first event',
    touches: (c) =>
      (some(c.pipeline, (o) => ['Cumulate', 'cumulative'].includes(o.type ?? o.fn) && o.f?.fn === 'max')
        || types(c.pipeline, ['PlateauFinder', 'PeakFinderTravelRise'])) && numbers(c).some((n) => n < 0 || isSmallest(n)),
  },
  {
    name: 'end of trace inside a window',
    reason: 'BeepBeep tells the processor inside a window that the trace has ended after its first event; ours after the last',
    touches: (c) => some(c.pipeline, (o) => o.type === 'Window' && heldToTheEnd(o.processor)),
  },
  {
    name: 'several outputs for one event inside a slice',
    reason: 'BeepBeep takes one queued output per event, so the map lags behind; ours shows the last output',
    touches: (c) => some(c.pipeline, (o) => isSlice(o) && types(o.processor, SEVERAL_AT_ONCE)),
  },
  {
    name: 'end of trace before the end',
    reason: 'BeepBeep ends the trace one event late and again at every later event; ours ends it once, with the last event',
    touches: (c) => types(c.pipeline, ENDS_EARLY) && heldToTheEnd(c.pipeline),
  },
  {
    name: 'integrate',
    reason: 'BeepBeep never updates the accumulator',
    touches: (c) => types(c.pipeline, ['Integrate']),
  },
  {
    name: 'after a formula that needs more than one event',
    reason: 'BeepBeep gives the formula under X one event only and repeats its verdict; ours goes on',
    touches: (c) => types(c.pipeline, ['After']),
  },
  {
    name: 'starting over',
    reason: 'some processors of BeepBeep forget to reset; ours all start over',
    touches: (c) => some(c.pipeline, (o) => STARTS_OVER.includes(o.type) && types([o.processor, o.data], FORGETS_TO)),
  },
  {
    name: 'a copy of a prefix',
    reason: 'BeepBeep makes a Trim of it; ours stays a prefix',
    touches: (c) => some(c.pipeline, (o) => COPIES.includes(o.type) && types(o.processor, ['Prefix'])),
  },
  {
    name: 'answers before all inputs are known',
    reason: 'BeepBeep tells early of and, or, implies and mul only, and nothing at the end; ours wherever the answer is certain',
    touches: (c) => types(c.pipeline, ['ApplyFunctionPartial']),
  },
  {
    name: 'numbers and collections as text',
    reason: 'Java writes 1.0 where JS writes 1, and lists with blanks',
    touches: (c) =>
      some(c.pipeline, (o) => ['concat', 'toString'].includes(o.fn) || o.type === 'BuildString')
      && /\d\.\d|, /.test(JSON.stringify(c.outputs.flat().filter((each) => typeof each === 'string'))),
  },
  {
    name: 'lists with equal members',
    reason: 'BeepBeep takes two collections for equal where each member of one is in the other; ours counts them',
    touches: (c) => some(c.pipeline, (o) => o.fn === 'eq') && c.inputs.flat().flatMap(lists).some(twice),
  },
  {
    name: 'padding over a processor that already emits',
    reason: 'BeepBeep keeps the outputs that the padding replaces and emits them all after it',
    touches: (c) => types(c.pipeline, ['Pad']),
  },
  {
    name: '1 and 1.0 as members or keys',
    reason: 'Java tells the integer 1 from the float 1.0 in collections; our numbers are all doubles',
    touches: (c) => some(c.outputs, (o) => twice(o.$set) || twice(o.$map?.map(([key]) => key)) || twice(o.$multiset?.map(([key]) => key))),
  },
  {
    name: '32-bit floats',
    reason: 'BeepBeep computes with 32-bit floats, ours with doubles; here the rounding shows',
    touches: (c) =>
      (some(c.pipeline, (o) => ARITHMETIC.includes(o.fn)) || types(c.pipeline, FLOAT_PROCESSORS))
      && numbers(c).some((n) => Math.fround(n) !== n || Math.abs(n) >= 2 ** 24),
  },
]

/** Pipes are typed in BeepBeep when they are connected; ours look at each event. */
export const LATER_TYPES = {
  name: 'types of pipes',
  reason: 'BeepBeep refuses to connect pipes of different declared types; ours takes the pipeline and checks each event',
}

/** What BeepBeep refuses while it runs and we take. */
export const ACCEPTED = {
  name: 'events that BeepBeep cannot take',
  reason: 'BeepBeep stops with an error at this event; ours has an answer for it, and was the same up to there',
}

/** Every known difference, for the printed list. */
export const knownDifferences = [...RULES, LATER_TYPES, ACCEPTED].map(({ name, reason }) => ({ name, reason }))

/** The known difference that explains why this case comes out otherwise, or undefined. */
export function differenceOf(oracleCase) {
  return RULES.find((rule) => rule.touches(oracleCase))
}

/** Whether the order of members in lists is an accident of Java's hash maps. */
export function listsInAnyOrder(oracleCase) {
  return types(oracleCase.pipeline, ['SliceLast'])
}

const isSlice = (o) => o.type === 'Slice' || o.type === 'SliceLast'

function heldToTheEnd(pipeline) {
  return types(pipeline, ENDS_WITH_OUTPUT) || some(pipeline, (o) => o.type === 'CountDecimate' && o.processLast)
}

function types(json, names) {
  return some(json, (o) => names.includes(o.type))
}

function some(json, test) {
  if (json === null || typeof json !== 'object') return false
  if (!Array.isArray(json) && test(json)) return true
  return Object.values(json).some((item) => some(item, test))
}

function numbers({ pipeline, inputs, outputs }) {
  const found = []
  const visit = (json) => {
    if (typeof json === 'number') found.push(json)
    else if (json !== null && typeof json === 'object') Object.values(json).forEach(visit)
  }
  visit([pipeline, inputs, outputs])
  return found
}

/** All lists in some JSON. */
function lists(json) {
  if (json === null || typeof json !== 'object') return []
  const inside = Object.values(json).flatMap(lists)
  return Array.isArray(json) ? [json, ...inside] : inside
}

/** The smallest positive 32-bit float, where BeepBeep's maxima start. */
const isSmallest = (n) => n > 0 && n < 1e-40

function twice(members) {
  const seen = members?.map((member) => JSON.stringify(member)) ?? []
  return new Set(seen).size < seen.length
}
