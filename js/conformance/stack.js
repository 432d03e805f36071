// The stack test: a long synchronous stream, asked for in a loop as careful sinks do, so that only the module's own
// calls can pile up.
import { Clock, realNow, under } from './clock.js'

export const ITEMS = 100_000

/** `{}` if all went well, `{ overflow }` with what happened, or `{ stopped }` with how far it came in `limitMs`. */
export function stackTest(subject, limitMs) {
  const [inputs] = subject.counts
  let given = 0
  let received = 0
  let stopped
  const started = realNow()
  // Asked now and then: a look at the clock costs more than an item.
  const isLate = (count) => {
    if (stopped === undefined && count % 256 === 0 && realNow() - started > limitMs) stopped = count
    return stopped !== undefined
  }
  const source = (value) => {
    let i = 0
    let ended = false
    return (abort, callback) => {
      if (abort || ended || i >= ITEMS || isLate(i)) {
        ended = true
        return callback?.(abort || true)
      }
      given++
      callback(null, value(++i))
    }
  }
  const reads = Array.from({ length: inputs }, () => source(subject.value ?? ((i) => i)))
  try {
    // Under a clock that nobody drives: what is not synchronous ends here.
    under(new Clock(() => 0), () => {
      const read = subject.connect({ n: ITEMS, reads, done: () => {} })
      if (read) drain(read, () => ++received >= ITEMS || isLate(received))
    })
  } catch (error) {
    if (error instanceof RangeError && /call stack/.test(error.message)) {
      return { overflow: { port: 'T', index: received, message: `T overflows the stack after ${Math.max(given, received)} synchronous items`, trace: [] } }
    }
    // Anything else was seen in the scenarios, under its own rule.
  }
  return { stopped }
}

/** Reads until the end, or until `each` says that it is enough. */
function drain(read, each) {
  let isOver = false
  let isAnswered = true
  let isLooping = false
  const answer = (end) => {
    isAnswered = true
    if (end) isOver = true
    else if (each()) {
      isOver = true
      return read(true, () => {})
    }
    if (!isLooping) loop()
  }
  function loop() {
    isLooping = true
    while (isAnswered && !isOver) {
      isAnswered = false
      read(null, answer)
    }
    isLooping = false
  }
  loop()
}
