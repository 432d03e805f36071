declare const custom: unique symbol

/** A processor made by `defineProcessor`. */
export interface Custom<I extends unknown[] = any[], O = any> {
  readonly inputs: number
  readonly outputs: number
  readonly [custom]: [I, O]
}

/** Emits an event, on output 0 or the given one. */
export type Emit<O> = (value: O, output?: number) => void

/** A processor of your own. */
export interface ProcessorDefinition<S, I extends unknown[], O> {
  /** How many inputs (1). */
  inputs?: number
  /** How many outputs (1). */
  outputs?: number
  /** The first state, which must be a JSON value if the pipeline is to be saved. */
  init?(): S
  /** One event is there on every input. Change the state in place; `'done'` says that nothing more comes. */
  step(state: S, front: I, emit: Emit<O>): void | 'done'
  /** All inputs have ended. */
  end?(state: S, emit: Emit<O>): void
}

/** A processor of your own, for `x.use(processor)` in the builder. */
export function defineProcessor<S = Record<string, any>, I extends unknown[] = any[], O = any>(
  definition: ProcessorDefinition<S, I, O>,
): Custom<I, O>
