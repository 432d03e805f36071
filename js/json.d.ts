import type { Custom } from './define.js'

/** A value that JSON can hold. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** An expression such as `'x + y'`, or in code a JS function. */
export type Fn<A extends unknown[] = any[], R = unknown> = string | ((...args: A) => R)

/** The types of processors. */
export type ProcessorType =
  // Flow
  | 'passthrough' | 'fork' | 'trim' | 'prefix' | 'decimate' | 'timeDecimate' | 'keepLast' | 'filter' | 'filterOn' | 'freeze' | 'insert' | 'pad'
  | 'stutter' | 'variableStutter' | 'turnInto' | 'multiplex' | 'divert' | 'endWhen' | 'resetLast' | 'values' | 'splice'
  // Windows and slices
  | 'window' | 'windowFn' | 'slice' | 'sliceLast' | 'group'
  // Functions
  | 'apply' | 'applyPartial' | 'cumulate' | 'integrate' | 'custom'
  // Collections and texts
  | 'pack' | 'timePack' | 'unpack' | 'putInto' | 'union' | 'intersect' | 'mergeMaps' | 'runOn' | 'buildString' | 'findPattern'
  // Temporal logic
  | 'globally' | 'eventually' | 'next' | 'until' | 'always' | 'sometime' | 'after' | 'upTo' | 'forAll' | 'exists' | 'every' | 'some' | 'forAllNew'
  | 'everyNew' | 'ltl' | 'interpret'
  // State machines
  | 'moore'
  // Signals
  | 'localMaximum' | 'travelRise' | 'plateau' | 'persist' | 'limit' | 'smooth' | 'threshold'
  // Complex events
  | 'rangeCep'
  // Objects
  | 'select' | 'where' | 'project' | 'join'
  // Event time
  | 'timeWindow' | 'sessionWindow'

/** What an input queue does when it is full. */
export type Policy = 'error' | 'block' | 'dropOldest'

/** One processor of a pipeline: where it stands in the graph, and its own parameters (see its page in the docs). */
export interface ProcessorSpec {
  type: ProcessorType
  id?: string
  /** The ports it takes events from: an input's name, a processor's id, or `id.k`. By default, the processor before it. */
  from?: string | string[]
  queue?: { limit?: number, policy?: Policy }
  parallel?: 'nonBlocking' | 'prefetch' | 'pipelined' | 'auto'
  /** A processor or pipeline inside this one. */
  of?: ProcessorSpec | PipelineSpec
  fn?: Fn | Fn[] | number | boolean | null
  host?: Custom
  [parameter: string]: unknown
}

/** A pipeline as data. Without JS functions in it, it is JSON. */
export interface PipelineSpec {
  inputs?: string | string[]
  processors: ProcessorSpec[]
  outputs?: string | string[]
  name?: string
  description?: string
}

/** Bounds on a pipeline and on its run. */
export interface Limits {
  /** Bytes of pipeline JSON (1 000 000). */
  bytes?: number
  /** Nesting of pipeline JSON and of expressions (64). */
  depth?: number
  /** Processors, nested ones included (1 000). */
  processors?: number
  /** Events an input queue may hold, and verdicts that may be open (1 048 576). */
  queue?: number
  /** What a full queue does (`error`). */
  policy?: Policy
  /** Live slices of one slice processor (100 000). */
  slices?: number
  /** Width of a window (100 000). */
  width?: number
  /** Events that come out because of one event (1 048 576). */
  burst?: number
  /** Characters of a text that an expression or processor builds (16 777 216). */
  text?: number
  /** Elements of a collection that an expression or processor builds (16 777 216). */
  elements?: number
}
