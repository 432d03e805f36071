import type { FromOptions, Pipeline } from '../pipeline.js'
import type { Stream } from './stream.js'

export type { Stream } from './stream.js'

/** The events of the streams a builder function returns. */
export type Drawn<R> = R extends Stream<infer T> ? [T]
  : R extends readonly Stream<any>[] ? { -readonly [K in keyof R]: R[K] extends Stream<infer T> ? T : never } : never

type Inputs<S extends readonly Stream<any>[]> = { -readonly [K in keyof S]: S[K] extends Stream<infer T> ? T : never }

/** A pipeline drawn by a function on streams: an input for each parameter, an output for each stream it returns. */
export function pipeline<const R extends Stream<any> | readonly Stream<any>[]>(
  build: (x: Stream<any>) => R, options?: FromOptions,
): Pipeline<[any], Drawn<R>>
export function pipeline<S extends readonly Stream<any>[], const R extends Stream<any> | readonly Stream<any>[]>(
  build: (...streams: S) => R, options?: FromOptions,
): Pipeline<Inputs<S>, Drawn<R>>
/** The same with names for the inputs. */
export function pipeline<S extends readonly Stream<any>[], const R extends Stream<any> | readonly Stream<any>[]>(
  inputs: readonly string[], build: (...streams: S) => R, options?: FromOptions,
): Pipeline<Inputs<S>, Drawn<R>>
