/** Why a stream ends: `true` normally, anything else truthy is an error. */
export type End = boolean | null | undefined | Error | unknown

/** Answers a request. */
export type Callback<T> = (end: End, value?: T) => void

/** A pull-stream source. */
export type Source<T> = (abort: End, callback: Callback<T>) => void

/** A pull-stream through. */
export type Through<I, O> = (read: Source<I>) => Source<O>

/** A pull-stream sink that can be stopped. */
export interface Sink<T> {
  (read: Source<T>): void
  /** Aborts the source; `callback` hears when that is done. */
  abort(reason?: End, callback?: (end: End) => void): void
}
