// Writes events for the engine: JS-owned arrays first, copied over at the crossing (the memory may grow until then).
import { WatertightError } from '../error.js'
import { glue, memory } from '../engine.js'
import { OTHERWISE } from './feed.js'
import { hold, holdAll, longTexts, member } from './host.js'
import { FALSE, NULL, NUMBER, OBJECT, SIDE, TEXT, TRUE } from './tags.js'
import { texts } from './texts.js'

/** The number that goes with the tag `tagOf` gave last. */
let number = 0

/** The tag of a value; sets `number`. Objects get an id only if `keep`. */
function tagOf(value, keep) {
  switch (typeof value) {
    case 'number':
      number = value
      return NUMBER
    case 'boolean':
      return value ? TRUE : FALSE
    case 'string':
      return tagOfText(value)
    case 'undefined':
      return NULL
    case 'object':
      if (value === null) return NULL
      if (keep) number = hold(value)
      return OBJECT
    default:
      throw new WatertightError('E_TYPE', `an event must be a JSON value or an object, got a ${typeof value}`)
  }
}

function tagOfText(text) {
  number = texts.code(text, glue)
  if (number >= 0) return TEXT
  number = longTexts.push(text) - 1
  return SIDE
}

/** Hand-overs under way: codes of texts stand in what is staged for them, and getters and functions of the user's may begin others. */
let underWay = 0

/** Does a hand-over. Between two of them texts may be forgotten, so that those of long streams do not pile up. */
function handOver(act, ...given) {
  if (underWay === 0) {
    texts.tidy(glue)
    if (longTexts.length > 0) longTexts.length = 0
  }
  underWay++
  try {
    return act(...given)
  } finally {
    underWay--
  }
}

/** What a projected path of an object gives. */
export function project(object, path) {
  try {
    let value = object
    for (let k = 0; k < path.length; k++) value = member(value, path[k])
    return value
  } catch (cause) {
    throw new WatertightError('E_HOST', `reading '${path.join('.')}' of an event threw`, { cause })
  }
}

/** What is read of the objects of an input: member paths, and whether the objects themselves are needed besides. */
export function readingOf(raw, input) {
  const paths = raw.paths(input).map((path) => path.split('.'))
  const whole = raw.whole(input)
  return { paths, whole, byMember: paths.length === 1 && !whole }
}

let singleTags = new Uint8Array(0)
let singleNumbers, room, layout

// Views detach when the memory grows; a detached view has length 0.
function lookAtSingle() {
  layout ??= glue.single_layout()
  room = layout[0]
  singleTags = new Uint8Array(memory.buffer, layout[1], room)
  singleNumbers = new Float64Array(memory.buffer, layout[2], room)
}

/** Feeds one value that is not a number; answers as the engine does. */
export function pushValue(raw, input, value, reading) {
  return handOver(push, raw, input, value, reading)
}

function push(raw, input, value, reading) {
  const tag = tagOf(value, false)
  if (tag !== OBJECT) return raw.push_scalar(input, tag, number)
  const { paths } = reading
  if (reading.byMember) {
    const member = project(value, paths[0])
    if (typeof member === 'number') {
      const answer = raw.push_member(input, member)
      if (answer !== OTHERWISE) return answer
      reading.byMember = false
    }
  }
  if (singleTags.length === 0) lookAtSingle()
  if (paths.length > room) return pushStaged(raw, input, value, paths)
  for (let k = 0; k < paths.length; k++) {
    const fieldTag = tagOf(project(value, paths[k]), true)
    // A new text may have made the memory grow.
    if (singleTags.length === 0) lookAtSingle()
    singleTags[k] = fieldTag
    singleNumbers[k] = number
  }
  return raw.push_single(input, reading.whole ? hold(value) : 0)
}

