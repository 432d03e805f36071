// JUnit XML: a suite for each module, a case for each rule.
import { drawText, escape } from '../diagram.js'
import { broken, title } from './words.js'

export function junit(reports) {
  const suites = reports.map(suite)
  const sum = (key) => suites.reduce((total, one) => total + one[key], 0)
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="watertight" tests="${sum('tests')}" failures="${sum('failures')}" errors="${sum('errors')}">
${suites.map(({ text }) => text).join('\n')}
</testsuites>
`
}

function suite(report) {
  const name = clean(title(report))
  if (report.error || report.verdict === 'UNKNOWN') {
    const message = clean(report.error ?? report.notes.join('; '))
    return { tests: 1, failures: 0, errors: 1, text: `  <testsuite name="${name}" tests="1" failures="0" errors="1">\n    <testcase classname="${name}" name="test"><error message="${message}"/></testcase>\n  </testsuite>` }
  }
  const rules = Object.entries(report.rules)
  const failures = broken(report).length
  const cases = rules.map(([id, count]) => (count ? failed(report, name, id, count) : `    <testcase classname="${name}" name="${id}"/>`))
  return {
    tests: rules.length, failures, errors: 0,
    text: `  <testsuite name="${name}" tests="${rules.length}" failures="${failures}" errors="0" time="${report.seconds}">\n${cases.join('\n')}\n  </testsuite>`,
  }
}

function failed(report, name, id, count) {
  const found = report.first.find(({ rule }) => rule === id)
  const picture = found?.trace?.length ? drawText(found.trace, report.kind, found.inputs ?? 1).join('\n') : ''
  const body = clean([found?.statement, `${count} of ${report.scenarios} scenarios`, picture, found?.command].filter(Boolean).join('\n'))
  return `    <testcase classname="${name}" name="${id}"><failure type="${found?.code ?? id}" message="${clean(found?.message ?? id)}">${body}</failure></testcase>`
}

// XML knows no control letters, not even as references.
// eslint-disable-next-line no-control-regex
const clean = (text) => escape(text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '?'))
