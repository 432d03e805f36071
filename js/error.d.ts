/** Stable codes to match on. */
export type ErrorCode =
  /** The pipeline's description or a call is not of the right form: unknown type, parameter or port, wrong arity, a cycle. */
  | 'E_SHAPE'
  /** A limit was passed: size, depth, processors, a queue, slices, the width of a window, what is built or comes out. */
  | 'E_LIMIT'
  /** An event or a parameter has the wrong type. */
  | 'E_TYPE'
  /** An expression names a function that does not exist. */
  | 'E_UNKNOWN_FN'
  /** An expression or formula is not well formed; the message has line and column. */
  | 'E_SYNTAX'
  /** The bytes are no snapshot of this version, are damaged, or need other JS functions. */
  | 'E_SNAPSHOT'
  /** The pipeline, or a part of it, has no model to prove things of. */
  | 'E_MODEL'
  /** The pipeline failed on an earlier event and was not reset, or was freed. */
  | 'E_FAILED'
  /** A JS function in the pipeline threw (`cause` has what), or is where only data can be. */
  | 'E_HOST'
  /** A pull-stream module broke a rule of the protocol; `violation` says which and how. */
  | 'E_PROTOCOL'
  /** A defect of watertight itself. */
  | 'E_INTERNAL'

/** What every function of the package throws, and what streams end with. */
export class WatertightError extends Error {
  constructor(code: ErrorCode, message: string, more?: { path?: string, cause?: unknown })
  readonly name: 'WatertightError'
  readonly code: ErrorCode
  /** The place in the pipeline's JSON, such as `$.processors[2].fn`. */
  readonly path?: string
  /** What came out before the event that failed, where a call feeds several. */
  readonly outputs?: unknown
}
