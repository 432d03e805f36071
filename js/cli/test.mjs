// `watertight test`: conformance of pull-stream modules, each tested in a process of its own under a watchdog.
import { availableParallelism } from 'node:os'
import { reporters } from '../conformance/reporters/index.js'
import { KINDS } from '../conformance/subject.js'
import { BadInput } from './failure.mjs'
import { oneOf, readOptions } from './options.mjs'
import { Progress } from './test/progress.mjs'
import { testInChild } from './test/parent.mjs'

export const help = `watertight test MODULE... [options]: does a pull-stream module keep the protocol?

MODULE is a file or an installed package that exports a source, a through, a sink, a duplex { source, sink }, a function that
makes one, or an adapter { name, kind, create, value, sources }: create() makes a fresh through, create(done) a sink,
create(n) a source of n values, create([s1, s2]) the combined source,
create(source) an async iterable or a Web Stream made of another, or the promise of a sink that reads one.

  --kind KIND         source, through, sink, multi (several sources in, one out) or duplex, found out if left away;
                      async-iterable, web-stream, async-iterable-sink, web-stream-sink
  --export NAME       test this export instead of the default one
  --args JSON         call the export with these arguments to make the module, as in '[1]'; the strings "$n", "$values",
                      "$sources" and "$done" stand for what the scenario gives
  --sources N         how many sources a multi reads (default 2), an async iterable or a Web Stream (default 1)
  --high-water N      chunks a Web Stream may pull while its reader waits for nothing (default 1)
  --max-n N           the longest stream (default 3)
  --schedules WHICH   all orders of asynchronous steps (default), paper: one order each, or at most N orders a scenario
  --no-prune          run orders too that look to the module like one that was run
  --reporter NAME     pretty (default), tap, junit, html, json
  --replay TOKEN      run one scenario in one order, as a report names it
  --answer-ms N       how long to wait for an answer from the real world (default 200)
  --scenario-ms N     how long one scenario may take (default 5000)

example:
  $ watertight test pull-stream --export take --args '[1]'
  VIOLATED  pull-stream 3.7.0 take(1)  through, 576 scenarios of up to 3 values, ...

exit codes: 0 nothing violated, 1 violated, 2 a module could not be tested, 3 unknown
`

/** Resolves to the exit code. */
export async function main(args) {
  if (args[0] === '--in-child') return (await import('./test/child.mjs')).main()
  const { values, positionals } = readOptions('test', args, {
    'kind': { type: 'string' },
    'export': { type: 'string' },
    'args': { type: 'string' },
    'sources': { type: 'string' },
    'max-n': { type: 'string', default: '3' },
    'schedules': { type: 'string', default: 'all' },
    'no-prune': { type: 'boolean', default: false },
    'reporter': { type: 'string', default: 'pretty' },
    'high-water': { type: 'string', default: '1' },
    'replay': { type: 'string' },
    'answer-ms': { type: 'string', default: '200' },
    'scenario-ms': { type: 'string', default: '5000' },
  })
  if (positionals.length === 0) throw new BadInput('expected a module: a file or an installed package (watertight test --help)')
  const reporter = oneOf('reporter', values.reporter, Object.keys(reporters))
  const settings = settingsOf(values)
  const progress = new Progress(positionals.length)
  const reports = await inParallel(positionals, (module, k) => testInChild(module, settings, (state) => progress.show(k, state)))
  progress.clear()
  for (const report of reports) for (const found of report.first ?? []) found.command = command(report, found, args)
  const color = process.stdout.isTTY === true && !process.env.NO_COLOR
  process.stdout.write(reporters[reporter](reports.map(({ argument: _, ...report }) => report), { color }))
  for (const { argument, error } of reports) if (error) process.stderr.write(`watertight: ${argument}: ${error}\n`)
  return exitCode(reports)
}

function settingsOf(values) {
  const whole = (name, least) => {
    const number = Number(values[name])
    if (!Number.isInteger(number) || number < least) throw new BadInput(`--${name} must be a whole number of at least ${least}, got '${values[name]}'`)
    return number
  }
  if (values.kind !== undefined) oneOf('kind', values.kind, KINDS)
  const isNamed = ['all', 'paper'].includes(values.schedules)
  if (!isNamed && !/^[1-9]\d*$/.test(values.schedules)) throw new BadInput(`--schedules must be all, paper or a number, got '${values.schedules}'`)
  return {
    kind: values.kind,
    export: values.export,
    args: values.args === undefined ? undefined : argumentsOf(values.args),
    sources: values.sources === undefined ? undefined : whole('sources', 0),
    maxN: whole('max-n', 0),
    schedules: isNamed ? values.schedules : Number(values.schedules),
    prune: !values['no-prune'],
    highWaterMark: whole('high-water', 0),
    replay: values.replay,
    answerMs: whole('answer-ms', 1),
    scenarioMs: whole('scenario-ms', 1),
  }
}

function argumentsOf(text) {
  let list
  try {
    list = JSON.parse(text)
  } catch (error) {
    throw new BadInput(`--args is not JSON: ${error.message}`)
  }
  if (!Array.isArray(list)) throw new BadInput(`--args must be a JSON array such as '[1]', got ${text}`)
  return list
}

async function inParallel(items, act) {
  const results = []
  let next = 0
  const worker = async () => {
    while (next < items.length) {
      const k = next++
      results[k] = await act(items[k], k)
    }
  }
  await Promise.all(Array.from({ length: Math.min(items.length, availableParallelism(), 4) }, worker))
  return results
}

/** The command that shows one violation again. */
function command({ argument }, { replay }, args) {
  if (!replay || replay === 'stack') return undefined
  const { tokens } = readTokens(args)
  return ['watertight test', quoted(argument), ...tokens, '--replay', quoted(replay)].join(' ')
}

// Of the options only those that say what the module is.
function readTokens(args) {
  const tokens = []
  for (let k = 0; k < args.length; k++) {
    const [name, value] = args[k].split(/=(.*)/s)
    if (!['--kind', '--export', '--args', '--sources', '--high-water'].includes(name) && !(name === '--schedules' && (value ?? args[k + 1]) === 'paper')) continue
    tokens.push(name, quoted(value ?? args[++k]))
  }
  return { tokens }
}

const quoted = (text) => (/^[\w./@:+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`)

function exitCode(reports) {
  if (reports.some(({ error }) => error)) return 2
  const verdicts = reports.map(({ verdict }) => verdict)
  return verdicts.includes('VIOLATED') ? 1 : verdicts.includes('UNKNOWN') ? 3 : 0
}
