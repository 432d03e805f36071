import type { Limits, PipelineSpec, ProcessorSpec } from './json.js'
import type { End, Sink, Source, Through } from './pull/pull.js'

/** What comes out: the events of the one output, or a list of events for each. */
export type Outputs<O extends readonly unknown[]> = O extends readonly [infer One] ? One[]
  : number extends O['length'] ? any[] : { -readonly [K in keyof O]: O[K][] }

/** A typed array of numbers. */
export type NumberArray = Float64Array | Float32Array | Int8Array | Uint8Array | Uint8ClampedArray | Int16Array | Uint16Array | Int32Array | Uint32Array

/** The events of one input: an array, or a typed array if they are numbers. */
export type Events<T> = readonly T[] | (number extends T ? NumberArray : never)

/** A whole batch: the events of the one input; of several, those of each (in order or by name). */
export type Batch<I extends readonly unknown[]> = I extends readonly [infer One] ? Events<One> | Record<string, Events<One>>
  : number extends I['length'] ? Events<any> | Record<string, Events<any>>
    : { readonly [K in keyof I]: Events<I[K]> } | Record<string, Events<I[number]>>

/** How much a Web Stream holds, as the web's own type of that name. */
export interface QueuingStrategy<T> {
  highWaterMark?: number
  size?: (chunk: T) => number
}

export interface FromOptions {
  limits?: Limits
  /** Record which input events made each output, for `explain`. */
  lineage?: boolean
}

export interface ThroughOptions {
  /**
   * How many events may be read from a source that answers at once before the first is handed on (1: none). The
   * source sees the difference, so it is off unless you ask.
   */
  readAhead?: number
}

/** The part of a Node stream that the types of Node are not needed for; `toDuplex<Transform>()` gives all of it. */
export interface NodeDuplex<I, O> extends AsyncIterable<O> {
  write(event: I, callback?: (error?: Error | null) => void): boolean
  end(): this
  destroy(error?: Error): this
  pipe<D>(destination: D): D
  on(event: string, listener: (...args: any[]) => void): this
}

/** A pipeline: built from JSON or by `pipeline()`, fed event by event, in batches, or as a stream. */
export class Pipeline<I extends readonly unknown[] = any[], O extends readonly unknown[] = any[]> {
  private constructor()

  /** Compiles a pipeline: an object, its JSON text, or another pipeline (a copy in its first state). */
  static from<I extends readonly unknown[] = any[], O extends readonly unknown[] = any[]>(
    spec: PipelineSpec | ProcessorSpec | string | Pipeline<I, O>, options?: FromOptions,
  ): Pipeline<I, O>

  /** The pipeline a snapshot was taken of, in the state it had then. `like`: a pipeline with the same JS functions. */
  static restore<I extends readonly unknown[] = any[], O extends readonly unknown[] = any[]>(
    bytes: Uint8Array, options?: { limits?: Limits, like?: Pipeline<I, O> },
  ): Pipeline<I, O>

  readonly inputs: readonly string[]
  readonly outputs: readonly string[]
  /** What is allowed but looks like a mistake, such as a processor whose output goes nowhere. */
  readonly warnings: string[]
  /** Nothing more will come out. */
  readonly done: boolean
  /** It holds JS functions: it runs, but cannot be JSON. */
  readonly holdsCode: boolean
  /** It has sources inside (`values`, `splice`). */
  readonly hasSources: boolean

  /** The pipeline as data. */
  toJSON(): PipelineSpec

  /** Feeds one event to each input; gives what comes out. */
  push(...front: I): Outputs<O>
  /** Feeds an event to one input, by name or number. */
  pushTo(input: string | number, event: I[number]): Outputs<O>
  /** Ends one input. */
  endInput(input: string | number): Outputs<O>
  /** Ends all inputs; gives what was held back. */
  end(): Outputs<O>
  /** Feeds a whole batch. A Float64Array in gives a Float64Array out where the pipeline is numeric. */
  run(values: Float64Array): O extends readonly [number] ? Float64Array : O extends readonly [infer One] ? One[] : any
  run(values: Batch<I>): Outputs<O>

  /** Back to the state before the first event. */
  reset(): this
  /** The state as bytes. */
  snapshot(): Uint8Array
  /** An independent copy in the same state. */
  duplicate(): Pipeline<I, O>
  /** An independent copy in its first state. */
  fresh(): Pipeline<I, O>
  /** The input events that made the k-th event of an output (made with `lineage: true`). */
  explain(k: number): { input: string, index: number }[]
  explain(output: number, k: number): { input: string, index: number }[]

  /** As a pull-stream through; each stream it is connected to gets a copy of its own, freed when the stream ends. */
  through(options?: ThroughOptions): Through<I[0], O[0]>
  /** As a pull-stream source: of the sources inside it, or of these values. */
  source(values?: Iterable<I[0]>): Source<O[0]>
  /** As a pull-stream sink; `each` gets what comes out (`false` stops), `done` hears the end. */
  sink(each?: (event: O[0]) => unknown, done?: (error: End) => void, options?: ThroughOptions): Sink<I[0]>
  /** For several inputs and outputs: a source for each output, fed by a source for each input. */
  sources(reads: { readonly [K in keyof I]: Source<I[K]> }): { -readonly [K in keyof O]: Source<O[K]> }
  /** Over an iterable; leaving the loop early closes it. */
  iterate(iterable: Iterable<I[0]> | AsyncIterable<I[0]>): AsyncGenerator<O[0], void, undefined>
  /** As a Web Streams transform. */
  toTransformStream(options?: { writable?: QueuingStrategy<I[0]>, readable?: QueuingStrategy<O[0]> }): TransformStream<I[0], O[0]>
  /** As a Node stream in object mode. Where `node:stream` is not built in, pass its `Transform`. */
  toDuplex<D = NodeDuplex<I[0], O[0]>>(options?: { Transform?: unknown }): D

  /** Gives its memory back; it cannot be used afterwards. */
  free(): void
  [Symbol.dispose](): void
}
