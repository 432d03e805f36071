// The events fed to a pipeline: JSON lines, or numbers made on the spot.
import { NotJson, parse } from './parse.js'

/** One event a line; empty lines are skipped. */
export function fromLines(text) {
  const events = []
  text.split('\n').forEach((line, k) => {
    if (!line.trim()) return
    try {
      events.push(parse(line))
    } catch (error) {
      throw new NotJson(error.message.replace(/^1:/, `${k + 1}:`), error.offset)
    }
  })
  return events
}

const kinds = {
  count: () => (k) => k,
  wave: () => {
    const noise = random(7)
    return (k) => round(10 * Math.sin(k / 6) + 6 * noise() - 3)
  },
  walk: () => {
    const step = random(11)
    let at = 50
    return () => (at = round(at + 4 * step() - 2))
  },
  dice: () => {
    const throwOf = random(5)
    return () => 1 + Math.floor(6 * throwOf())
  },
}

/** The first n numbers of a kind: the same ones each time. */
export function numbers(kind, n) {
  const next = kinds[kind]()
  return Float64Array.from({ length: n }, (_, k) => next(k))
}

const round = (value) => Math.round(value * 100) / 100

// A small generator with a seed (mulberry32), so that a page shows the same numbers every time.
function random(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}
