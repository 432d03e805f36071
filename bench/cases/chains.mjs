// Several processors in a row.
import { every, filter, map, scan, windowSum } from '../steps.mjs'

const add = (a, b) => a + b

function ofSum(values, read, sink) {
  let sum = 0
  for (let k = 0; k < values.length; k++) {
    const v = ((read(values[k]) + 1) * 2 - 3)
    if (v % 3 !== 0) sink((sum += v))
  }
}

function five(values, read, sink) {
  const ring = new Float64Array(10)
  let [kept, windows, sum, total] = [0, 0, 0, 0]
  for (let k = 0; k < values.length; k++) {
    const v = read(values[k]) * 2
    if (v % 3 === 0) continue
    sum += v - ring[kept % 10]
    ring[kept % 10] = v
    if (++kept < 10) continue
    if (windows++ % 5 === 0) sink((total += sum))
  }
}

const fiveSteps = [map((v) => v * 2), filter((v) => v % 3 !== 0), windowSum(10), every(5), scan(add, 0)]
const fiveJson = [
  { id: 'filter', type: 'filterOn', fn: 'x % 3 != 0', from: 'map' },
  { id: 'window', type: 'window', width: 10, of: { type: 'cumulate', fn: 'x + y', start: 0 }, from: 'filter' },
  { id: 'every', type: 'decimate', interval: 5, from: 'window' },
  { id: 'sum', type: 'cumulate', fn: 'x + y', start: 0, from: 'every' },
]

export const cases = [
  {
    name: 'map x3 + filter + sum',
    steps: [map((v) => v + 1), map((v) => v * 2), map((v) => v - 3), filter((v) => v % 3 !== 0), scan(add, 0)],
    loop: (values, sink) => ofSum(values, (v) => v, sink),
    json: {
      processors: [
        { id: 'a', type: 'apply', fn: 'x + 1', from: 'in' },
        { id: 'b', type: 'apply', fn: 'x * 2', from: 'a' },
        { id: 'c', type: 'apply', fn: 'x - 3', from: 'b' },
        { id: 'f', type: 'filterOn', fn: 'x % 3 != 0', from: 'c' },
        { id: 's', type: 'cumulate', fn: 'x + y', start: 0, from: 'f' },
      ],
    },
  },
  {
    name: 'chain of ten',
    steps: Array.from({ length: 10 }, () => map((v) => v + 1)),
    loop(values, sink) {
      for (let k = 0; k < values.length; k++) sink(values[k] + 10)
    },
    json: {
      processors: Array.from({ length: 10 }, (_, k) => ({ id: `p${k}`, type: 'apply', fn: 'x + 1', from: k ? `p${k - 1}` : 'in' })),
    },
  },
  {
    name: 'five processors',
    steps: fiveSteps,
    loop: (values, sink) => five(values, (v) => v, sink),
    json: { processors: [{ id: 'map', type: 'apply', fn: 'x * 2', from: 'in' }, ...fiveJson] },
  },
  {
    name: 'five on objects',
    events: { objects: true },
    steps: [map((e) => e.v * 2), ...fiveSteps.slice(1)],
    loop: (values, sink) => five(values, (e) => e.v, sink),
    json: { processors: [{ id: 'map', type: 'apply', fn: 'x.v * 2', from: 'in' }, ...fiveJson] },
  },
]
