// `watertight verify`: asks questions about a pipeline, prints verdicts, and counterexamples people can replay.
import { verify } from 'watertight'
import { misread } from './failure.mjs'
import { oneOf, readOptions } from './options.mjs'
import { writeTraces } from './traces.mjs'
import { VERIFY_OPTIONS, modelOptions, question } from './verify-options.mjs'
import { report } from './verify-report.mjs'

export const help = `watertight verify PIPELINE [options]: proves a property of a pipeline, or shows a run that breaks it

  --property P          liveness, bounded-liveness[:k], no-full-queue; with --equivalent: stepwise-equivalence,
                        sequence-equivalence, approximates. Also queue-sizes (the smallest size at which
                        each queue is never full) and dead-paths (what could be left out). May be given several times
  --ctl F, --ltl F      a formula over ports: out.b (an event comes), out.c (its value), in.b, sum.queue[1].length
  --queue Q             events a queue holds in the model (default 2); --queue 'sum.queue[1]=3' for one of them
  --domain N            numbers are 0 to N-1 (default 4); --domain in=bool, --domain 'in=red,green' for one input
  --inputs MODE         every-step (default): each step brings an event on every input; free: an input may be silent
  --overflow MODE       a number outside the domain: wrap (default), saturate, error
  --ends                traces may end
  --equivalent OTHER    a pipeline file to compare with
  --monitor MONITOR --system SYSTEM
                        a pipeline of booleans that watches a structure (JSON or SMV): is it ever false?
  --engine ENGINE       explicit: state by state; symbolic: sets of states as decision diagrams;
                        auto (default): the explicit one first, both in turn from a million states on
  --max-states N        states the explicit checker may hold (default 5000000)
  --max-nodes N         nodes the symbolic checker's diagrams may have (default 10000000)
  --max-time SECONDS    give up after so long (default 60)
  --trace FILE          write each counterexample as a trace that NuSMV's read_trace takes: FILE, then FILE-2, ...
  --reporter json       one JSON document on stdout

exit codes: 0 all proved, 1 something is violated, 3 something is unknown and nothing violated
example:
  $ echo '{ "processors": [ { "id": "third", "type": "decimate", "interval": 3, "from": "in" },
    { "id": "sum", "type": "apply", "fn": "x + y", "from": ["third", "in"] } ] }' > thirds.json
  $ watertight verify thirds.json --property no-full-queue
`

/** Resolves to the exit code. */
export async function main(args) {
  const { values, positionals } = readOptions('verify', args, {
    ...VERIFY_OPTIONS,
    trace: { type: 'string' },
    reporter: { type: 'string', default: 'pretty' },
  })
  const asJson = oneOf('reporter', values.reporter, ['pretty', 'json']) === 'json'
  const { pipeline, file, options } = question('verify', values, positionals)
  const controller = new AbortController()
  const stop = () => controller.abort()
  process.once('SIGINT', stop)
  const show = progressLine()
  let answer
  try {
    answer = await verify(pipeline, { ...options, signal: controller.signal, onProgress: show.progress })
  } catch (error) {
    throw misread(error, { system: values.system }, file)
  } finally {
    show.clear()
    process.off('SIGINT', stop)
  }
  const traces = values.trace === undefined ? new Map() : writeTraces(values.trace, pipeline, answer, options)
  process.stdout.write(asJson ? `${JSON.stringify(answer)}\n` : report(answer, { pipeline: modelOptions(values, positionals), traces, colours: colours() }))
  const verdicts = answer.results.map(({ verdict }) => verdict)
  if (verdicts.includes('VIOLATED')) return 1
  return verdicts.includes('UNKNOWN') ? 3 : 0
}

function colours() {
  return process.stdout.isTTY === true && !process.env.NO_COLOR
}

/** One line rewritten on a terminal, a plain line every 5 s elsewhere. */
function progressLine() {
  const terminal = process.stderr.isTTY === true
  let last = Date.now()
  let shown = false
  return {
    progress({ states, statesPerSecond, depth, frontier, nodes }) {
      const now = Date.now()
      if (now - last < (terminal ? 200 : 5000)) return
      last = now
      shown = terminal
      const diagrams = nodes > 0 ? `, nodes ${nodes}` : ''
      const line = `${states} states, ${statesPerSecond} states/s, depth ${depth}, frontier ${frontier}${diagrams}`
      process.stderr.write(terminal ? `\r\x1b[K${line}` : `${line}\n`)
    },
    clear() {
      if (shown) process.stderr.write('\r\x1b[K')
    },
  }
}
