/** Types of the conformance tester. */
import type { RuleId, TraceEvent } from './checker.js'
import type { Source } from './pull/pull.js'

export type ModuleKind = 'source' | 'through' | 'sink' | 'multi' | 'duplex' | 'async-iterable' | 'web-stream'
  | 'async-iterable-sink' | 'web-stream-sink'

/** How to make a module: a fresh one for each run. */
export interface ModuleAdapter {
  name?: string
  kind: ModuleKind
  /** `create()` a through or duplex, `create(n)` a source of n values, `create(done)` a sink, `create([s1, s2])` a combined source,
   * `create(source)` an async iterable or a Web Stream made of another, or the promise of a sink that reads it. */
  create: (given?: any) => unknown
  /** The i-th value that sources give, from 1 (default: i). */
  value?: (i: number) => unknown
  /** How many sources a combined source, an async iterable or a Web Stream reads, or several such numbers. */
  sources?: number | number[]
}

export interface Scenario {
  n: number
  r: number
  wait: boolean
  sourceError: boolean
  sinkError: boolean
  sourceSync: boolean
  sinkSync: boolean
  sources?: number
}

export interface Progress {
  done: number
  scenarios: number
  schedules: number
  violating: number
}

export interface TestOptions {
  kind?: ModuleKind
  /** Arguments that make the module of a function; "$n", "$values", "$sources", "$done" stand for what the scenario gives. */
  args?: unknown[]
  name?: string
  version?: string
  sources?: number
  /** The longest stream (default 3). */
  maxN?: number
  /** All orders of asynchronous steps (default), one order each as in the paper, or at most so many. */
  schedules?: 'all' | 'paper' | number
  /** Leave out orders that look the same to the module (default true). */
  prune?: boolean
  /** How long to wait for an answer from the real world (default 200). */
  answerMs?: number
  /** How long one scenario may take (default 5000). */
  scenarioMs?: number
  /** The test with 100 000 synchronous items (default true, except for 'paper'). */
  stack?: boolean
  /** Chunks a Web Stream may pull while its reader waits for nothing (default 1). */
  highWaterMark?: number
  /** Run one scenario in one order. */
  replay?: string
  signal?: AbortSignal
  onProgress?: (progress: Progress) => void
}

export interface TestFailure {
  rule: RuleId
  code: string
  statement: string
  message: string
  port: string
  /** The event that broke the rule; the length of the trace when it shows only at the end. */
  index: number
  scenario?: Scenario
  /** Give it as `replay` to see the run again. */
  replay: string
  trace: TraceEvent[]
}

export interface TestReport {
  module: string
  version: string | null
  kind: ModuleKind
  verdict: 'HOLDS' | 'VIOLATED' | 'UNKNOWN'
  bound: { maxN: number, schedules: 'all' | 'paper' | number }
  scenarios: number
  done: number
  /** Runs made. */
  schedules: number
  /** Orders left out, because they look to the module like one that was run. */
  pruned: number
  /** Scenarios in which a rule was broken. */
  violating: number
  /** For each rule, in how many scenarios it was broken. */
  rules: Record<RuleId, number>
  /** The shortest trace for each way a rule was broken. */
  first: TestFailure[]
  matrix: { scenario: string, rules: RuleId[] }[]
  notes: string[]
  seconds: number
}

type Testable = ModuleAdapter | ((...args: any[]) => any) | { source: Source<any>, sink: (read: Source<any>) => void }

/** Tests a pull-stream module; resolves to the report, also when rules are broken. */
export declare function testModule(module: Testable, options?: TestOptions): Promise<TestReport>

export interface StreamOptions extends Omit<TestOptions, 'kind' | 'args' | 'stack'> {
  /** The i-th value that sources give, from 1 (default: i). */
  value?: (i: number) => unknown
  /** What is made: a stream of n values, a stream of another (default), or the promise of who reads one. */
  kind?: 'source' | 'through' | 'sink'
}

/** Tests an async function that reads an async iterable until the promise it returns is settled. */
export declare function testAsyncIterable(sink: (source: any) => PromiseLike<unknown>, options: StreamOptions & { kind: 'sink' }): Promise<TestReport>
/** Tests what is made of an async iterable (of n values with `kind: 'source'`, of a list of iterables with `sources: 2` or more). */
export declare function testAsyncIterable(make: (source: any) => AsyncIterable<unknown>, options?: StreamOptions): Promise<TestReport>

/** Tests a WritableStream, or an async function that reads a ReadableStream until the promise it returns is settled. */
export declare function testWebStream(sink: (source: any) => PromiseLike<unknown> | WritableStream, options: StreamOptions & { kind: 'sink' }): Promise<TestReport>
/** Tests what is made of a ReadableStream: another, or a pair such as a TransformStream to pipe it through. */
export declare function testWebStream(make: (source: any) => ReadableStream | { readable: ReadableStream, writable: WritableStream }, options?: StreamOptions): Promise<TestReport>

/** As `testModule`, but rejects when a rule is broken that `allow` does not list. */
export declare function assertModule(module: Testable, options?: TestOptions & { allow?: RuleId[] }): Promise<TestReport>

/** A report, or several, as text. */
export declare function formatReport(report: TestReport | TestReport[], reporter?: 'pretty' | 'tap' | 'junit' | 'html' | 'json', options?: { color?: boolean }): string

/** Puts timer functions in place that a test can hold; call it before a module is loaded that keeps what it finds then. */
export declare function holdTime(): () => void
