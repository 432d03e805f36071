// Reads the members of objects that a pipeline names, such as `user.id`.
import { WatertightError } from '../error.js'
import { member } from './host.js'

/*
 * The same functions again and again. For each place in the code V8 remembers which member was read there, and by which
 * function: it is several times as quick where that stays the same. So each name has a function of its own to read it, and each
 * of the first fields of an object a place of its own to call that.
 */
const READERS = [
  (object, name) => object[name],
  (object, name) => object[name],
  (object, name) => object[name],
  (object, name) => object[name],
  (object, name) => object[name],
  (object, name) => object[name],
  (object, name) => object[name],
  (object, name) => object[name],
  (object, name) => object[name],
  (object, name) => object[name],
  (object, name) => object[name],
  (object, name) => object[name],
]

export const readFirst = (object, field) => (field.isDirect && isPlain(object) ? field.read(object, field.name) : fieldOf(object, field))
export const readSecond = (object, field) => (field.isDirect && isPlain(object) ? field.read(object, field.name) : fieldOf(object, field))
export const readThird = (object, field) => (field.isDirect && isPlain(object) ? field.read(object, field.name) : fieldOf(object, field))
export const readFourth = (object, field) => (field.isDirect && isPlain(object) ? field.read(object, field.name) : fieldOf(object, field))

/** The commonest objects, which need not be looked at any closer. */
function isPlain(object) {
  return typeof object === 'object' && object !== null && object.__proto__ === Object.prototype
}

/** Who reads which name; later names share the last reader. */
const readers = new Map()

function readerOf(name) {
  const known = readers.get(name)
  if (known) return known
  const reader = READERS[Math.min(readers.size, READERS.length - 1)]
  if (readers.size < READERS.length) readers.set(name, reader)
  return reader
}

/** The field of a path, `name` and `read` where it `isDirect`, a single name. */
function field(path) {
  const names = path.split('.')
  return { names, isDirect: names.length === 1, name: names[0], read: readerOf(names[0]) }
}

/** What is read of the objects of an input: fields, whether the object is needed besides, and whether it can be fed by their members. */
export function readingOf(raw, input) {
  return { fields: raw.paths(input).map(field), whole: raw.whole(input), byMembers: raw.by_members(input) }
}

/** What an object has in a field, as expressions see it. */
export function fieldOf(object, { names }) {
  let value = object
  try {
    for (let k = 0; k < names.length; k++) value = member(value, names[k])
  } catch (cause) {
    throw new WatertightError('E_HOST', `reading '${names.join('.')}' of an event threw`, { cause })
  }
  return value
}
