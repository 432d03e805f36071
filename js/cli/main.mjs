// The command line: finds the verb, turns every failure into one line and an exit code.
import { BadInput, complain, describe } from './failure.mjs'
import { asksForDocument } from './options.mjs'

// Loaded only when asked for, so that each call starts fast.
const verbs = {
  run: { about: 'run a pipeline on events', load: () => import('./run.mjs') },
  test: { about: 'does a pull-stream module keep the protocol?', load: () => import('./test.mjs') },
  verify: { about: 'prove a property of a pipeline, or show a run that breaks it', load: () => import('./verify.mjs') },
  smv: { about: 'the same question as a NuSMV/nuXmv model', load: () => import('./smv.mjs') },
  replay: { about: 'play a trace of NuSMV, or a counterexample, on the engine', load: () => import('./replay.mjs') },
  doctor: { about: 'versions and abilities of this machine', load: () => import('./doctor.mjs') },
}

const usage = `watertight: streams you can prove

usage: watertight VERB [options]

${Object.entries(verbs).map(([name, { about }]) => `  ${name.padEnd(8)} ${about}`).join('\n')}

  watertight VERB --help   options and an example
  watertight --version

exit codes: 0 nothing violated, 1 violated, 2 wrong usage or bad input, 3 unknown
example:    seq 5 | watertight run sum.json
`

async function main([name, ...args]) {
  if (name === undefined) throw new BadInput('expected a verb: watertight --help lists them')
  if (name === '--help' || name === '-h' || name === 'help') return print(usage)
  if (name === '--version') return print(`${(await import('./version.mjs')).version()}\n`)
  if (!Object.hasOwn(verbs, name)) throw new BadInput(`unknown verb '${name}', expected one of: ${Object.keys(verbs).join(', ')}`)
  const verb = await verbs[name].load()
  if (args.includes('--help') || args.includes('-h')) return print(verb.help)
  return verb.main(args)
}

function print(text) {
  process.stdout.write(text)
  return 0
}

// A reader that has seen enough (`| head`) is no failure.
process.stdout.on('error', (error) => {
  if (error.code === 'EPIPE') process.exit(0)
  process.stderr.write(`watertight: stdout: ${error.message}\n`)
  process.exit(2)
})

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code
  },
  (error) => {
    // Who asked for a document gets one.
    if (asksForDocument(process.argv.slice(2))) print(`${JSON.stringify({ error: describe(error) })}\n`)
    complain(error)
    process.exitCode = 2
  },
)
