// The events of the benchmarks: always the same, made by a small generator.

/** n whole numbers from 0 to below - 1. */
export function numbers(n, below = 1000) {
  const values = new Float64Array(n)
  let seed = 12345
  for (let k = 0; k < n; k++) {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0
    values[k] = (seed >>> 8) % below
  }
  return values
}

/** The same numbers inside objects with a time and a name. */
export function objects(n) {
  return Array.from(numbers(n), (v, t) => ({ t, v, name: `name${v % 10}` }))
}
