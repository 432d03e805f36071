// One question about a window sum in a process of its own: time, edges per second, and WebAssembly memory, which is looked
// at from outside. Prints one JSON line.
//
//   node bench/verify/window.mjs WIDTH DOMAIN
import { performance } from 'node:perf_hooks'

const memories = []
WebAssembly.Instance = new Proxy(WebAssembly.Instance, {
  construct(target, args) {
    const instance = new target(...args)
    if (instance.exports.memory) memories.push(instance.exports.memory)
    return instance
  },
})
const held = () => memories.reduce((sum, { buffer }) => sum + buffer.byteLength, 0)

const [width, domain] = process.argv.slice(2).map(Number)
const { verify } = await import('watertight')
const pipeline = { processors: [{ id: 'sum', type: 'window', width, of: { type: 'cumulate', fn: 'x + y', start: 0 } }] }
await verify(pipeline, { properties: ['liveness'], domain: 2 })
const before = held()
// True of every step, and no simpler for it: all states are looked at.
const start = performance.now()
const { results: [{ verdict, states, edges, bytes }] } = await verify(pipeline, { ctl: 'AG (out.b & out.c = 3 -> out.c < 4)', domain, inputs: 'free', engine: 'explicit' })
const ms = performance.now() - start
console.log(JSON.stringify({ verdict, states, edges, bytes, ms, grown: held() - before }))
