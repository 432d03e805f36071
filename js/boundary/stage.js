// Writes events for the engine: JS-owned arrays first, copied over at the crossing (the memory may grow until then).
import { WatertightError } from '../error.js'
import { glue, memory } from '../engine.js'
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

/** What a projected path of an object gives. */
function project(object, path) {
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

/** The answer of a call that did nothing; see src/wasm/machine.rs. */
const OTHERWISE = -(2 ** 31)

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
  texts.tidy(glue)
  longTexts.length = 0
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

/** Loads a part of an array as the events of the next input. */
export function loadPart(raw, values, from, to, paths) {
  if (values instanceof Float64Array) return loadNumbers(raw, values.subarray(from, to))
  const part = ArrayBuffer.isView(values) ? Float64Array.from(values.subarray(from, to)) : values.slice(from, to)
  if (part instanceof Float64Array) return loadNumbers(raw, part)
  if (part.every((value) => typeof value === 'number')) return loadNumbers(raw, part)
  loadValues(raw, part, paths)
}

/** Loads numbers as the events of the next input. */
export function loadNumbers(raw, part) {
  const at = glue.stage_numbers(part.length)
  new Float64Array(memory.buffer, at, part.length).set(part)
  raw.load_numbers()
}

function loadValues(raw, part, paths) {
  const n = part.length
  const columns = [column(n)]
  const objects = []
  for (let i = 0; i < n; i++) {
    const tag = tagOf(part[i], false)
    columns[0].tags[i] = tag
    if (tag === OBJECT) objects.push(part[i])
    else columns[0].numbers[i] = number
  }
  let first = 0
  if (objects.length > 0) {
    for (const path of paths) columns.push(fieldColumn(part, path))
    first = holdAll(objects)
    let id = first
    for (let i = 0; i < n; i++) if (columns[0].tags[i] === OBJECT) columns[0].numbers[i] = id++
  }
  const at = glue.stage_room(columns.length, n)
  columns.forEach(({ tags, numbers }, k) => {
    new Uint8Array(memory.buffer, at[2 * k], n).set(tags)
    new Float64Array(memory.buffer, at[2 * k + 1], n).set(numbers)
  })
  raw.load(n, first, objects.length)
}

function column(n) {
  return { tags: new Uint8Array(n), numbers: new Float64Array(n) }
}

function fieldColumn(part, path) {
  const { tags, numbers } = column(part.length)
  for (let i = 0; i < part.length; i++) {
    if (typeof part[i] !== 'object' || part[i] === null) continue
    number = 0
    tags[i] = tagOf(project(part[i], path), true)
    numbers[i] = number
  }
  return { tags, numbers }
}
