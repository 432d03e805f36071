// The one error class users see: a stable code, one clear line, and the place it speaks of.

/** An error of watertight; match on `code`, read `path` for the place in the pipeline's JSON. */
export class WatertightError extends Error {
  /**
   * @param {string} code such as E_SHAPE
   * @param {string} message one line
   * @param {{ path?: string, cause?: unknown }} [more]
   */
  constructor(code, message, { path, cause } = {}) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
    this.path = path
  }

  get name() {
    return 'WatertightError'
  }
}
