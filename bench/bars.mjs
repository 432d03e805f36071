// The bars: what Java BeepBeep 3.13 reached, and our own promises; each with whether this run met it.
import { middle, speedUp } from './measure.mjs'

/** [benchmark, Java's events per second (per second of CPU, push), whether a JIT turns it into an empty loop there]. */
const JAVA = [
  ['passthrough', 3.8e8, true],
  ['running sum', 1.4e8, true],
  ['fork + decimate + add', 1.4e7],
  ['window sum 10', 3.4e6],
  ['window sum 100', 2.0e5],
  ['filter even', 1.7e7],
  ['slice by 100 keys', 9.6e6],
  ['G(a -> F b)', 1.4e7],
  ['three-valued G(a -> F b)', 6.1e5],
  ['Moore machine', 1.2e7],
  ['chain of ten', 8.4e6],
]

/**
 * [benchmark, [way of ours, what npm pull-stream does there], ..., how many times as fast one of them must be]. An array of
 * results is measured against `collect`, results that are handed on against a sink.
 */
const PULL_STREAM = [
  ['five processors', [['through', 'pull-stream']], 2],
  ['five processors', [['readAhead', 'pull-stream']], 5],
  ['five on objects', [['through', 'pull-stream']], 1],
  ['five on objects', [['readAhead', 'pull-stream'], ['arrays', 'collect']], 2],
  ['slice by name', [['through', 'pull-stream']], 1],
  ['slice by name', [['readAhead', 'pull-stream'], ['arrays', 'collect']], 2],
]

/** Cost per event may grow by this factor between the smallest and the largest, and still count as not growing. */
const GROWTH = 1.5

/** WebAssembly memory of windows and slices over ten million events, in bytes. */
const MEMORY = 64e6

/** Sentences about the nanoseconds of `results`, by benchmark and program, of each round; `{ isMet, text }` each. */
export function* ofSpeed(results) {
  for (const [name, java, isEmptyLoop] of JAVA.filter(([name]) => results[name])) {
    const perSecond = 1e9 / middle(results[name].arrays)
    const note = isEmptyLoop ? ' (a goal: an empty loop for a JIT)' : ''
    yield { isMet: perSecond >= java, text: `${name}: ${perSecond.toExponential(1)} events/s against ${java.toExponential(1)} of Java${note}` }
  }
  for (const [name, ways, wanted] of PULL_STREAM.filter(([name]) => results[name])) {
    const ratios = ways.map(([way, theirs]) => speedUp(results[name][way], results[name][theirs]))
    const words = ways.map(([way, theirs], k) => `${way} ${ratios[k].toFixed(1)}x ${theirs}`).join(' or ')
    yield { isMet: Math.max(...ratios) >= wanted, text: `${name}: ${words}, at least ${wanted}x wanted` }
  }
}

/** Sentences about the growth of cost: `{ what: [[size, nanoseconds], ...] }`. */
export function* ofGrowth(grown) {
  for (const [what, points] of Object.entries(grown)) {
    const ratio = points.at(-1)[1] / points[0][1]
    yield { isMet: ratio <= GROWTH, text: `${what}: cost times ${ratio.toFixed(2)} from ${points[0][0]} to ${points.at(-1)[0]}, at most ${GROWTH} wanted` }
  }
}

/** A sentence about the bytes of WebAssembly memory. */
export function ofMemory(bytes) {
  return { isMet: bytes < MEMORY, text: `windows and slices over 10 million events: ${(bytes / 1e6).toFixed(1)} MB of WebAssembly memory, less than ${MEMORY / 1e6} MB wanted` }
}
