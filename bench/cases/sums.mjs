// Passing on and adding up.
import { every, map, memory, scan } from '../steps.mjs'

const add = (a, b) => a + b

export const cases = [
  {
    name: 'passthrough',
    steps: [map((v) => v)],
    loop(values, sink) {
      for (let k = 0; k < values.length; k++) sink(values[k])
    },
    json: { processors: [{ id: 'p', type: 'passthrough' }] },
  },
  {
    name: 'running sum',
    steps: [scan(add, 0)],
    loop(values, sink) {
      let sum = 0
      for (let k = 0; k < values.length; k++) sink((sum += values[k]))
    },
    json: { processors: [{ id: 's', type: 'cumulate', fn: 'x + y', start: 0 }] },
  },
  {
    // The k-th event added to the k-th of every third: the seed paper's unbalanced example.
    name: 'fork + decimate + add',
    steps: [
      memory(() => {
        const waiting = []
        let at = 0
        const third = every(3).make()
        return (v) => {
          waiting.push(v)
          const d = third(v)
          return typeof d === 'number' ? d + waiting[at++] : d
        }
      }),
    ],
    loop(values, sink) {
      for (let k = 0; k * 3 < values.length; k++) sink(values[k * 3] + values[k])
    },
    json: {
      processors: [
        { id: 'third', type: 'decimate', interval: 3, from: 'in' },
        { id: 'sum', type: 'apply', fn: 'x + y', from: ['third', 'in'] },
      ],
    },
  },
]
