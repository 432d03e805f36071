// Feeds an object by the few members that the pipeline reads of it, all of them numbers or texts: nothing else crosses over.
import { glue, memory } from '../engine.js'
import { OBJECT_WANTED } from './feed.js'
import { fieldOf, isPlain, readFirst, readFourth, readSecond, readThird } from './fields.js'
import { begin, isOver } from './hand-over.js'
import { hold } from './host.js'
import { texts } from './texts.js'

/** Where the engine reads them, as numbers and as codes; see src/wasm/members.rs. */
let numbers = new Float64Array(0)
let codes

// Views detach when the memory grows; a detached view has length 0.
function look() {
  const [room, at] = glue.members_layout()
  numbers = new Float64Array(memory.buffer, at, room)
  codes = new Uint32Array(memory.buffer, at, 2 * room)
}

/** What `take` gives where an object cannot be fed like this. */
const UNFIT = -1

/** Writes the members of an object where the engine reads them; gives which of them are texts, as bits. */
function take(object, { fields, isDirect }) {
  const many = fields.length
  if (numbers.length === 0) look()
  const mine = begin()
  let bits = 0
  try {
    if (isDirect && isPlain(object)) {
      if (many > 0) bits = put(0, readFirst(object, fields[0]))
      if (many > 1) bits |= put(1, readSecond(object, fields[1]))
      if (many > 2) bits |= put(2, readThird(object, fields[2]))
      if (many > 3) bits |= put(3, readFourth(object, fields[3]))
    } else {
      for (let k = 0; k < many; k++) bits |= put(k, fieldOf(object, fields[k]))
    }
  } catch {
    // The general way meets it again, and says what it was.
    return UNFIT
  }
  // A getter of the user's may have fed another object.
  return isOver(mine) ? UNFIT : bits
}

/** Writes the k-th member; gives its bit. All bits are set where it does not fit, and stay so. */
function put(k, value) {
  if (typeof value === 'number') {
    numbers[k] = value
    return 0
  }
  if (typeof value !== 'string') return UNFIT
  const code = texts.code(value, glue)
  if (code < 0) return UNFIT
  // A new text may have made the memory grow.
  if (numbers.length === 0) look()
  codes[2 * k] = code
  return 1 << k
}

/** Feeds an object: gives the double of js/boundary/feed.js, or undefined where it cannot be fed like this and nothing has happened. */
export function feedObject(raw, object, reading) {
  if (!reading.byMembers || typeof object !== 'object' || object === null) return undefined
  const bits = take(object, reading)
  return bits === UNFIT ? undefined : raw.feed_object(bits)
}

/** The same, but answers as all do that push. */
export function pushObject(raw, object, reading) {
  const bits = reading.byMembers ? take(object, reading) : UNFIT
  if (bits === UNFIT) return undefined
  const answer = raw.push_object(bits)
  return answer === OBJECT_WANTED ? goOn(raw, object, reading) : answer
}

/** Goes on with an object that was fed by its members and is needed itself; answers likewise. */
export function goOn(raw, object, { whole }) {
  return raw.go_on(whole ? hold(object) : 0)
}
