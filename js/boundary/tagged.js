// Values as the engine gets them: a tag, and a number that goes with it.
import { WatertightError } from '../error.js'
import { holdWithin } from './hand-over.js'
import { longTexts } from './host.js'
import { FALSE, NULL, NUMBER, OBJECT, SIDE, TEXT, TRUE } from './tags.js'
import { texts } from './texts.js'

/** The number that goes with the tag `tagOf` gave last. */
export let number = 0

/** The tag of a value; sets `number`. Objects get an id only if `keep`. */
export function tagOf(value, keep) {
  number = 0
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
      if (keep) number = holdWithin(value)
      return OBJECT
    default:
      throw new WatertightError('E_TYPE', `an event must be a JSON value or an object, got a ${typeof value}`)
  }
}

function tagOfText(text) {
  number = texts.code(text)
  if (number >= 0) return TEXT
  number = longTexts.push(text) - 1
  return SIDE
}