/** The same for more fields than the fixed place has room for. */
function pushStaged(raw, input, value, paths) {
  const fields = paths.map((path) => project(value, path))
  const slots = [[OBJECT, hold(value)], ...fields.map((field) => [tagOf(field, true), number])]
  const at = glue.stage_room(slots.length, 1)
  slots.forEach(([slotTag, slotNumber], k) => {
    new Uint8Array(memory.buffer, at[2 * k], 1)[0] = slotTag
    new Float64Array(memory.buffer, at[2 * k + 1], 1)[0] = slotNumber
  })
  return raw.push_staged(input)
}

let few = new Float64Array(0)
let fewLayout

/** How many numbers fit into a small batch. */
export function roomForFew() {
  fewLayout ??= glue.few_layout()
  return fewLayout[0]
}

/** Stages the first n of some numbers as a small batch; there must be room for them. */
export function stageFew(numbers, n) {
  if (few.length === 0) few = new Float64Array(memory.buffer, fewLayout[1], fewLayout[0])
  few.set(n === numbers.length ? numbers : numbers.subarray(0, n))
}

/** Loads a part of an array as the events of the next input. */
export function loadPart(raw, values, from, to, reading) {
  if (values instanceof Float64Array) return loadNumbers(raw, values.subarray(from, to))
  if (ArrayBuffer.isView(values)) return loadNumbers(raw, Float64Array.from(values.subarray(from, to)))
  const part = from === 0 && to === values.length ? values : values.slice(from, to)
  if (part.every((value) => typeof value === 'number')) return loadNumbers(raw, part)
  loadValues(raw, part, reading)
}

/** Loads numbers as the events of the next input. */
export function loadNumbers(raw, part) {
  const at = glue.stage_numbers(part.length)
  new Float64Array(memory.buffer, at, part.length).set(part)
  raw.load_numbers()
}

/** Columns of the last batch, kept for the next; away while one is under way, since getters may run code of the user's. */
let spare = []

function loadValues(raw, part, reading) {
  const columns = spare
  spare = []
  handOver(stageColumns, raw, part, reading, columns)
  spare = columns
}

function stageColumns(raw, part, { paths, whole }, columns) {
  const n = part.length
  const events = column(columns, 0, n)
  const objects = []
  let count = 0
  for (let i = 0; i < n; i++) {
    const event = part[i]
    if (typeof event === 'object' && event !== null) {
      events.tags[i] = OBJECT
      events.numbers[i] = 0
      count++
      if (whole) objects.push(event)
    } else {
      number = 0
      events.tags[i] = tagOf(event, false)
      events.numbers[i] = number
    }
  }
  const used = count > 0 ? paths.length : 0
  for (let k = 0; k < used; k++) fillColumn(column(columns, k + 1, n), part, paths[k])
  // Where only fields are read, the objects themselves stay out of it.
  const first = count > 0 && whole ? holdAll(objects) : 0
  if (first > 0) {
    let id = first
    for (let i = 0; i < n; i++) if (events.tags[i] === OBJECT) events.numbers[i] = id++
  }
  const at = glue.stage_room(used + 1, n)
  for (let k = 0; k <= used; k++) {
    const { tags, numbers } = columns[k]
    new Uint8Array(memory.buffer, at[2 * k], n).set(tags.subarray(0, n))
    new Float64Array(memory.buffer, at[2 * k + 1], n).set(numbers.subarray(0, n))
  }
  raw.load(n, first, count)
}

/** The k-th column, with room for n. */
function column(columns, k, n) {
  if (!(columns[k]?.tags.length >= n)) columns[k] = { tags: new Uint8Array(n), numbers: new Float64Array(n) }
  return columns[k]
}

function fillColumn({ tags, numbers }, part, path) {
  for (let i = 0; i < part.length; i++) {
    const object = part[i]
    const value = typeof object === 'object' && object !== null ? project(object, path) : null
    if (typeof value === 'number') {
      tags[i] = NUMBER
      numbers[i] = value
    } else if (typeof value === 'string') {
      tags[i] = tagOfText(value)
      numbers[i] = number
    } else {
      number = 0
      tags[i] = tagOf(value, true)
      numbers[i] = number
    }
  }
}
