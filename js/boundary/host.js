// What the engine asks of JS: objects by reference, calls of functions. Nothing here throws into WebAssembly.
import { texts } from './texts.js'

/** Objects the engine refers to, by id. Ids are never used twice. */
const held = new Map()
/** Batches whose objects may still stand in columns: `{ first, objects }`. */
const ranges = []
/** How many objects those hold. */
let inRanges = 0
let nextId = 1

let cause
let panic
let last

/** Gives an object an id and keeps it. */
export function hold(object) {
  held.set(nextId, object)
  return nextId++
}

/** The id that the next object will get. */
export function upcoming() {
  return nextId
}

/** Gives successive ids to the objects of a batch. */
export function holdAll(objects) {
  ranges.push({ first: nextId, objects })
  nextId += objects.length
  inRanges += objects.length
}

/** The object of an id. */
export function objectOf(id) {
  for (const { first, objects } of ranges) {
    if (id >= first && id < first + objects.length) return objects[id - first]
  }
  return held.get(id)
}

/** The engine no longer refers to it. */
export function letGo(id) {
  held.delete(id)
}

/** How many objects are kept, for tests and for deciding whether there is anything to let go. */
export function heldCount() {
  return held.size + inRanges
}

/** Lets go of batches no column refers to; `settle(first)` tells which of their objects are still needed. */
export function settleRanges(settle) {
  for (let k = ranges.length - 1; k >= 0; k--) {
    const { first, objects } = ranges[k]
    const needed = settle(first)
    if (!needed) continue
    ranges.splice(k, 1)
    inRanges -= objects.length
    for (const id of needed) held.set(id, objects[id - first])
  }
}

/** What a function of the user threw last. */
export function takeCause() {
  const taken = cause
  cause = undefined
  return taken
}

/** The text of the panic that trapped the engine. */
export function takePanic() {
  const taken = panic
  panic = undefined
  return taken
}

export const longTexts = []

/** What an object holds, one level deep: its kind, then items, or keys and values in turn. */
export function open(object) {
  if (Array.isArray(object)) return ['list', ...object]
  if (object instanceof Set) return ['set', ...object]
  if (object instanceof Map) return ['map', ...[...object].flat(1)]
  if (ArrayBuffer.isView(object) && !(object instanceof DataView)) return ['list', ...object]
  const parts = ['object']
  for (const key of Object.keys(object)) add(parts, object, key)
  // Getters of a class are its members too.
  for (let p = Object.getPrototypeOf(object); p && p !== Object.prototype; p = Object.getPrototypeOf(p)) {
    for (const [key, { get }] of Object.entries(Object.getOwnPropertyDescriptors(p))) {
      if (get && !Object.hasOwn(object, key) && key !== '__proto__') add(parts, object, key)
    }
  }
  return parts
}

function add(parts, object, key) {
  const value = object[key]
  if (typeof value !== 'function' && typeof value !== 'symbol') parts.push(key, value)
}

/** The member of a name, as expressions see it; the same that `open` shows. */
export function member(object, name) {
  if (object === null || object === undefined) return null
  if (typeof object === 'string' || Array.isArray(object)) return name === 'length' ? object.length : null
  if (typeof object !== 'object') return null
  if (object instanceof Set) return null
  const isMap = object instanceof Map
  if (!isMap && object.__proto__ !== Object.prototype && !isOwnOrGetter(object, name)) return null
  const value = isMap ? object.get(name) : object[name]
  return typeof value === 'function' || typeof value === 'symbol' ? null : value
}

/** Whether an object has a member itself, or its class has a getter of that name. */
function isOwnOrGetter(object, name) {
  if (Object.hasOwn(object, name)) return true
  for (let p = Object.getPrototypeOf(object); p && p !== Object.prototype; p = Object.getPrototypeOf(p)) {
    const found = Object.getOwnPropertyDescriptor(p, name)
    if (found) return found.get !== undefined
  }
  return false
}

function settled(result) {
  if (typeof result?.then === 'function') throw new TypeError('a function of a pipeline must not return a promise')
  return result === undefined ? null : result
}

export const host = {
  open(id) {
    try {
      return open(objectOf(id))
    } catch (error) {
      cause = error
      return undefined
    }
  },
  hold,
  held(id) {
    return objectOf(id)
  },
  learn(text) {
    texts.learn(text)
  },
  long(index) {
    return longTexts[index]
  },
  call(f, args) {
    try {
      return settled(f(...args))
    } catch (error) {
      cause = error
      return undefined
    }
  },
  call1(f, x) {
    try {
      last = f(x)
      return typeof last === 'number' ? last : NaN
    } catch (error) {
      return refuse(error)
    }
  },
  call2(f, x, y) {
    try {
      last = f(x, y)
      return typeof last === 'number' ? last : NaN
    } catch (error) {
      return refuse(error)
    }
  },
  last() {
    if (last === THREW) return undefined
    try {
      return settled(last)
    } catch (error) {
      cause = error
      return undefined
    }
  },
  complaint() {
    try {
      return String(cause?.message ?? cause).split('\n')[0]
    } catch {
      return 'something that cannot be shown'
    }
  },
  panicked(text) {
    panic = text
  },
}

const THREW = Symbol('threw')

function refuse(error) {
  cause = error
  last = THREW
  return NaN
}
