// Sum over a sliding window.
import { windowSum } from '../steps.mjs'

/** The window benchmark of a width. */
export const windowCase = (width) => ({
  name: `window sum ${width}`,
  steps: [windowSum(width)],
  loop(values, sink) {
    let sum = 0
    for (let k = 0; k < values.length; k++) {
      sum += values[k]
      if (k >= width) sum -= values[k - width]
      if (k >= width - 1) sink(sum)
    }
  },
  json: { processors: [{ id: 'w', type: 'window', width, of: { type: 'cumulate', fn: 'x + y', start: 0 } }] },
})

export const cases = [10, 100, 1000].map(windowCase)
