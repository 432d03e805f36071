// BeepBeep's values as the oracle writes them, in our values; and how two are compared.

/** A collection whose order is not known (the values of a map). */
class Bag {
  constructor(items) {
    this.items = items
  }
}

/** Elements with how often each occurs. */
class Multiset {
  constructor(entries) {
    this.entries = entries
  }
}

const TROOLEANS = { TRUE: true, FALSE: false, INCONCLUSIVE: null }
const NUMBERS = { 'NaN': NaN, 'Infinity': Infinity, '-Infinity': -Infinity }

/** The value that an oracle's JSON stands for, to be compared with an output. */
export function expected(json) {
  if (Array.isArray(json)) return json.map(expected)
  if (json === null || typeof json !== 'object') return json
  if ('$array' in json) return json.$array.map(expected)
  if ('$set' in json) return new Set(json.$set.map(expected))
  if ('$map' in json) return new Map(json.$map.map(([key, value]) => [expected(key), expected(value)]))
  if ('$multiset' in json) return new Multiset(json.$multiset.map(([element, count]) => [expected(element), count]))
  if ('$collection' in json) return new Bag(json.$collection.map(expected))
  if ('$troolean' in json) return TROOLEANS[json.$troolean]
  return Object.fromEntries(Object.entries(json).map(([key, value]) => [key, expected(value)]))
}

/** The event that an oracle's JSON stands for, to be pushed. */
export function event(json) {
  return plain(expected(json))
}

function plain(value) {
  if (typeof value === 'string') return value in NUMBERS ? NUMBERS[value] : value
  if (Array.isArray(value)) return value.map(plain)
  if (value instanceof Set) return new Set([...value].map(plain))
  if (value instanceof Map) return new Map([...value].map(([key, item]) => [plain(key), plain(item)]))
  if (value instanceof Bag) return value.items.map(plain)
  if (value instanceof Multiset) return new Map(value.entries)
  return value
}

/** Whether an output is what the oracle expects; lists in any order where `anyOrder`. */
export function same(want, got, anyOrder = false) {
  const inner = (a, b) => same(a, b, anyOrder)
  if (want instanceof Bag) return isCollection(got) && sameItems(want.items, [...got], inner)
  if (want instanceof Multiset) return got instanceof Map && sameItems(want.entries, [...got], pairs(inner))
  if (want instanceof Set) return isCollection(got) && sameItems([...want], [...got], inner)
  if (want instanceof Map) return sameItems([...want], entries(got), pairs(inner))
  if (Array.isArray(want)) {
    if (!Array.isArray(got) || got.length !== want.length) return false
    return anyOrder ? sameItems(want, got, inner) : want.every((item, k) => inner(item, got[k]))
  }
  if (typeof got === 'number') return sameNumber(typeof want === 'string' && want in NUMBERS ? NUMBERS[want] : want, got)
  if (typeof want === 'string' && typeof got === 'string') return want === got || shortNumbers(want) === shortNumbers(got)
  if (want !== null && typeof want === 'object') return sameItems(Object.entries(want), entries(got), pairs(inner))
  return want === got
}

const isCollection = (value) => Array.isArray(value) || value instanceof Set

function entries(value) {
  if (value instanceof Map) return [...value]
  return value !== null && typeof value === 'object' ? Object.entries(value) : []
}

// Keys of a plain object are texts, whatever they were.
const pairs = (inner) => ([k1, v1], [k2, v2]) => (inner(k1, k2) || String(k1) === k2) && inner(v1, v2)

// BeepBeep computes with 32-bit floats; below its smallest normal number only "nothing" is left to compare.
function sameNumber(want, got) {
  if (typeof want !== 'number') return false
  if (Object.is(want, got) || want === got) return true
  return Math.abs(want - got) <= Math.max(1e-6 * Math.max(Math.abs(want), Math.abs(got)), 1e-37)
}

function sameItems(want, got, inner) {
  if (want.length !== got.length) return false
  const left = [...got]
  return want.every((item) => {
    const k = left.findIndex((other) => inner(item, other))
    if (k >= 0) left.splice(k, 1)
    return k >= 0
  })
}

// Java writes a float of whole value as 1.0 and shows seven digits; JS writes 1 and shows all.
function shortNumbers(text) {
  return text.replace(/-?\d+\.\d+(?:[eE][-+]?\d+)?/g, (number) => String(Number(Number(number).toPrecision(6))))
}

/** One line for a message. */
export function shown(value) {
  return JSON.stringify(value, (_, item) => {
    if (item instanceof Set) return { $set: [...item] }
    if (item instanceof Map) return { $map: [...item] }
    if (item instanceof Multiset) return { $multiset: item.entries }
    if (item instanceof Bag) return { $collection: item.items }
    if (typeof item === 'number' && !Number.isFinite(item)) return String(item)
    return item === undefined ? 'nothing' : item
  })
}
