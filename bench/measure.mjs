// Times a program, and counts what it computed.
import { numbers, objects } from './data.mjs'

/** Events for a benchmark. */
export function eventsOf({ events = {} }, n) {
  return events.objects ? objects(n) : numbers(n, events.below)
}

/** Milliseconds to warm up: compilers work beside the program for a while, and their time would count as its own. */
const WARM_UP = 300

/** Nanoseconds of CPU time per event, the best of several runs once warm. Other programs disturb it least. */
export async function nanoseconds(run, n, { runs = 9, warmUp = WARM_UP } = {}) {
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

/**
 * The same for a program that hands its results to a sink, which counts them so that nothing is optimised away. A program
 * that gives its results as an array instead is not charged for counting.
 */
export async function time(run, n) {
  let seen, given
  const count = (v) => {
    seen.count++
    if (typeof v === 'number') seen.sum += v
  }
  const best = await nanoseconds(async () => {
    seen = { count: 0, sum: 0 }
    given = await run(count)
  }, n)
  given?.forEach(count)
  return { best, seen }
}

/** Whether two programs computed the same, up to rounding. */
export function isSame(seen, wanted) {
  return seen.count === wanted.count && Math.abs(seen.sum - wanted.sum) <= 1e-6 * Math.max(1, Math.abs(wanted.sum))
}

/** The middle one of some numbers. */
export function middle(numbers) {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1]
}

/** How many times as fast as the base: the middle of the rounds' ratios, since what slows the machine slows both in a round. */
export function speedUp(rounds, base) {
  return middle(rounds.map((ns, round) => base[round] / ns))
}
