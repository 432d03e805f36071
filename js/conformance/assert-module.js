// A test of a module as one line inside any test framework: a promise that is rejected with the whole story.
import { ProtocolError } from '../checker/violation.js'
import { WatertightError } from '../error.js'
import { pretty } from './reporters/pretty.js'
import { testModule } from './test-module.js'

/**
 * Tests a module as `testModule` does; rejects if a rule is broken, with the shortest trace in the message, or if not all
 * could be tried. Resolves to the report. `allow` lists rules that may be broken, such as ['PS-EL'].
 */
export async function assertModule(module, { allow = [], ...options } = {}) {
  const report = await testModule(module, options)
  const [first] = report.first.filter(({ rule }) => !allow.includes(rule))
  if (first) {
    const error = new ProtocolError(first)
    error.message = `${error.message}\n\n${pretty([{ ...report, first: report.first.filter(({ rule }) => !allow.includes(rule)) }])}`
    error.report = report
    throw error
  }
  if (report.verdict === 'UNKNOWN') throw new WatertightError('E_LIMIT', report.notes.join('; '))
  return report
}
