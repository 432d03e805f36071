// Cost per event against window width, number of slices and length of the stream; memory per million events.
import { memoryUse, Pipeline } from 'watertight'
import { sliceCase } from './cases/slices.mjs'
import { windowCase } from './cases/windows.mjs'
import { numbers } from './data.mjs'
import { nanoseconds } from './measure.mjs'

const run = (json, values) => {
  const p = Pipeline.from(json)
  p.run(values)
  p.free()
}

/** `{ what: [[size, nanoseconds], ...] }`. */
export async function growth(n) {
  const rows = { 'window width': [], 'number of slices': [], 'length of the stream': [] }
  for (const width of [10, 100, 1000, 10000]) {
    const values = numbers(n)
    rows['window width'].push([width, await nanoseconds(() => run(windowCase(width).json, values), n)])
  }
  for (const keys of [10, 100, 1000, 10000]) {
    const values = numbers(n, 10000)
    // On slices that are there: to make one costs something once, and the more keys, the more of them are made.
    const p = Pipeline.from(sliceCase(keys).json)
    rows['number of slices'].push([keys, await nanoseconds(() => p.run(values), n)])
    p.free()
  }
  for (const length of [n / 10, n, n * 10]) {
    const values = numbers(length)
    const options = { runs: 3 }
    rows['length of the stream'].push([length, await nanoseconds(() => run(windowCase(100).json, values), length, options)])
  }
  return rows
}

/** Bytes that stay behind after a million events went through, one by one, by benchmark. */
export function memory(cases) {
  const values = numbers(1_000_000)
  return cases.map(({ name, json }) => {
    const p = Pipeline.from(json)
    for (let k = 0; k < 10_000; k++) p.push(values[k])
    const before = used()
    for (let k = 0; k < values.length; k++) p.push(values[k])
    const bytes = used() - before
    p.free()
    return { name, bytes }
  })
}

/** Bytes of WebAssembly memory after windows and slices on ten million events. */
export function longRun() {
  const p = Pipeline.from({ processors: [
    { id: 's', type: 'slice', key: 'x % 100', of: windowCase(100).json },
    { id: 'n', type: 'apply', fn: 'size(x)', from: 's' },
  ] })
  const part = numbers(100_000)
  for (let k = 0; k < 100; k++) p.run(part)
  p.free()
  return memoryUse().wasm
}

function used() {
  // The first collection finds what the second lets go of.
  globalThis.gc?.()
  globalThis.gc?.()
  return process.memoryUsage().heapUsed + memoryUse().wasm
}
