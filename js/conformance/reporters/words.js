// Sentences and figures that several reporters share.

import { isSink } from '../sides.js'

/** The module's name with its version and what of it was tested. */
export function title({ module, version, export: name, args }) {
  const call = name || args ? ` ${name ?? ''}${args ? `(${args.map((arg) => JSON.stringify(arg)).join(', ')})` : ''}` : ''
  return `${module}${version ? ` ${version}` : ''}${call}`
}

/** Rules broken, with in how many scenarios. */
export const broken = ({ rules }) => Object.entries(rules).filter(([, count]) => count > 0)

/** Which rules are broken in how many scenarios; the stack test is none of them. */
export function brokenText(report) {
  const { violating, scenarios, rules } = report
  const list = broken(report).filter(([id]) => id !== 'PS-S').map(([id, count]) => `${id} in ${count}`)
  const found = list.length ? [`${violating} of ${counted(scenarios, 'scenario')} violate a rule: ${list.join(', ')}`] : []
  return [...found, ...(rules['PS-S'] ? ['PS-S is broken by a long stream'] : [])].join('; ')
}

const counted = (count, what) => `${count} ${what}${count === 1 ? '' : 's'}`

/** What was tried, in a few words. */
export function effort({ kind, done, scenarios, schedules, pruned, seconds, bound }) {
  const most = typeof bound.schedules === 'number' ? ` (at most ${bound.schedules} a scenario)` : ''
  const left = pruned > 0 ? ` (${pruned} equivalent ones left out)` : ''
  const orders = bound.schedules === 'paper' ? 'one order each' : `${counted(schedules, 'order')}${most}${left}`
  const part = `${done < scenarios ? `${done} of ` : ''}${counted(scenarios, 'scenario')}`
  return `${kind}, ${part} of up to ${bound.maxN} values, ${orders}, ${seconds} s`
}

const WORDS = [
  ['sourceError', 'the source fails at its end'], ['sinkError', 'the sink aborts with an error'],
]

/** A scenario in words. */
export function scenarioText(kind, scenario) {
  if (!scenario) return ''
  const { n, r, wait, sourceSync, sinkSync } = scenario
  const parts = [counted(n, 'value')]
  if (!isSink(kind)) parts.push(r === 0 ? 'the sink aborts at once' : `the sink asks up to ${counted(r, 'time')}, then aborts ${wait ? 'after' : 'without waiting for'} the answer`)
  for (const [key, words] of WORDS) if (scenario[key]) parts.push(words)
  if (kind !== 'source') parts.push(`source ${sourceSync ? 'synchronous' : 'asynchronous'}`)
  if (!isSink(kind)) parts.push(`sink ${sinkSync ? 'synchronous' : 'asynchronous'}`)
  if (scenario.sources !== undefined) parts.push(`${scenario.sources} sources`)
  return parts.join(', ')
}
