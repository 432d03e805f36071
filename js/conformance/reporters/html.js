// One HTML file that needs nothing else: a summary, the matrix of scenarios and rules, and the traces as pictures.
import { drawSvg, escape } from '../diagram.js'
import { brokenText, effort, scenarioText, title } from './words.js'

const STYLE = `
:root { color-scheme: light dark; --ink: #1d2733; --paper: #fff; --soft: #6a7685; --line: #d6dce3; --bad: #c0273a; --good: #1f7a4d; --unknown: #9a6a00 }
@media (prefers-color-scheme: dark) { :root { --ink: #e4e9ee; --paper: #12171d; --soft: #93a0ae; --line: #333d48; --bad: #ff7584; --good: #5fcf98; --unknown: #e8b94a } }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 72rem; margin: 2rem auto; padding: 0 1rem }
h1 { font-size: 1.5rem } h2 { font-size: 1.2rem; margin-top: 2.5rem; border-top: 1px solid var(--line); padding-top: 1rem }
.VIOLATED, .ERROR { color: var(--bad) } .HOLDS { color: var(--good) } .UNKNOWN { color: var(--unknown) } .soft { color: var(--soft) }
.wide { overflow-x: auto } table { border-collapse: collapse; font-size: .85rem } th, td { padding: .15rem .5rem; border: 1px solid var(--line); text-align: center }
td:first-child { text-align: left; font-family: ui-monospace, monospace } td.bad { background: var(--bad); color: var(--paper) }
section { margin: 1.2rem 0 } code { font-family: ui-monospace, monospace; font-size: .85rem; overflow-wrap: anywhere }
svg { max-width: 100%; height: auto } svg text { font: 12px system-ui, sans-serif; fill: var(--ink) } svg .lane { text-anchor: middle; font-weight: 600 } svg .label { text-anchor: middle }
svg line { stroke: var(--ink); stroke-width: 1.2 } svg .life { stroke: var(--line) } svg .bad line { stroke: var(--bad); stroke-width: 2 } svg .bad text { fill: var(--bad); font-weight: 600 } svg marker path { fill: context-stroke }
`

export function html(reports) {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>watertight test</title><style>${STYLE}</style></head>
<body><svg width="0" height="0" aria-hidden="true"><defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0L8 4L0 8z"/></marker></defs></svg>
<h1>Pull-stream conformance</h1>
${reports.map(module).join('\n')}
</body></html>
`
}

function module(report) {
  if (report.error) return `<h2><span class="ERROR">ERROR</span> ${escape(title(report))}</h2><p>${escape(report.error)}</p>`
  return `<h2><span class="${report.verdict}">${report.verdict}</span> ${escape(title(report))}</h2>
<p class="soft">${escape(effort(report))}</p>
${report.notes.map((note) => `<p>${escape(note)}</p>`).join('')}
<p>${escape(brokenText(report) || (report.verdict === 'HOLDS' ? 'Every rule is kept.' : 'No rule was seen to be broken.'))}</p>
${report.first.map((found) => violation(found, report)).join('\n')}
${matrix(report)}`
}

function violation(found, report) {
  const marked = found.index < (found.trace?.length ?? 0) ? found.index : -1
  return `<section><h3><span class="VIOLATED">${found.rule}</span> ${escape(found.code)}</h3><p>${escape(found.statement)}<br>${escape(found.message)}<br>
<span class="soft">${escape(scenarioText(report.kind, found.scenario))}</span></p>
${found.trace?.length ? `<div class="wide">${drawSvg(found.trace, report.kind, found.inputs ?? 1, marked)}</div>` : ''}
${found.command ? `<p><code>${escape(found.command)}</code></p>` : ''}</section>`
}

function matrix(report) {
  const ids = Object.keys(report.rules)
  const rows = report.matrix.map(({ scenario, rules }) => `<tr><td>${escape(scenario)}</td>${ids.map((id) => (rules.includes(id) ? '<td class="bad">&#10007;</td>' : '<td></td>')).join('')}</tr>`)
  const totals = `<tr><th>all</th>${ids.map((id) => `<th>${report.rules[id] || ''}</th>`).join('')}</tr>`
  return `<h3>Scenarios and rules</h3><div class="wide"><table><thead><tr><th>scenario</th>${ids.map((id) => `<th>${id}</th>`).join('')}</tr>${totals}</thead><tbody>${rows.join('\n')}</tbody></table></div>
<p class="soft">Only scenarios that break a rule have a row: ${report.matrix.length} of ${report.scenarios}. n values, r asks, w the sink waits, x the source fails, y the sink aborts with an error, a the source and b the sink asynchronous.</p>`
}
