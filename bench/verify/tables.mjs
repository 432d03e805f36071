// Tables 7a, 7b and 7c of the paper, with the built-in checker beside NuSMV.

const COLUMNS = { warm: 'built-in', coi: 'NuSMV -dynamic -coi', plain: 'NuSMV', paperCoi: 'paper style -dynamic -coi', paperPlain: 'paper style' }

/** All three tables, in milliseconds. */
export function tables(rows, limit) {
  const columns = Object.keys(COLUMNS).filter((name) => rows.some((row) => row[name] !== undefined))
  const is = (property) => (row) => row.property === property
  const at = (queue, domain) => (row) => row.options.queue === queue && row.options.domain === domain
  const parts = [
    section('Table 7a: properties (Q=3, N=4, k=3), ms', columns, rows.filter((row) => at(3, 4)(row) && row.k === 3 && !row.options.equivalent),
      (row) => `${row.query}: ${row.property}`, limit),
    section('Table 7b: no full queues by queue size (N=4), ms', columns, rows.filter((row) => is('No full queues')(row) && row.options.domain === 4 && row.k === 3),
      (row) => `${row.query}, Q=${row.options.queue}`, limit),
    section('Table 7c: comparisons (Q=2, N=2), ms', columns, rows.filter((row) => row.options.equivalent), (row) => `${row.query}: ${row.property}`, limit),
  ]
  return parts.join('\n')
}

function section(title, columns, rows, name, limit) {
  const lines = [['', ...columns.map((column) => COLUMNS[column])]]
  const seen = new Set()
  for (const row of rows) {
    if (seen.has(name(row))) continue
    seen.add(name(row))
    lines.push([name(row), ...columns.map((column) => shown(row[column], limit))])
  }
  const widths = lines[0].map((_, c) => Math.max(...lines.map((line) => line[c].length)))
  const text = lines.map((line) => line.map((cell, c) => (c === 0 ? cell.padEnd(widths[c]) : cell.padStart(widths[c]))).join('  ').trimEnd())
  return `\n${title}\n${text.join('\n')}`
}

function shown(ms, limit) {
  if (ms === undefined) return '-'
  return ms === Infinity ? `> ${limit} s` : ms < 10 ? ms.toFixed(2) : ms.toFixed(0)
}

/** Speed-ups over NuSMV on the same problems: the worst, and the geometric mean. One past the limit counts as having taken just that. */
export function summary(rows, limit) {
  const line = (name) => {
    const asked = rows.filter((row) => row[name] !== undefined)
    const pairs = asked.map((row) => ({ row, ratio: Math.min(row[name], limit * 1000) / row.warm }))
    const mean = Math.exp(pairs.reduce((sum, { ratio }) => sum + Math.log(ratio), 0) / pairs.length)
    const worst = pairs.reduce((a, b) => (a.ratio < b.ratio ? a : b))
    const late = asked.filter((row) => row[name] === Infinity).length
    return `against ${COLUMNS[name]}: ${asked.length} problems, ${late} past ${limit} s; geometric mean ${late ? 'at least ' : ''}${mean.toFixed(1)} times faster, `
      + `worst ${worst.ratio.toFixed(2)} (${worst.row.query}, ${worst.row.property}), slower on ${pairs.filter(({ ratio }) => ratio < 1).length}`
  }
  return `\n${Object.keys(COLUMNS).slice(1).filter((name) => rows.some((row) => row[name] !== undefined)).map(line).join('\n')}`
}
