// The report of `verify` for people: verdict, assumption, figures, and the counterexample as a table.

const COLOURS = { PROVED: 32, HOLDS: 32, VIOLATED: 31, UNKNOWN: 33 }

/** The whole text. */
export function report({ results }, { pipeline, traces, colours }) {
  return results.map((result) => one(result, pipeline, traces, colours)).join('\n')
}

function one(result, pipeline, traces, colours) {
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
  if (counterexample) {
    const { steps, loop, replayed } = counterexample
    const said = replayed ? 'replayed on the engine, which did the same' : 'not replayed'
    lines.push(`  counterexample: ${length(steps, loop)}; ${said}`, ...table(counterexample), `  to replay: ${command(counterexample, pipeline, traces.get(result))}`)
  }
  return `${lines.join('\n')}\n`
}

/** How long a run is, in words. */
export function length(steps, loop) {
  return `${steps.length} step${steps.length === 1 ? '' : 's'}${loop === null ? '' : `, then for ever again from step ${loop}`}`
}

/** The lines of a run: events on each input and output, and what waits in each queue, step by step. */
export function table({ steps, loop }) {
  const inputs = names(steps, 'inputs')
  const json = (v) => JSON.stringify(v)
  const parts = [
    ['inputs', inputs, json],
    ['structure', names(steps, 'structure').filter((name) => !inputs.includes(name)), json],
    ['outputs', names(steps, 'outputs'), (v) => v.map(json).join(' ')],
    ['queues', names(steps, 'queues'), json],
  ]
  const columns = ['step', ...parts.flatMap(([, list]) => list)]
  const rows = steps.map((step, k) => {
    const cells = parts.flatMap(([kind, list, text]) => list.map((name) => (Object.hasOwn(step[kind] ?? {}, name) ? text(step[kind][name]) : '')))
    const more = [step.ends && `ends: ${step.ends.join(', ')}`, step.lost && `lost: ${step.lost.join(', ')}`].filter(Boolean)
    return [`${k}${k === loop ? ' <-' : ''}`, ...cells, ...more]
  })
  const widths = columns.map((name, c) => Math.max(name.length, ...rows.map((row) => (row[c] ?? '').length)))
  const line = (cells) => `    ${cells.map((cell, c) => cell.padEnd(widths[c] ?? 0)).join('  ').trimEnd()}`
  return [line(columns), ...rows.map(line)]
}

function names(steps, kind) {
  return [...new Set(steps.flatMap((step) => Object.keys(step[kind] ?? {})))]
}

/** The command that plays a counterexample on the engine: from its trace, or from the events themselves. */
function command({ steps, loop }, pipeline, trace) {
  const [files, options] = pipeline[0]?.startsWith('--') ? [[], pipeline] : [pipeline.slice(0, 1), pipeline.slice(1)]
  const line = ['watertight', 'replay', ...files, trace ?? '-', ...options].map(quoted).join(' ')
  if (trace !== undefined) return line
  const bare = steps.map(({ inputs, structure, ends, lost }) => ({ inputs, structure, ends, lost }))
  return `printf '%s' ${quoted(JSON.stringify({ steps: bare, ...(loop !== null && { loop }) }))} | ${line}`
}

function quoted(word) {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}
