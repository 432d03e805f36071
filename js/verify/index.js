// Questions about pipelines, answered in the prover while the event loop goes on.
import { loadedProver, prover, proverFailure } from '../prover.js'
import { WatertightError } from '../error.js'
import { Pipeline } from '../pipeline.js'
import { prepare } from '../spec.js'

/** Milliseconds of work before others get a turn. */
const TURN = 12
/** Milliseconds a question may take, unless said otherwise. */
const TIME = 60_000

const ASKED = ['properties', 'ctl', 'ltl', 'queue', 'domain', 'inputs', 'overflow', 'ends', 'engine', 'states', 'nodes', 'time']
const OTHERS = ['equivalent', 'system', 'signal', 'onProgress', 'paperStyle']

/** Resolves to `{ results }`, one for each question; an aborted question is UNKNOWN. */
export async function verify(pipeline, options = {}) {
  await loadedProver()
  const subject = subjectOf(pipeline, options)
  const { signal, onProgress, time = TIME } = options
  const start = performance.now()
  let last = start
  const beat = (states, edges, depth, frontier, nodes) => {
    const now = performance.now()
    if (signal?.aborted) return 1
    if (now - start > time) return 2
    if (now - last < TURN) return 0
    const seconds = (now - start) / 1000
    onProgress?.({ states, edges, depth, frontier, nodes, seconds, statesPerSecond: Math.round(states / seconds) })
    return turn().then(() => {
      last = performance.now()
      return signal?.aborted ? 1 : 0
    })
  }
  if (signal?.aborted) throw signal.reason
  try {
    return JSON.parse(await subject.verify(request(options), beat))
  } catch (thrown) {
    throw proverFailure(thrown)
  }
}

/** The same questions as the text of a NuSMV or nuXmv model. */
export function toSmv(pipeline, options = {}) {
  const subject = subjectOf(pipeline, options)
  try {
    return subject.smv(request(options), options.paperStyle === true)
  } catch (thrown) {
    throw proverFailure(thrown)
  }
}

/** Plays traces (NuSMV's text or XML, or counterexamples of a report) on the engine; resolves to `{ traces }`. */
export async function replay(pipeline, trace, options = {}) {
  await loadedProver()
  const { paperStyle, trace: which, ...question } = options
  const subject = subjectOf(pipeline, question)
  try {
    return JSON.parse(subject.replay(request(question), textOf(trace), paperStyle === true, which))
  } catch (thrown) {
    throw proverFailure(thrown)
  }
}

/** A counterexample as XML that NuSMV's `read_trace` and `execute_traces` take for the model of `toSmv`. */
export function traceToXml(pipeline, counterexample, options = {}) {
  const subject = subjectOf(pipeline, options)
  try {
    return subject.trace(request(options), textOf(counterexample))
  } catch (thrown) {
    throw proverFailure(thrown)
  }
}

function textOf(trace) {
  if (typeof trace === 'string') return trace
  if (trace !== null && typeof trace === 'object') return JSON.stringify(trace)
  throw new WatertightError('E_TYPE', 'a trace is a text, or a counterexample as verify() gives it', { path: 'trace' })
}

function subjectOf(pipeline, { equivalent, system }) {
  const glue = prover()
  try {
    const subject = withSpec(pipeline, (...given) => glue.RawSubject.of(...given))
    if (equivalent !== undefined) withSpec(equivalent, (...given) => subject.compare(...given))
    if (system !== undefined) subject.watch(typeof system === 'string' ? system : JSON.stringify(system))
    return subject
  } catch (thrown) {
    throw proverFailure(thrown)
  }
}

function withSpec(pipeline, use) {
  const { text, functions, processors } = prepare(pipeline instanceof Pipeline ? pipeline.spec : pipeline)
  const every = (list, size) => Uint32Array.from(list.filter((_, k) => k % size > 0))
  return use(text, every(functions, 2), every(processors, 3))
}

function request(options) {
  const asked = {}
  for (const [key, value] of Object.entries(options)) {
    if (!ASKED.includes(key) && !OTHERS.includes(key)) {
      throw new WatertightError('E_SHAPE', `unknown option '${key}' of verify (known: ${[...ASKED, ...OTHERS].join(', ')})`, { path: key })
    }
    if (ASKED.includes(key) && value !== undefined) asked[key] = value
  }
  return JSON.stringify(asked)
}

/** Lets timers and messages through. */
function turn() {
  return new Promise((resolve) => {
    if (typeof setImmediate === 'function') setImmediate(resolve)
    else setTimeout(resolve, 0)
  })
}
