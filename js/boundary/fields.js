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

/** A field of a plain object, where the field is a single name: the first that is read of it, the second, and so on. */
export const readFirst = (object, field) => field.read(object, field.name)
export const readSecond = (object, field) => field.read(object, field.name)
export const readThird = (object, field) => field.read(object, field.name)
export const readFourth = (object, field) => field.read(object, field.name)

/** The commonest objects, which need not be looked at any closer. */
export function isPlain(object) {
  return object.__proto__ === Object.prototype
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

/** The field of a path; a single name has someone to read it. */
function field(path) {
  const names = path.split('.')
  return { names, name: names[0], read: names.length === 1 ? readerOf(names[0]) : undefined }
}

/**
 * What is read of the objects of an input: `fields`, all of which may be single names (`isDirect`); whether the object is needed
 * besides (`whole`); whether it can be fed by its members in those fields (`byMembers`), in both cases `isQuick`; and the machine's
 * place for that.
 */
export function readingOf(raw, input) {
  const fields = raw.paths(input).map(field)
  const [first, second, third, fourth] = fields
  const isDirect = fields.every(({ read }) => read)
  const byMembers = raw.by_members(input)
  const isQuick = isDirect && byMembers
  const [count, whole, place] = [fields.length, raw.whole(input), raw.place()]
  return { fields, count, first, second, third, fourth, isDirect, byMembers, isQuick, whole, place }
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
