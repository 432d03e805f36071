// Types of the event language of pull-streams.

/** Values of a specification's parameters. */
export type SpecParameters = Readonly<Record<string, number | boolean>>

/** What was called at an interface; `i` counts the requests there from 1, and an answer carries its request's. */
export interface Step {
  /** The side that makes the call: an input for a request, an output for an answer. */
  port: string
  kind: 'ask' | 'abort' | 'value' | 'done' | 'error'
  i: number
  /** The abort is an error. */
  error?: boolean
}

/** A row of a conformance report's trace. */
export interface TraceRow {
  port: string
  event: string
  i: number
}

/** A history: recorded steps, events in the notation (`TI: ask[x[1]]`), or both. */
export type RecordedHistory = readonly (Step | TraceRow | string)[]

/** What a text says, by statement. */
export interface ParsedSpec {
  parameters: { name: string, kind: 'number' | 'boolean', condition: string | null }[]
  definitions: { name: string, parameters: string[], text: string, line: number }[]
  rules: { event: string, antecedent: string, text: string, line: number }[]
  orders: { text: string, line: number }[]
  /** The whole text as the printer writes it. */
  text: string
}

/** One of several specifications that run together. */
export interface SpecPart {
  /** The name of a specification of the package, or a text. */
  spec: string | ParsedSpec
  parameters?: SpecParameters
  /** Other names for its ports. */
  ports?: Readonly<Record<string, string>>
  /** The number of primes of all its stream variables and values, in place of their own. */
  stage?: number
}

/** The name of a specification of the package, a text, what `parse` gave, or several that run together. */
export type Specification = string | ParsedSpec | SpecPart | readonly (string | ParsedSpec | SpecPart)[]

/** A history that a specification allows; one that is not complete was cut at the bound. */
export interface AllowedHistory {
  events: string[]
  complete: boolean
}

/** The verdict on a recorded history. */
export interface HistoryVerdict<P = SpecParameters> {
  allowed: boolean
  /** The place of the first event that may not happen there; the length if the history only stops too early. */
  at: number | null
  /** The event at that place, in the notation. */
  event: string | null
  /** The events that may happen there. */
  expected: string[]
  /** The values of the parameters that it was judged by. */
  parameters: P
}

/** The event language of pull-streams, and the specifications that come with the package. */
export declare const protocol: {
  /** Texts by name: the protocol and its variants, ping-pong, the reference modules. */
  readonly specs: Readonly<Record<string, string>>
  /** The functions that every text may call. */
  readonly prelude: string
  /** Reads a text; an error names line and column, and what was expected there. */
  parse(text: string): ParsedSpec
  /** A text as the printer writes it, in ASCII or with the symbols of the paper. */
  print(rules: string | ParsedSpec, options?: { style?: 'ascii' | 'typeset' }): string
  /** Functions expanded, antecedents and partial orders as choices of conjunctions of sequences. */
  normalise(text: string | ParsedSpec, parameters?: SpecParameters): string
  /** Whether a history makes an antecedent true. */
  entails(history: RecordedHistory, text: string, parameters?: SpecParameters): boolean
  /**
   * Every history of at most `bound` events (20 if not given). Events at `prompt` ports do not wait: while one may happen,
   * no other does, as with a module that reacts within the call it reacts to.
   */
  histories(
    spec: Specification,
    options?: { parameters?: SpecParameters, bound?: number, prompt?: readonly string[] },
  ): AllowedHistory[]
  /**
   * Whether a recorded history is one that a specification allows. SpecParameters without a value are tried with all that
   * could matter. `prefix`: it may stop early. `project`: events at other ports are passed over.
   */
  allows<S extends Specification>(
    spec: S,
    parameters: SpecParameters | undefined,
    history: RecordedHistory,
    options?: { prefix?: boolean, project?: boolean },
  ): HistoryVerdict<S extends readonly unknown[] ? SpecParameters[] : SpecParameters>
}
