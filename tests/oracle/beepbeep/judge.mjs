// Runs one case of the oracle on our engine and says whether it came out the same.
import { Pipeline } from 'watertight'
import { ACCEPTED, LATER_TYPES, differenceOf, listsInAnyOrder } from './differences.mjs'
import { pipeline } from './processors.mjs'
import { event, expected, same, shown } from './values.mjs'

/**
 * `{ verdict: 'passed' | 'failed' | 'skipped', why, json }`: `why` says where the results part, or which known difference
 * explains it; `json` is our pipeline, if it could be written.
 */
export function judge(oracleCase) {
  let json
  try {
    json = pipeline(oracleCase.pipeline, 'nodes' in oracleCase.pipeline ? undefined : oracleCase.inputs.length)
  } catch (error) {
    return { verdict: 'failed', why: `the case cannot be mapped: ${error.message}` }
  }
  if (oracleCase.construct_error) return { ...refused(json), json }
  const got = oracleCase.mode === 'pull' ? pull(json, oracleCase) : push(json, oracleCase)
  const why = oracleCase.mode === 'pull' ? comparePulled(oracleCase, got) : comparePushed(oracleCase, got)
  if (!why) return { verdict: 'passed', json }
  if (why === ACCEPTED) return { verdict: 'skipped', why: `${why.name}: ${why.reason}`, json }
  const difference = differenceOf(oracleCase)
  if (!difference) return { verdict: 'failed', why, json }
  return { verdict: 'skipped', why: `${difference.name}: ${difference.reason} (${why})`, json }
}

function refused(json) {
  try {
    Pipeline.from(json).free?.()
  } catch {
    return { verdict: 'passed' }
  }
  return { verdict: 'skipped', why: `${LATER_TYPES.name}: ${LATER_TYPES.reason}` }
}

// The outputs of every step, up to the first error.
function push(json, { inputs, feed }) {
  const steps = []
  try {
    const p = Pipeline.from(json)
    const ports = (events) => (json.outputs.length === 1 ? [events] : events)
    for (const step of schedule(inputs, feed)) {
      const emitted = json.outputs.map(() => [])
      for (const [input, value] of step) {
        ports(p.pushTo(json.inputs[input], event(value))).forEach((events, port) => emitted[port].push(...events))
      }
      steps.push(emitted)
    }
    return { steps, end: ports(p.end()).map((events) => [...events]) }
  } catch (error) {
    return { steps, error }
  }
}

// Front by front, or all of one input before the next: one step per push.
function schedule(inputs, feed) {
  if (feed === 'sequential') return inputs.flatMap((events, input) => events.map((value) => [[input, value]]))
  const fronts = Math.max(0, ...inputs.map((events) => events.length))
  return Array.from({ length: fronts }, (_, k) => inputs.flatMap((events, input) => (k < events.length ? [[input, events[k]]] : [])))
}

// A pipeline of sources: read each output as far as the oracle did, and one further to see its end.
function pull(json, { outputs, pull_truncated: truncated }) {
  try {
    const sources = Pipeline.from(json).sources([])
    return { outputs: sources.map((read, port) => take(read, outputs[port].length + (truncated ? 0 : 1))) }
  } catch (error) {
    return { error }
  }
}

function take(read, most) {
  const events = []
  let ended = false
  while (!ended && events.length < most) {
    let answered = false
    read(null, (end, value) => {
      answered = true
      if (end instanceof Error) throw end
      if (end) ended = true
      else events.push(value)
    })
    if (!answered) throw new Error('the source did not answer at once')
  }
  return events
}

function comparePulled({ outputs }, got) {
  if (got.error) return `error: ${got.error.message}`
  return firstDifference('outputs', outputs, got.outputs)
}

function comparePushed(oracleCase, got) {
  const { steps, end_step: endStep, outputs, error_at_step: errorAt } = oracleCase
  const anyOrder = listsInAnyOrder(oracleCase)
  const failsAt = oracleCase.error ? errorAt ?? steps?.length ?? 0 : Infinity
  for (const [k, step] of (steps ?? []).slice(0, failsAt).entries()) {
    if (k >= got.steps.length) return `step ${k}: error: ${got.error?.message}`
    const why = firstDifference(`step ${k}`, step, got.steps[k], anyOrder)
    if (why) return why
  }
  if (oracleCase.error) return got.error ? undefined : ACCEPTED
  if (oracleCase.end_error) return got.error ? undefined : ACCEPTED
  if (got.error) return `error: ${got.error.message}`
  const all = byPort(got.steps, outputs.length)
  return firstDifference('outputs', outputs, all, anyOrder) ?? firstDifference('end', endStep ?? [], got.end, anyOrder)
}

function byPort(steps, ports) {
  return Array.from({ length: ports }, (_, port) => steps.flatMap((step) => step[port] ?? []))
}

function firstDifference(where, wanted, got, anyOrder) {
  for (const [port, events] of wanted.entries()) {
    const want = events.map(expected)
    const have = got[port] ?? []
    const place = wanted.length > 1 ? `${where}, output ${port}` : where
    if (want.length !== have.length) return `${place}: expected ${shown(want)}, got ${shown(have)}`
    const k = want.findIndex((item, index) => !same(item, have[index], anyOrder))
    if (k >= 0) return `${place}: expected ${shown(want[k])}, got ${shown(have[k])}`
  }
  return undefined
}
