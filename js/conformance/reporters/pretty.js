// For people at a terminal: the verdict, then each broken rule with its shortest trace as a diagram.
import { drawText } from '../diagram.js'
import { brokenText, effort, scenarioText, title } from './words.js'

/** The reports as text; `color` turns on escape codes. */
export function pretty(reports, { color = false } = {}) {
  const paint = (code) => (text) => (color ? `\x1b[${code}m${text}\x1b[0m` : text)
  // What could not be tested is told on stderr.
  return reports.filter(({ error }) => !error).map((report) => one(report, { red: paint('31'), green: paint('32'), yellow: paint('33'), bold: paint('1'), dim: paint('2') })).join('\n')
}

function one(report, paint) {
  const look = { VIOLATED: paint.red, HOLDS: paint.green, UNKNOWN: paint.yellow }[report.verdict]
  const lines = [`${look(report.verdict.padEnd(9))} ${paint.bold(title(report))}  ${paint.dim(effort(report))}`]
  if (report.verdict === 'VIOLATED') lines.push(`          ${brokenText(report)}`)
  for (const note of report.notes) lines.push(`          ${paint.yellow('note')} ${note}`)
  for (const found of report.first) lines.push('', ...violation(found, report, paint))
  return `${lines.join('\n')}\n`
}

function violation(found, report, paint) {
  const lines = [`  ${paint.red(found.rule)} ${paint.bold(found.code)}: ${found.statement}`, `    ${found.message}`]
  if (found.scenario) lines.push(paint.dim(`    with ${scenarioText(report.kind, found.scenario)}`))
  if (found.trace?.length) {
    const last = found.trace.length - 1
    const mark = (k) => (k === last && found.index === last ? paint.red(`  <== ${found.rule}`) : '')
    lines.push('', ...drawText(found.trace, report.kind, found.inputs ?? 1, mark).map((line) => `    ${line}`))
    if (found.index > last) lines.push(`    ${paint.red(`... and nothing more happens  <== ${found.rule}`)}`)
  }
  if (found.command) lines.push('', paint.dim(`    replay: ${found.command}`))
  return lines
}
