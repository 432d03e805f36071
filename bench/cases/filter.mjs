// Keeping even numbers.
import { filter } from '../steps.mjs'

export const cases = [
  {
    name: 'filter even',
    steps: [filter((v) => v % 2 === 0)],
    loop(values, sink) {
      for (let k = 0; k < values.length; k++) if (values[k] % 2 === 0) sink(values[k])
    },
    json: { processors: [{ id: 'f', type: 'filterOn', fn: 'x % 2 == 0' }] },
  },
]
