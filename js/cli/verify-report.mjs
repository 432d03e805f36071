// The report of `verify` for people: verdict, assumption, figures, and the counterexample as a table.

const COLOURS = { PROVED: 32, HOLDS: 32, VIOLATED: 31, UNKNOWN: 33 }

/** The whole text. */
export function report({ results }, { file, options, colours }) {
  return results.map((result) => one(result, file, options, colours)).join('\n')
}

function one(result, file, options, colours) {
  const { verdict, property, engine, states, ms, assumption, notes = [], reason, known, counterexample } = result
  const word = colours ? `\x1b[${COLOURS[verdict]}m${verdict}\x1b[0m` : verdict
  const lines = [`${word} ${property}`, `  ${states} states, ${ms} ms${engine === 'symbolic' ? ', symbolic engine' : ''}`, `  assuming: ${assumption}`]
  for (const note of notes) lines.push(`  note: ${note}`)
  if (reason) lines.push(`  why not: ${reason}`, `  known so far: ${known}`)
  for (const [queue, { size, unbounded, longerThan, atLeast }] of Object.entries(result.queues ?? {})) {
    const words = unbounded ? 'grows without end' : longerThan ? `gets longer than ${longerThan}` : `more than ${atLeast - 1}, the rest is unknown`
    lines.push(`  ${queue}: ${size === null ? words : `a size of ${size} is never full`}`)
  }
  for (const { processor, instead, why } of result.dead ?? []) lines.push(`  ${processor} can go: ${why ?? `${instead} in its place gives the same`}`)
  if (result.dead?.length === 0) lines.push('  nothing can be left out')
  if (counterexample) lines.push(...table(counterexample), ...replay(counterexample, file, options))
  return `${lines.join('\n')}\n`
}

function table({ steps, loop, replayed }) {
  const columns = ['step', ...names(steps, 'inputs'), ...names(steps, 'outputs'), ...names(steps, 'queues')]
  const kinds = [['inputs', (v) => JSON.stringify(v)], ['outputs', (v) => v.map((e) => JSON.stringify(e)).join(' ')], ['queues', (v) => JSON.stringify(v)]]
  const rows = steps.map((step, k) => {
    const cells = [`${k}${k === loop ? ' <-' : ''}`]
    for (const [kind, text] of kinds) {
      for (const name of names(steps, kind)) cells.push(Object.hasOwn(step[kind], name) ? text(step[kind][name]) : '')
    }
    const more = [step.ends && `ends: ${step.ends.join(', ')}`, step.lost && `lost: ${step.lost.join(', ')}`].filter(Boolean)
    return [...cells, ...more]
  })
  const widths = columns.map((name, c) => Math.max(name.length, ...rows.map((row) => (row[c] ?? '').length)))
  const line = (cells) => `    ${cells.map((cell, c) => cell.padEnd(widths[c] ?? 0)).join('  ').trimEnd()}`
  const loops = loop === null ? '' : `, then for ever again from step ${loop}`
  const said = replayed ? 'replayed on the engine, which did the same' : 'not replayed'
  return [`  counterexample: ${steps.length} step${steps.length === 1 ? '' : 's'}${loops}; ${said}`, line(columns), ...rows.map(line)]
}

function names(steps, kind) {
  return [...new Set(steps.flatMap((step) => Object.keys(step[kind])))]
}

/** The command that feeds the counterexample's events to the pipeline. */
function replay({ inputs }, file, { system }) {
  if (system !== undefined) return []
  const single = new Set(inputs.flatMap((step) => Object.keys(step))).size <= 1
  const events = inputs.filter((step) => Object.keys(step).length > 0).map((step) => JSON.stringify(single ? Object.values(step)[0] : step))
  if (events.length === 0) return []
  return [`  to replay: printf '%s\\n' ${events.map((text) => `'${text}'`).join(' ')} | watertight run ${file}`]
}
