// How much memory the engine has, for those who watch over long-lived processes.
import { memory, ready } from './engine.js'
import { heldCount } from './boundary/host.js'

/** Bytes of WebAssembly memory (it grows to the most ever needed at once), and JS objects held for pipelines. */
export function memoryUse() {
  ready()
  return { wasm: memory.buffer.byteLength, objects: heldCount() }
}
