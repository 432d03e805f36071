// The steps from which every benchmark is made for every peer: map, filter, scan, and functions with memory.

/** "No event": what a step with memory gives when it stays silent. */
export const NONE = Symbol('none')

export const map = (f) => ({ kind: 'map', f })
export const filter = (f) => ({ kind: 'filter', f })
export const scan = (f, start) => ({ kind: 'scan', f, start })
/** `make()` gives a fresh function that may answer NONE. */
export const memory = (make) => ({ kind: 'memory', make })

/** Sum of the last n numbers, kept by adding the new and taking away the oldest. */
export const windowSum = (n) => memory(() => {
  const ring = new Float64Array(n)
  let at = 0
  let seen = 0
  let sum = 0
  return (v) => {
    sum += v - ring[at]
    ring[at] = v
    at = at + 1 === n ? 0 : at + 1
    if (seen < n) seen++
    return seen === n ? sum : NONE
  }
})

/** One of every n events. */
export const every = (n) => memory(() => {
  let k = 0
  return (v) => {
    const isIts = k === 0
    k = k + 1 === n ? 0 : k + 1
    return isIts ? v : NONE
  }
})

/** Running sum per key; gives the number of keys. */
export const sumByKey = (key, value = (v) => v) => memory(() => {
  const sums = new Map()
  return (v) => {
    const k = key(v)
    sums.set(k, (sums.get(k) ?? 0) + value(v))
    return sums.size
  }
})
