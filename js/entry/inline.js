// Entry that carries the WebAssembly modules inside itself, for tools that do not copy asset files.
import * as engine from '#engine'
import engineBytes from '#engine-wasm'
import * as provers from '#prover'
import proverBytes from '#prover-wasm'
import { attach } from '../engine.js'
import { attachProver, offerProver } from '../prover.js'
import { loader } from './load.js'

export * from '../index.js'

const loadEngine = loader(engine, attach)
const loadProver = loader(provers, attachProver)
offerProver({ later: () => initProver() })

const decoded = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))

/** Loads the engine; `source` replaces the carried one: a URL, a Response, bytes or a compiled module. */
export function init(source) {
  return loadEngine(() => source ?? decoded(engineBytes))
}

/** Loads the prover, likewise. Calls that return a promise load it by themselves. */
export function initProver(source) {
  return loadProver(() => source ?? decoded(proverBytes))
}
