// Entry for Node: one synchronous instance, shared by require and import.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as glue from '#glue'
import { attach } from '../engine.js'

glue.initSync({ module: readFileSync(join(__dirname, 'engine_bg.wasm')) })
attach(glue)

export * from '../index.js'

/** Already loaded here; exists so that the same source runs in browsers. */
export function init() {
  return Promise.resolve()
}
