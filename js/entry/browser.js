// Entry for browsers and bundlers: `await init()` once, then the same API as in Node.
import { loadOnce } from './load.js'

export * from '../index.js'

/**
 * Loads the engine. `source` replaces the file next to this module: a URL, a Response, bytes or a compiled module.
 */
export function init(source) {
  // Bundlers look for exactly this expression to copy the file.
  return loadOnce(() => source ?? new URL('./engine_bg.wasm', import.meta.url))
}
