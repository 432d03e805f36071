// The reporters by the names that users give.
import { html } from './html.js'
import { json } from './json.js'
import { junit } from './junit.js'
import { pretty } from './pretty.js'
import { tap } from './tap.js'

export const reporters = { pretty, tap, junit, html, json }

/** A report, or several, as the text of a reporter. */
export function formatReport(report, reporter = 'pretty', options = {}) {
  if (!Object.hasOwn(reporters, reporter)) throw new TypeError(`unknown reporter '${reporter}', expected one of ${Object.keys(reporters).join(', ')}`)
  return reporters[reporter]([report].flat(), options)
}
