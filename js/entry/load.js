// Loads the engine once, whoever asks and however often; a failed attempt may be repeated.
import * as glue from '#glue'
import { attach } from '../engine.js'

let loading

/** Calls `locate` for the engine's bytes, URL, response or module on the first call only. */
export function loadOnce(locate) {
  loading ??= start(locate).catch((error) => {
    loading = undefined
    throw error
  })
  return loading
}

async function start(locate) {
  await glue.default({ module_or_path: await locate() })
  attach(glue)
}
