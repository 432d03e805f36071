// Types of the questions one can ask about a pipeline.
import type { Pipeline } from '../index.js'

/** What a question is answered with. UNKNOWN is no success: a limit was met. */
export type Verdict = 'PROVED' | 'HOLDS' | 'VIOLATED' | 'UNKNOWN'

/** Properties by name; `bounded-liveness:5` allows at most 4 steps in a row without an output. */
export type PropertyName =
  | 'liveness' | 'bounded-liveness' | `bounded-liveness:${number}` | 'no-full-queue'
  | 'stepwise-equivalence' | 'sequence-equivalence' | 'approximates' | 'queue-sizes' | 'dead-paths' | 'monitor'

/** A pipeline, or its JSON. */
export type PipelineLike = Pipeline | string | object

/** The values of an input: booleans, the numbers 0 to n-1, or these. */
export type InputDomain = 'bool' | number | readonly (string | number | boolean | null)[]

/** How far a check has come. */
export interface VerifyProgress {
  states: number
  edges: number
  depth: number
  frontier: number
  /** Nodes of the symbolic checker's diagrams; 0 in the explicit one. */
  nodes: number
  seconds: number
  statesPerSecond: number
}

/** What is asked, and what is taken for granted. */
export interface VerifyQuestion {
  /** Properties by name. Default: liveness and no-full-queue; with `equivalent` both equivalences. */
  properties?: PropertyName | string | readonly (PropertyName | string)[]
  /** Formulas of CTL over ports: `AG EF out.b`. */
  ctl?: string | readonly string[]
  /** Formulas of LTL over ports: `G F out.b`. */
  ltl?: string | readonly string[]
  /** Events a queue holds in the model (default 2), or sizes by queue: `{ 'sum.queue[1]': 3 }`. */
  queue?: number | Record<string, number>
  /** Numbers are 0 to n-1 (default 4), or domains by input: `{ in: 'bool' }`. */
  domain?: number | Record<string, InputDomain>
  /** Whether an input may be silent in a step. Default: every-step. */
  inputs?: 'every-step' | 'free'
  /** What becomes of a number outside the domain. Default: wrap. */
  overflow?: 'wrap' | 'saturate' | 'error'
  /** Traces may end. */
  ends?: boolean
  /** A pipeline to compare with. */
  equivalent?: PipelineLike
  /** A structure the pipeline watches: as JSON, or the text of an SMV file. */
  system?: string | object
}

export interface VerifyOptions extends VerifyQuestion {
  /**
   * Who answers: `explicit` visits state by state, `symbolic` holds sets of states as decision diagrams, and `auto`
   * (default) asks the explicit checker first and, from a million states on, both in turn.
   */
  engine?: 'auto' | 'explicit' | 'symbolic'
  /** States the explicit checker may hold (default 5 000 000); below a million, the symbolic one is not asked. */
  states?: number
  /** Nodes the symbolic checker's diagrams may have (default 10 000 000). */
  nodes?: number
  /** Give up after so many milliseconds (default 60 000). */
  time?: number
  signal?: AbortSignal
  onProgress?: (progress: VerifyProgress) => void
}

/** One step of a counterexample. */
export interface CounterexampleStep {
  inputs: Record<string, unknown>
  /** Variables of the watched structure, where there is one. */
  structure?: Record<string, unknown>
  outputs: Record<string, unknown[]>
  queues: Record<string, unknown[]>
  ends?: string[]
  lost?: string[]
}

export interface Counterexample {
  /** One object a step; an input with no event is absent. */
  inputs: Record<string, unknown>[]
  /** The step the run goes back to after the last one, for ever; or null. */
  loop: number | null
  /** It was fed to the real engine, which did what the model said. */
  replayed: boolean
  steps: CounterexampleStep[]
}

export interface VerifyResult {
  property: string
  verdict: Verdict
  /** Which checker found the answer. */
  engine: 'explicit' | 'symbolic'
  /** States that were found; of the symbolic checker exact as far as a double is. */
  states: number
  edges: number
  depth: number
  ms: number
  /** Bytes of a packed state, and bytes kept besides for each state. */
  bytes: [number, number]
  /** Of the symbolic checker: nodes of its diagrams in the end. */
  nodes?: number
  queue: number
  domain: number
  /** What the model takes for granted, in words. */
  assumption: string
  notes?: string[]
  /** For UNKNOWN: why, and what is known so far. */
  reason?: string
  known?: string
  counterexample?: Counterexample
  /** For queue-sizes: by queue, the smallest size at which it is never full. */
  queues?: Record<string, { size: number | null, unbounded?: boolean, longerThan?: number, atLeast?: number }>
  /** For dead-paths: what could be left out. */
  dead?: { processor: string, input?: number, instead?: string, why?: string }[]
}

/** Asks questions about a pipeline; each is answered by a proof, or by a run that was replayed on the engine. */
export function verify(pipeline: PipelineLike, options?: VerifyOptions): Promise<{ results: VerifyResult[] }>

/** The same questions as a model for NuSMV or nuXmv; `paperStyle` prints it as Bedard and Halle do. */
export function toSmv(pipeline: PipelineLike, options?: VerifyQuestion & { paperStyle?: boolean }): string

export interface ReplayOptions extends VerifyQuestion {
  /** The traces are of the model in the paper's style. Its variables are recognised without this, too. */
  paperStyle?: boolean
  /** Only the n-th trace of the text, from 1. */
  trace?: number
}

/** A trace, as the engine played it. */
export interface ReplayedTrace extends Counterexample {
  /** What it is a trace of, in the words of the tool that made it. */
  title: string
  /** The engine did what the trace says. */
  replayed: boolean
  /** Where it did not: the step, the variable as the trace calls it, and both values. */
  differences: { step: number, name: string, trace: string, replay: string }[]
  notes?: string[]
}

/**
 * Plays traces on the real engine, beside the model: what NuSMV and nuXmv print for a model of `toSmv` (text or XML), or
 * a counterexample or a whole report of `verify`. Ask with the options the model was made with.
 */
export function replay(pipeline: PipelineLike, trace: string | object, options?: ReplayOptions): Promise<{ traces: ReplayedTrace[] }>

/** A counterexample as XML that NuSMV's `read_trace` and `execute_traces` take for the model that `toSmv` prints. */
export function traceToXml(pipeline: PipelineLike, counterexample: Counterexample | { results: VerifyResult[] } | string, options?: VerifyQuestion): string
