import type { ProcessorType } from './json.js'

/** Every kind of processor and every named function of expressions. */
export interface Catalogue {
  processors: { name: ProcessorType, symbol: string, about: string }[]
  /** `least` and `most` count arguments; `most` may be Infinity. */
  functions: { name: string, set: string, least: number, most: number, about: string }[]
}

/** What there is to build with, as the engine itself lists it. */
export function catalogue(): Catalogue
