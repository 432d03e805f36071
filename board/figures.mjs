// Figures of the board: who breaks what, and when.

/** The six invariants of the paper. */
export const SIX = ['PS-1', 'PS-2', 'PS-3', 'PS-4', 'PS-5', 'PS-6']

/** Rules that are broken in a report, with in how many scenarios. */
export const broken = ({ rules }) => Object.entries(rules).filter(([, count]) => count > 0).map(([id]) => id)

/** Breaks one of the six. */
export const breaksSix = (report) => broken(report).some((id) => SIX.includes(id))

/** Breaks the six only where the sink aborts while an ask is pending: without a `w` in the scenario's name. */
export function onlyPending(report) {
  const rows = report.matrix.filter(({ rules }) => rules.some((id) => SIX.includes(id)))
  return rows.length > 0 && rows.every(({ scenario }) => !scenario.includes('w'))
}

/** The sentence's numbers: tested, with a broken rule, with one of the six broken, and that only while an ask is pending. */
export function totals(results) {
  const reports = results.map(({ report }) => report).filter(Boolean)
  const six = reports.filter(breaksSix)
  return {
    listed: results.length,
    tested: reports.length,
    violating: reports.filter(({ verdict }) => verdict === 'VIOLATED').length,
    six: six.length,
    pending: six.filter(onlyPending).length,
    unknown: reports.filter(({ verdict }) => verdict === 'UNKNOWN').length,
  }
}
