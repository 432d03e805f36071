// A broken rule as users get it: thrown, or in a report.
import { WatertightError } from '../error.js'

/** `code` is E_PROTOCOL; `violation` holds `{ rule, code, port, index, trace, stack }`. */
export class ProtocolError extends WatertightError {
  constructor(violation) {
    super('E_PROTOCOL', `${violation.rule} ${violation.code}: ${violation.message}`)
    this.violation = violation
    this.rule = violation.rule
  }
}
