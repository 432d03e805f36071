// Entry for Node: one synchronous instance, shared by require and import; the prover when it is first needed.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as engine from '#engine'
import * as provers from '#prover'
import { attach } from '../engine.js'
import { attachProver, offerProver, prover } from '../prover.js'

engine.initSync({ module: readFileSync(join(__dirname, 'engine_bg.wasm')) })
attach(engine)

offerProver({
  now() {
    provers.initSync({ module: readFileSync(join(__dirname, 'prover_bg.wasm')) })
    attachProver(provers)
  },
})

export * from '../index.js'

/** Already loaded here; exists so that the same source runs in browsers. */
export function init() {
  return Promise.resolve()
}

/** Loaded by itself when it is needed; exists so that the same source runs in browsers. */
export async function initProver() {
  prover()
}
