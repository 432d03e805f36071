import type { Custom } from '../define.js'
import type { Json, PipelineSpec, ProcessorSpec, ProcessorType } from '../json.js'
import type { Pipeline } from '../pipeline.js'

/** A nested pipeline: drawn by a function, or as JSON, or one made before. */
export type Of<T, U> = ((x: Stream<T>) => Stream<U>) | PipelineSpec | ProcessorSpec | Pipeline<any, any>

/** An expression over `x` (and `y`, `z`, `$0`, `$1`, ...), or a JS function. */
export type Of1<T, U> = string | ((value: T) => U)

type Finite = { /** At the end of the trace, decide what is undecided as for a finite trace. */ finite?: boolean }
type Slicing = { /** Drops a slice whose output makes this true. */ clean?: string | ((output: any) => boolean), /** A key that is a collection stands for each of its members. */ explode?: boolean }

/** A transition of a Moore machine. */
export interface Transition {
  from: number | string
  to: number | string
  /** When it is taken: an expression, or `'otherwise'`. */
  when?: string | ((...front: any[]) => boolean)
  /** In place of `when`: a pipeline that says so. */
  of?: Of<any, boolean>
  /** New values of context variables. */
  assign?: Record<string, unknown>
}

/** A stream in a pipeline under construction. Each method adds the processor of its name; see that processor's page. */
export interface Stream<T = any> {
  /** Any processor by its type, with parameters as in JSON; `others` are its further inputs. */
  add<U = any>(type: ProcessorType, parameters?: Record<string, unknown>, ...others: Stream[]): Stream<U>
  /** The k-th output of the processor this stream comes from. */
  out<U = any>(k: number): Stream<U>
  /** A processor made by `defineProcessor`; an array of streams if it has several outputs. */
  use<U = any>(processor: Custom<any, U>, ...others: Stream[]): Stream<U>
  /** A source of given events beside this stream. */
  values<U>(values: readonly U[], options?: { loop?: boolean }): Stream<U>
  /** A source of several lists of events, one after the other, beside this stream. */
  splice<U>(...sources: (readonly U[])[]): Stream<U>

  // Functions
  /** A function of each event. */
  map<U = any>(fn: Of1<T, U>): Stream<U>
  /** A function of each front: of this stream and the others. A list of functions gives as many streams. */
  apply<U = any>(fn: string | ((...front: any[]) => U), ...others: Stream[]): Stream<U>
  apply<U = any>(fn: readonly (string | ((...front: any[]) => U))[], ...others: Stream[]): Stream<U>[]
  applyPartial<U = any>(fn: string, ...others: Stream[]): Stream<U>
  /** A running fold: in an expression `x` is the accumulated value, `y` the event. */
  cumulate<U = T>(fn: string | ((accumulated: U, event: T) => U), start?: U): Stream<U>
  integrate<U = any>(start?: U): Stream<U>
  sum(): Stream<number>
  product(): Stream<number>
  max(): Stream<number>
  min(): Stream<number>
  /** How many events so far. */
  count(): Stream<number>
  /** The mean of the events so far. */
  average(): Stream<number>

  // Operators; the other side is a stream or a constant
  plus(other: Stream | Json): Stream<T extends string ? string : number>
  minus(other: Stream | number): Stream<number>
  times(other: Stream | number): Stream<number>
  dividedBy(other: Stream | number): Stream<number>
  mod(other: Stream | number): Stream<number>
  equals(other: Stream | Json): Stream<boolean>
  differs(other: Stream | Json): Stream<boolean>
  lessThan(other: Stream | Json): Stream<boolean>
  atMost(other: Stream | Json): Stream<boolean>
  moreThan(other: Stream | Json): Stream<boolean>
  atLeast(other: Stream | Json): Stream<boolean>
  and(other: Stream | boolean): Stream<boolean>
  or(other: Stream | boolean): Stream<boolean>
  implies(other: Stream | boolean): Stream<boolean>
  not(): Stream<boolean>

  // Flow
  passthrough(): Stream<T>
  passthrough(...others: [Stream, ...Stream[]]): Stream[]
  /** Copies of this stream. Using a stream twice does the same. */
  fork(outputs?: number): Stream<T>[]
  trim(count: number): Stream<T>
  prefix(count: number): Stream<T>
  decimate(interval: number, options?: { /** Emit the last event at the end. */ last?: boolean }): Stream<T>
  timeDecimate(interval: number, time: Of1<T, number>, options?: { last?: boolean }): Stream<T>
  keepLast(): Stream<T>
  filter(control: Stream<boolean>): Stream<T>
  filterOn(fn: Of1<T, boolean>): Stream<T>
  freeze(): Stream<T>
  insert<U>(count: number, value: U): Stream<T | U>
  pad<U, V>(of: Of<T, U>, count: number, value: V): Stream<U | V>
  stutter(count: number): Stream<T>
  variableStutter(counts: Stream<number>): Stream<T>
  turnInto<U>(value: U): Stream<U>
  multiplex<U = T>(...others: Stream<U>[]): Stream<T | U>
  divert(fn: Of1<T, number>, outputs: number): Stream<T>[]
  endWhen(fn: Of1<T, boolean>): Stream<T>
  resetLast<U>(of: Of<T, U>, control: Stream<boolean>): Stream<U>

