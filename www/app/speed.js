// The throughput of run(): batches twice as large each time, until one takes long enough to be measured.
import { Pipeline } from '../watertight/browser.js'

const enough = 80
const largest = 1 << 21

/** `{ rate, count, ms }` of the last batch; `make(n)` gives n events, in one column an input. */
export function measure(pipeline, make) {
  const machine = Pipeline.from(pipeline)
  try {
    for (let count = 1024; ; count *= 2) {
      const events = make(count)
      machine.reset()
      const start = performance.now()
      machine.run(events)
      const ms = performance.now() - start
      if (ms >= enough || count >= largest) return { rate: (count / ms) * 1000, count, ms }
    }
  } finally {
    machine.free()
  }
}

/** n events out of a list, over and over. */
export function tiled(events, n) {
  return Array.from({ length: n }, (_, k) => events[k % events.length])
}

/** A rate in words. */
export function rateText({ rate, count, ms }) {
  const [value, unit] = rate >= 1e6 ? [rate / 1e6, 'million events/s'] : [rate / 1e3, 'thousand events/s']
  return `${value.toPrecision(3)} ${unit} (${count.toLocaleString('en')} in ${ms.toFixed(0)} ms)`
}
