// TAP version 14: one test for each module, with a subtest for each rule.
import { drawText } from '../diagram.js'
import { title } from './words.js'

export function tap(reports) {
  const lines = ['TAP version 14', `1..${reports.length}`]
  reports.forEach((report, k) => {
    if (report.error) {
      lines.push(`not ok ${k + 1} - ${clean(title(report))}`, '  ---', `  message: ${JSON.stringify(report.error)}`, '  ...')
      return
    }
    const rules = Object.entries(report.rules)
    lines.push(`# Subtest: ${clean(title(report))}`, `    1..${rules.length}`)
    rules.forEach(([id, count], i) => {
      lines.push(`    ${count ? 'not ok' : 'ok'} ${i + 1} - ${id}`)
      if (count) lines.push(...details(report, id, count))
    })
    lines.push(`${report.verdict === 'HOLDS' ? 'ok' : 'not ok'} ${k + 1} - ${clean(title(report))}`)
    for (const note of report.notes) lines.push(`# ${clean(note)}`)
  })
  return `${lines.join('\n')}\n`
}

function details(report, id, count) {
  const found = report.first.find(({ rule }) => rule === id)
  const lines = ['      ---', `      scenarios: ${count}`]
  if (found) {
    lines.push(`      statement: ${JSON.stringify(found.statement)}`, `      code: ${found.code}`, `      message: ${JSON.stringify(found.message)}`)
    if (found.command) lines.push(`      replay: ${JSON.stringify(found.command)}`)
    if (found.trace?.length) lines.push('      trace: |', ...drawText(found.trace, report.kind, found.inputs ?? 1).map((line) => `        ${line}`))
  }
  return [...lines, '      ...']
}

// A hash would start a directive.
const clean = (text) => text.replace(/\s+/g, ' ').replace(/[\\#]/g, (letter) => `\\${letter}`)