  // Windows and slices
  window<U = any>(width: number, of: Of<T, U>): Stream<U>
  window<U = any>(width: number, of: PipelineSpec | ((...streams: any[]) => Stream<U>), ...others: [Stream, ...Stream[]]): Stream<U>
  windowFn<U = any>(fn: string | ((...events: T[]) => U)): Stream<U>
  slice<U = any, K = any>(key: Of1<T, K>, of: Of<T, U>, options?: Slicing): Stream<Map<K, U>>
  sliceLast<U = any>(key: Of1<T, unknown>, of: Of<T, U>, options?: Slicing): Stream<U[]>
  group<U = any>(of: Of<T, U>): Stream<U>
  group<U = any>(of: PipelineSpec | ((...streams: any[]) => Stream<U>), ...others: [Stream, ...Stream[]]): Stream<U>

  // Collections and texts
  pack(control: Stream<boolean>): Stream<T[]>
  timePack(interval: number, time: Of1<T, number>): Stream<T[]>
  unpack<U = T extends Iterable<infer E> ? E : any>(): Stream<U>
  putInto(into: 'list'): Stream<T[]>
  putInto(into: 'set'): Stream<Set<T>>
  putInto(into: 'multiset'): Stream<Map<T, number>>
  putInto<V = any>(into: 'map', values?: Stream<V>): Stream<Map<T, V>>
  union(): Stream<Set<any>>
  intersect(): Stream<Set<any>>
  mergeMaps(): Stream<Map<any, Set<any>>>
  runOn<U = any>(of: Of<any, U>, options?: { default?: unknown }): Stream<U>
  buildString(separator?: string): Stream<string>
  findPattern(pattern: string): Stream<string>

  // Temporal logic
  globally(options?: Finite): Stream<boolean>
  eventually(options?: Finite): Stream<boolean>
  next(options?: Finite): Stream<T>
  until(right: Stream<boolean>, options?: Finite): Stream<boolean>
  always(of: Of<T, boolean | null>): Stream<boolean | null>
  sometime(of: Of<T, boolean | null>): Stream<boolean | null>
  after(of: Of<T, boolean | null>): Stream<boolean | null>
  upTo(right: Stream<boolean | null>): Stream<boolean | null>
  forAll(name: string, domain: Of1<T, unknown>, of: Of<T, boolean>): Stream<boolean>
  exists(name: string, domain: Of1<T, unknown>, of: Of<T, boolean>): Stream<boolean>
  every(name: string, domain: Of1<T, unknown>, of: Of<T, boolean | null>): Stream<boolean | null>
  some(name: string, domain: Of1<T, unknown>, of: Of<T, boolean | null>): Stream<boolean | null>
  forAllNew(name: string, domain: Of1<T, unknown>, of: Of<T, boolean>): Stream<boolean>
  everyNew(name: string, domain: Of1<T, unknown>, of: Of<T, boolean | null>): Stream<boolean | null>
  /** A formula such as `G (a -> F b)` over boolean streams, or `G ({x > 1} -> F {x < 0})` over this one. */
  ltl(formula: string, options?: Finite & { atoms?: string[] }, ...others: Stream<boolean>[]): Stream<boolean>
  interpret(): Stream<Map<string, Set<any>>>

  // State machines
  moore<U = any>(machine: { transitions: Transition[], symbols?: Record<string, unknown>, init?: Record<string, unknown>, initial?: number | string }, ...others: Stream[]): Stream<U>

  // Signals
  localMaximum(options?: { width?: number, drops?: boolean }): Stream<number>
  travelRise(options?: { width?: number, threshold?: number }): Stream<number>
  plateau(options?: { width?: number, range?: number, relative?: boolean }): Stream<number>
  persist(count: number): Stream<number>
  limit(count?: number): Stream<number>
  smooth(width: number): Stream<number>
  threshold(value: number): Stream<number>

  // Complex events
  rangeCep<U = any>(options: { range: Of<T, boolean>, data: Of<T, any>[], fn: string | ((...values: any[]) => U), restarts?: boolean, includesLast?: boolean, contiguous?: boolean }): Stream<U>

  // Objects
  select<U = any>(fields: string[] | Record<string, unknown>): Stream<U>
  where(fn: Of1<T, boolean>): Stream<T>
  project<U = any>(fields: string[]): Stream<U>
  join<R, U = any>(right: Stream<R>, keys: { left: Of1<T, unknown>, right: Of1<R, unknown>, fn?: string | ((left: T, right: R) => U), within?: number, leftTime?: Of1<T, number>, rightTime?: Of1<R, number> }): Stream<U>

  // Event time
  timeWindow<U = any>(duration: number, time: Of1<T, number>, of: Of<T, U>): Stream<U>
  sessionWindow<U = any>(gap: number, time: Of1<T, number>, of: Of<T, U>): Stream<U>
}
