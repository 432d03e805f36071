// A running sum for each of many keys; what comes out is the number of keys, so that no peer pays for copying maps.
import { sumByKey } from '../steps.mjs'

/** The slice benchmark with that many keys. */
export const sliceCase = (keys) => ({
  name: `slice by ${keys} keys`,
  events: { below: Math.max(1000, keys) },
  steps: [sumByKey((v) => v % keys)],
  loop(values, sink) {
    const sums = new Map()
    for (let k = 0; k < values.length; k++) {
      const key = values[k] % keys
      sums.set(key, (sums.get(key) ?? 0) + values[k])
      sink(sums.size)
    }
  },
  json: {
    processors: [
      { id: 's', type: 'slice', key: `x % ${keys}`, of: { type: 'cumulate', fn: 'x + y', start: 0 } },
      { id: 'n', type: 'apply', fn: 'size(x)', from: 's' },
    ],
  },
})

const byName = {
  name: 'slice by name',
  events: { objects: true },
  steps: [sumByKey((e) => e.name, (e) => e.v)],
  loop(values, sink) {
    const sums = new Map()
    for (const { name, v } of values) {
      sums.set(name, (sums.get(name) ?? 0) + v)
      sink(sums.size)
    }
  },
  json: {
    processors: [
      {
        id: 's',
        type: 'slice',
        key: 'x.name',
        of: { processors: [{ id: 'v', type: 'apply', fn: 'x.v' }, { id: 'c', type: 'cumulate', fn: 'x + y', start: 0, from: 'v' }] },
      },
      { id: 'n', type: 'apply', fn: 'size(x)', from: 's' },
    ],
  },
}

export const cases = [sliceCase(100), byName]
