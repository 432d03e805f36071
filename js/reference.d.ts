/** Types of the reference modules. */
import type { Source } from './pull/pull.js'

export interface SourceSettings {
  /** How many values: 1 ... n. */
  n?: number
  /** What the stream ends with. */
  done?: true | Error
  /** Answer at once, or by setImmediate. */
  sync?: boolean
}

export interface SinkSettings {
  /** Requests in all. */
  r?: number
  /** Requests from this one on terminate. */
  index?: number
  abort?: true | Error
  /** false: abort without a callback. */
  answer?: boolean
  /** Ask at once after an answer, or by setImmediate. */
  sync?: boolean
  /** true: go on terminating after the end. */
  cont?: boolean
  /** Wait for the last answer before terminating. */
  wait?: boolean
  /** Called when no more requests will be made. */
  done?: () => void
}

export interface ThroughSettings<A, B> {
  /** The request that is turned into a terminate request. */
  index?: number
  abort?: true | Error
  /** false: abort without a callback. */
  answer?: boolean
  f?: (value: A) => B
}

/** Modules that show the full range of the protocol. */
export declare const reference: {
  source(settings?: SourceSettings): Source<number>
  source(n: number, done?: true | Error, sync?: boolean): Source<number>
  sink(settings?: SinkSettings): (read: Source<any>) => void
  /** As in the community's package, whose `sync` is our `wait`. */
  sink(r: number, index?: number, abort?: true | Error, answer?: boolean, wait?: boolean, cont?: boolean, done?: () => void): (read: Source<any>) => void
  through<A = any, B = A>(settings?: ThroughSettings<A, B>): (read: Source<A>) => Source<B>
  through<A = any, B = A>(index: number, abort?: true | Error, answer?: boolean, f?: (value: A) => B): (read: Source<A>) => Source<B>
}
