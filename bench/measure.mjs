// Times one program on one benchmark, and checks that it computed the same as the loop written by hand.
import { numbers, objects } from './data.mjs'

/** Counts results and keeps a checksum, so that nothing is optimised away and nobody computes something else. */
export function checksum() {
  const seen = { count: 0, sum: 0 }
  const sink = (v) => {
    seen.count++
    if (typeof v === 'number') seen.sum += v
  }
  return { seen, sink }
}

/** Events for a benchmark. */
export function eventsOf({ events = {} }, n) {
  return events.objects ? objects(n) : numbers(n, events.below)
}

/** Milliseconds to warm up: compilers work beside the program for a while, and their time would count as its own. */
const WARM_UP = 250

/** Nanoseconds of CPU time per event, the best of several runs once warm. Other programs disturb it least. */
export async function nanoseconds(run, n, { runs = 7, warmUp = WARM_UP } = {}) {
  const cold = performance.now()
  do await run()
  while (performance.now() - cold < warmUp)
  let best = Infinity
  for (let k = 0; k < runs; k++) {
    const start = process.cpuUsage()
    await run()
    const { user, system } = process.cpuUsage(start)
    best = Math.min(best, (user + system) * 1000 / n)
  }
  return best
}

/** Times a peer on a benchmark; throws where its results differ from those of `wanted`. */
export async function time(peerName, run, n, wanted, options) {
  let seen
  const best = await nanoseconds(async () => {
    const check = checksum()
    await run(check.sink)
    seen = check.seen
  }, n, options)
  const isSame = !wanted || (seen.count === wanted.count && Math.abs(seen.sum - wanted.sum) <= 1e-6 * Math.max(1, Math.abs(wanted.sum)))
  if (!isSame) throw new Error(`${peerName} computed ${JSON.stringify(seen)}, expected ${JSON.stringify(wanted)}`)
  return { best, seen }
}
