/** Types of the checker and of the checked `pull`. */
import type { WatertightError } from './error.js'
import type { Source } from './pull/pull.js'

/** Ids of the rules. */
export type RuleId = 'PS-1' | 'PS-2' | 'PS-3' | 'PS-4' | 'PS-5' | 'PS-6' | 'PS-V' | 'PS-D' | 'PS-N' | 'PS-T' | 'PS-EL' | 'PS-AL' | 'PS-DC' | 'PS-S' | 'PS-B'

/** One thing that happened on an interface. */
export interface TraceEvent {
  port: string
  interface: number
  event: 'ask' | 'abort' | 'error' | 'value' | 'done' | 'err' | 'throw' | 'done-error' | 'overflow'
  /** The number of the request on its interface, from 1. */
  i: number
  value?: string
  callback?: false
  message?: string
  /** The event in the notation of the paper, such as `DI: ask[x1]`. */
  text: string
}

/** A broken rule. */
export interface Violation {
  rule: RuleId
  /** The way it was broken, such as `abort-after-abort`. */
  code: string
  statement: string
  message: string
  port: string
  /** The number of the request it is about. */
  index: number
  trace: TraceEvent[]
  stack: string
  /** In a checked pipeline: the stages on both sides. */
  between?: [string, string]
}

/** What an eager checker throws; `code` is `E_PROTOCOL`. */
export declare class ProtocolError extends WatertightError {
  readonly code: 'E_PROTOCOL'
  violation: Violation
  rule: RuleId
}

export interface CheckerOptions {
  /** Throw at the first violation (default) or collect them for `report()`. */
  eager?: boolean
  /** Milliseconds after which a missing answer is a violation of PS-2. */
  timeout?: number
  /** Only these rules. */
  rules?: RuleId[]
  /** Report a stream that was left open as PS-6 (default true). */
  enforceTermination?: boolean
  onViolation?: (violation: Violation) => void
  /** A name for the interface in traces. */
  port?: string
}

export interface CheckerReport {
  verdict: 'HOLDS' | 'VIOLATED'
  violations: Violation[]
  interfaces: number
  requests: number
}

/** A through that changes nothing and notices broken rules. */
export interface Checker {
  <T>(read: Source<T>): Source<T>
  /** What was found so far, and what is owed now. */
  report(): CheckerReport
  /** The violations as errors; throws the first if the checker is eager. */
  terminate(): ProtocolError[]
  /** Wraps the done callback of a sink, so that its calls are counted. */
  done<A extends unknown[]>(callback?: (...results: A) => void): (...results: A) => void
}

/** Put it between two modules: `pull(source, checker(), sink)`. */
export declare function checker(options?: CheckerOptions): Checker
export declare function checker(forbidExtraRequests: boolean, enforceStreamTermination?: boolean, notifyEagerly?: boolean): Checker

export interface Stall {
  stage: string
  index: number
  request: number
  message: string
}

export interface CheckedOptions {
  eager?: boolean
  /** Milliseconds after which a stall is reported; 0 never. */
  timeout?: number
  /** Names of the stages. */
  names?: string[]
  onViolation?: (violation: Violation) => void
  onStall?: (stall: Stall) => void
}

export interface CheckedPull {
  (...stages: unknown[]): any
  report(): { verdict: 'HOLDS' | 'VIOLATED', violations: Violation[], stalls: Stall[] }
}

/** As `pull(...)`, with a checker on every interface. */
export declare const checked: {
  (...stages: unknown[]): any
  /** A `pull` with settings. */
  with(options?: CheckedOptions): CheckedPull
}
