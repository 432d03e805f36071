// Entry that carries the engine inside itself, for tools that do not copy asset files.
import encoded from '#wasm'
import { loadOnce } from './load.js'

export * from '../index.js'

/** Loads the engine; `source` replaces the carried one: a URL, a Response, bytes or a compiled module. */
export function init(source) {
  return loadOnce(() => source ?? Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0)))
}
