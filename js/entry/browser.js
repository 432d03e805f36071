// Entry for browsers and bundlers: `await init()` once, then the same API as in Node.
import * as engine from '#engine'
import * as provers from '#prover'
import { attach } from '../engine.js'
import { attachProver, offerProver } from '../prover.js'
import { loader } from './load.js'

export * from '../index.js'

const loadEngine = loader(engine, attach)
const loadProver = loader(provers, attachProver)
offerProver({ later: () => initProver() })

/**
 * Loads the engine. `source` replaces the file next to this module: a URL, a Response, bytes or a compiled module.
 */
export function init(source) {
  // Bundlers look for exactly this expression to copy the file.
  return loadEngine(() => source ?? new URL('./engine_bg.wasm', import.meta.url))
}

/** Loads the prover, likewise. Calls that return a promise load it by themselves. */
export function initProver(source) {
  return loadProver(() => source ?? new URL('./prover_bg.wasm', import.meta.url))
}
