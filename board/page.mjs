// Writes the board as a page: the table of packages and rules, what could not be tested, and the shortest traces.
import { drawText } from '../js/conformance/diagram.js'
import { SIX, broken, onlyPending, totals } from './figures.mjs'

const COLUMNS = [...SIX, 'PS-V', 'PS-D', 'PS-N', 'PS-T', 'PS-EL', 'PS-AL', 'PS-DC']

/** `results` in the paper's orders, `more` in further ones; both as `testAll` gives them. */
export function page(results, more, { date, versions, seconds, orders }) {
  const tested = results.filter(({ report }) => report)
  const further = new Map(more.map((result) => [result.line.name, result]))
  const { listed, tested: count, violating, six, pending, unknown } = totals(results)
  return `# The community board

Packages of the pull-stream community, held to [the rules of the protocol](protocol.md#rules). Made by \`cargo xtask board\`, which
installs the packages of \`board/packages.mjs\` and writes this page. A package appears with the one module that its line in that list
makes; a mark here says something of that module with these settings, not of all that the package can do.

| | |
|---|---|
| Date | ${date} |
${Object.entries(versions).map(([name, version]) => `| ${name} | ${version} |`).join('\n')}
| Packages | ${listed} listed, ${count} tested |
| Time | ${seconds} s for all tests after installation |

**${violating} of ${count} packages break a rule; ${six} of them one of the six invariants, ${pending} of these only when the sink aborts while an
ask is pending.**${unknown ? ` Of ${unknown} it is not known.` : ''}

## Packages and rules

Each number says in how many of the paper's scenarios (576, for a source 144, for a sink 16; one order each) the rule is broken. *Pending*: the
six are broken only when the sink aborts while an ask is pending. *Other orders* names rules that are broken only when
asynchronous steps come in another order (at most ${orders} orders a scenario), or by a long synchronous stream (PS-S). What reads files
(pull-file, pull-fs, pull-glob) runs in real time: its numbers differ a little from run to run.

| Package | Module | Kind | ${COLUMNS.join(' | ')} | Pending | Other orders |
|---|---|---|${COLUMNS.map(() => '--:').join('|')}|---|---|
${tested.map((result) => row(result, further.get(result.line.name))).join('\n')}

## Not tested

| Package | Why |
|---|---|
${results.filter(({ report }) => !report).map(({ line, reason }) => `| ${line.name} ${line.version} | ${cell(reason)} |`).join('\n')}

## Shortest traces

For each rule that a package breaks, the shortest run that shows it, drawn up to where it shows.

${tested.map((result) => traces(result, further.get(result.line.name))).filter(Boolean).join('\n')}`
}

function row({ line, report }, { report: more, reason } = {}) {
  const name = `${line.name} ${line.version}`
  const only = more ? broken(more).filter((id) => !report.rules[id]) : []
  const link = broken(report).length + only.length ? `[${name}](#${anchor(line)})` : name
  const counts = COLUMNS.map((id) => report.rules[id] || '')
  return `| ${link} | ${line.what ? `\`${cell(line.what)}\`` : ''} | ${line.kind} | ${counts.join(' | ')} | ${onlyPending(report) ? 'yes' : ''} | ${[...only, ...unknown(more, reason)].join(', ')} |`
}

/** A limit that was hit is told. */
function unknown(more, reason) {
  if (more?.verdict === 'UNKNOWN') return [`unknown: ${cell(more.notes.join('; '))}`]
  return reason ? [`unknown: ${cell(reason)}`] : []
}

function traces({ line, report }, { report: more } = {}) {
  const seen = new Set()
  const found = [...report.first, ...more?.first ?? []].filter(({ rule }) => !seen.has(rule) && seen.add(rule))
  if (found.length === 0) return ''
  const entries = found.map((one) => {
    const lines = one.trace.length ? drawText(one.trace, line.kind, one.inputs ?? 1) : []
    if (lines.length && one.index >= one.trace.length) lines.push('... and nothing more happens')
    return `**${one.rule}** \`${one.code}\`: ${cell(one.message)}\n${lines.length ? `\n\`\`\`text\n${lines.join('\n')}\n\`\`\`\n` : ''}`
  })
  return `### ${line.name}\n\n${entries.join('\n')}`
}

/** What GitHub makes of the heading. */
const anchor = ({ name }) => name.toLowerCase().replace(/[^\w-]/g, '')

const cell = (text) => String(text).replaceAll('|', '\\|').replace(/\s+/g, ' ')
