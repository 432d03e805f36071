// `watertight replay`: plays traces on the engine, and says whether it does what they say.
import { readFileSync } from 'node:fs'
import { replay } from 'watertight'
import { BadInput, misread } from './failure.mjs'
import { oneOf, readOptions } from './options.mjs'
import { reason } from './pipeline-file.mjs'
import { VERIFY_OPTIONS, question, whole } from './verify-options.mjs'
import { length, table } from './verify-report.mjs'

export const help = `watertight replay PIPELINE TRACE [options]: plays a trace on the engine, beside the model

  TRACE               what NuSMV or nuXmv printed for a model of 'watertight smv', as text or as XML (show_traces -p 4), a
                      trace of 'verify --trace', or the JSON report of 'verify'; - reads it from standard input
  --trace N           only the N-th trace of the file (default: all)
  --paper-style       the model was printed in the style of the paper (recognised without this, too)
  --reporter json     one JSON document on stdout
  the options the model was made with: --queue, --domain, --inputs, --overflow, --ends, --equivalent, --monitor and --system

exit codes: 0 the engine does what the trace says, 1 it does otherwise, 2 it is no trace of this pipeline's model
example:
  $ watertight smv thirds.json --property no-full-queue -o thirds.smv
  $ NuSMV thirds.smv > trace.txt
  $ watertight replay thirds.json trace.txt
`

/** Resolves to the exit code. */
export async function main(args) {
  const { values, positionals } = readOptions('replay', args, {
    ...VERIFY_OPTIONS,
    'trace': { type: 'string' },
    'paper-style': { type: 'boolean' },
    'reporter': { type: 'string', default: 'pretty' },
  })
  const asJson = oneOf('reporter', values.reporter, ['pretty', 'json']) === 'json'
  const trace = positionals.pop()
  if (trace === undefined) throw new BadInput('expected a pipeline file and a trace (watertight replay --help)')
  const { pipeline, file, options } = question('replay', values, positionals)
  if (values.trace !== undefined) options.trace = whole('trace', values.trace)
  options.paperStyle = values['paper-style'] === true
  const text = read(trace)
  let answer
  try {
    answer = await replay(pipeline, text, options)
  } catch (error) {
    if (error.code === 'E_INTERNAL') {
      process.stdout.write(asJson ? `${JSON.stringify({ error: error.message })}\n` : `DIFFERS ${error.message}\n`)
      return 1
    }
    const told = trace === '-' ? 'stdin' : trace
    throw misread(error, { trace: told, system: values.system }, /^\$\.(steps|loop)/.test(error.path) ? told : file)
  }
  process.stdout.write(asJson ? `${JSON.stringify(answer)}\n` : answer.traces.map(told).join('\n'))
  return answer.traces.every(({ replayed }) => replayed) ? 0 : 1
}

function told({ title, replayed, differences, notes = [], ...run }) {
  const lines = [`${replayed ? 'REPLAYED' : 'DIFFERS'} ${title || 'a run'}`, `  ${length(run.steps, run.loop)}; the engine ${replayed ? 'did what the trace says' : 'did otherwise'}`]
  for (const { step, name, trace, replay: does } of differences) lines.push(`  step ${step}: ${name} is ${trace} in the trace, ${does} in the replay`)
  for (const note of notes) lines.push(`  note: ${note}`)
  return `${[...lines, ...table(run)].join('\n')}\n`
}

function read(file) {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8')
  } catch (error) {
    throw new BadInput(reason(error), file)
  }
}
