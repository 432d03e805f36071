// Batches for the engine: the events as a column, and one for each field that is read of objects. JS-owned arrays first, copied
// over at the crossing (the memory may grow until then).
import { glue, memory } from '../engine.js'
import { fieldOf, isPlain, readFirst, readFourth, readSecond, readThird } from './fields.js'
import { handOver } from './hand-over.js'
import { holdAll, upcoming } from './host.js'
import { number, tagOf } from './tagged.js'
import { ALL, NUMBER, OBJECT, TEXT } from './tags.js'
import { texts } from './texts.js'

/** The kind of a column that holds neither numbers alone nor texts alone; else it is the tag of all. */
const MIXED = -1

class Column {
  constructor(room) {
    this.tags = new Uint8Array(room)
    this.numbers = new Float64Array(room)
    this.kind = MIXED
  }

  /** Writes the i-th value; they come in order. */
  put(i, value) {
    if (this.kind === NUMBER && typeof value === 'number') {
      this.numbers[i] = value
      return
    }
    if (this.kind === TEXT && typeof value === 'string') {
      const code = texts.code(value)
      if (code >= 0) {
        this.numbers[i] = code
        return
      }
    }
    // Functions and symbols are no members, as fieldOf has it.
    const isNone = typeof value === 'function' || typeof value === 'symbol'
    this.write(i, tagOf(isNone ? null : value, true), number)
  }

  /** The same for a value whose tag is known; only a column of mixed kind needs the tags. */
  write(i, tag, number) {
    if (i === 0) this.kind = tag === NUMBER || tag === TEXT ? tag : MIXED
    if (this.kind !== MIXED && this.kind !== tag) {
      this.tags.fill(this.kind, 0, i)
      this.kind = MIXED
    }
    this.tags[i] = tag
    this.numbers[i] = number
  }

  /** Copies the first n to where the engine wants them. */
  copy(n, tagsAt, numbersAt) {
    const tags = new Uint8Array(memory.buffer, tagsAt, n)
    if (this.kind === MIXED) tags.set(this.tags.subarray(0, n))
    else tags[0] = ALL + this.kind
    if (this.kind !== OBJECT) new Float64Array(memory.buffer, numbersAt, n).set(this.numbers.subarray(0, n))
  }
}

/** Loads a part of an array as the events of the next input. */
export function loadPart(raw, values, from, to, reading) {
  if (values instanceof Float64Array) return loadNumbers(raw, values.subarray(from, to))
  if (ArrayBuffer.isView(values)) return loadNumbers(raw, Float64Array.from(values.subarray(from, to)))
  let at = from
  while (at < to && typeof values[at] === 'number') at++
  if (at === to) return loadNumbers(raw, from === 0 && to === values.length ? values : values.slice(from, to))
  loadValues(raw, values, from, to, reading)
}

function loadNumbers(raw, part) {
  const at = glue.stage_numbers(part.length)
  new Float64Array(memory.buffer, at, part.length).set(part)
  raw.load_numbers()
}

/** Columns of the last batch, kept for the next; away while one is under way, since getters may run code of the user's. */
let spare = []

function loadValues(raw, values, from, to, reading) {
  const columns = spare
  spare = []
  handOver(stage, raw, values, from, to, reading, columns)
  spare = columns
}

function stage(raw, values, from, to, reading, columns) {
  const { fields, whole } = reading
  const n = to - from
  for (let k = 0; k <= fields.length; k++) if (!(columns[k]?.tags.length >= n)) columns[k] = new Column(n)
  const count = fillFields(values, from, n, reading, columns)
  const used = count > 0 ? fields.length : 0
  // Where only fields are read, the objects themselves stay out of it.
  const first = count > 0 && whole ? upcoming() : 0
  if (count === n) columns[0].kind = OBJECT
  else fillEvents(values, from, n, columns[0], first)
  // They are held only now: an event that cannot cross would leave them held for ever.
  if (first > 0) holdAll(values.slice(from, to).filter(isObject))
  const at = glue.stage_room(used + 1, n)
  for (let k = 0; k <= used; k++) columns[k].copy(n, at[2 * k], at[2 * k + 1])
  raw.load(n, first, count)
}

function isObject(event) {
  return typeof event === 'object' && event !== null
}

/** Events, of which some are no objects; those that are have successive ids, if any. */
function fillEvents(values, from, n, column, first) {
  let id = first
  for (let i = 0; i < n; i++) {
    const tag = tagOf(values[from + i], false)
    column.write(i, tag, tag === OBJECT ? (first > 0 ? id++ : 0) : number)
  }
}

/** The fields of events; one that is no object has none. Gives how many objects there are. */
function fillFields(values, from, n, { fields, isDirect }, columns) {
  const [a, b, c, d] = fields
  const [, toA, toB, toC, toD] = columns
  const many = fields.length
  const isQuick = isDirect && many <= 4
  let count = 0
  let object
  try {
    for (let i = 0; i < n; i++) {
      object = values[from + i]
      if (isQuick && isObject(object) && isPlain(object)) {
        count++
        if (many > 0) toA.put(i, readFirst(object, a))
        if (many > 1) toB.put(i, readSecond(object, b))
        if (many > 2) toC.put(i, readThird(object, c))
        if (many > 3) toD.put(i, readFourth(object, d))
        continue
      }
      if (isObject(object)) count++
      else object = null
      for (let k = 0; k < many; k++) columns[k + 1].put(i, fieldOf(object, fields[k]))
    }
  } catch (cause) {
    // To say which field it was.
    for (const field of fields) fieldOf(object, field)
    throw cause
  }
  return count
}
