// Single events the quickest way, doubles in and a double out; objects by the few members that the pipeline reads of them, all
// of them numbers or texts. The engine's half is src/wasm/single.rs.
import { feedMembers } from '../engine.js'
import { fieldOf, isPlain, readFirst, readFourth, readSecond, readThird } from './fields.js'
import { hold } from './host.js'
import { age, texts } from './texts.js'

/** Nothing came out. */
export const SILENCE = -1.5e-300

/** The object that went in came out. */
export const ITSELF = -2.5e-300

/** The object cannot be fed like this, and nothing has happened. */
export const UNFIT = -3.5e-300

/** Whether a number came out: signals lie between these two, and NaN says that something else did. */
export const isNumber = (out) => out > -1e-300 || out < -4e-300

/** The answer where an object that was fed by its members is needed itself. */
const OBJECT_WANTED = -(2 ** 31)

/**
 * Feeds an object by its members: gives the number that came out, or a signal. What cannot be read, or is neither number nor
 * short text, the general way meets again, and says what it was. Each member has lines of its own here, so that V8 knows at
 * each of them what it reads.
 */
export function feedObject(object, reading) {
  const before = age
  const { count } = reading
  let bits = 0
  let a = 0
  let b = 0
  let c = 0
  let d = 0
  try {
    const plainly = reading.isQuick === true && isPlain(object)
    if (!plainly && !(reading.byMembers && typeof object === 'object' && object !== null)) return UNFIT
    if (count > 0) {
      const x = plainly ? readFirst(object, reading.first) : fieldOf(object, reading.first)
      if (typeof x === 'number') a = x
      else if ((a = codeOf(x)) >= 0) bits = 1
      else return UNFIT
    }
    if (count > 1) {
      const x = plainly ? readSecond(object, reading.second) : fieldOf(object, reading.second)
      if (typeof x === 'number') b = x
      else if ((b = codeOf(x)) >= 0) bits |= 2
      else return UNFIT
    }
    if (count > 2) {
      const x = plainly ? readThird(object, reading.third) : fieldOf(object, reading.third)
      if (typeof x === 'number') c = x
      else if ((c = codeOf(x)) >= 0) bits |= 4
      else return UNFIT
    }
    if (count > 3) {
      const x = plainly ? readFourth(object, reading.fourth) : fieldOf(object, reading.fourth)
      if (typeof x === 'number') d = x
      else if ((d = codeOf(x)) >= 0) bits |= 8
      else return UNFIT
    }
  } catch {
    return UNFIT
  }
  // A getter of the user's may have fed other events: codes from before mean nothing where texts were forgotten since.
  return bits === 0 || age === before ? feedMembers(reading.place, bits, a, b, c, d) : UNFIT
}

/** The same, but answers as all do that push; or UNFIT. */
export function pushObject(raw, object, reading) {
  const out = feedObject(object, reading)
  return out === UNFIT ? UNFIT : follow(raw, out, object, reading)
}

/** Goes on with an event that was fed and gave `out`; answers as all do that push. */
export function follow(raw, out, event, { whole }) {
  const answer = raw.came(out)
  return answer === OBJECT_WANTED ? raw.go_on(whole ? hold(event) : 0) : answer
}

/** Negative where it has none. */
const codeOf = (value) => (typeof value === 'string' ? texts.code(value) : -1)
