// `watertight doctor`: what this machine and this package can do.
import { availableParallelism, cpus, totalmem } from 'node:os'
import { Worker } from 'node:worker_threads'
import { Pipeline } from 'watertight'
import { BadInput } from './failure.mjs'
import { oneOf, readOptions } from './options.mjs'
import { version } from './version.mjs'

export const help = `watertight doctor [--reporter json]: versions and abilities of this machine

example:
  $ watertight doctor
  ok    watertight       0.1.0
  ok    node             20.20.2
  ...

exit code 0 when everything the package needs is there, 2 when something is missing
`

/** Resolves to the exit code. */
export async function main(args) {
  const { values, positionals } = readOptions('doctor', args, { reporter: { type: 'string', default: 'pretty' } })
  if (positionals.length) throw new BadInput(`expected no argument, got '${positionals[0]}' (watertight doctor --help)`)
  const asDocument = oneOf('reporter', values.reporter, ['pretty', 'json']) === 'json'
  const checks = [
    check('watertight', version),
    check('node', nodeVersion),
    check('webassembly', webAssembly),
    check('engine', engine),
    await workers(),
    check('shared memory', () => (typeof SharedArrayBuffer === 'function' ? 'SharedArrayBuffer and Atomics' : 'none')),
    check('machine', () => `${availableParallelism()} cores${cpus()[0] ? ` (${cpus()[0].model.trim()})` : ''}, ${Math.round(totalmem() / 2 ** 30)} GB`),
  ]
  const isWell = checks.every(({ ok }) => ok)
  process.stdout.write(asDocument ? `${JSON.stringify({ ok: isWell, checks })}\n` : checks.map(line).join(''))
  return isWell ? 0 : 2
}

const line = ({ ok, name, found }) => `${ok ? 'ok   ' : 'FAIL '} ${name.padEnd(16)} ${found}\n`

function check(name, find) {
  try {
    return { name, ok: true, found: find() }
  } catch (error) {
    return { name, ok: false, found: error.message }
  }
}

function nodeVersion() {
  const [major] = process.versions.node.split('.')
  if (Number(major) < 20) throw new Error(`${process.versions.node}, expected 20 or later`)
  return process.versions.node
}

function webAssembly() {
  const empty = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0)
  if (!WebAssembly.validate(empty)) throw new Error('not able to load modules')
  return `V8 ${process.versions.v8}`
}

function engine() {
  const sums = Pipeline.from({ processors: [{ id: 'sum', type: 'cumulate', fn: 'x + y' }] }).run([1, 2, 3])
  if (String([...sums]) !== '1,3,6') throw new Error(`a running sum of 1, 2, 3 gave ${[...sums]}`)
  return 'running sum of 1, 2, 3 is 1, 3, 6'
}

async function workers() {
  const started = performance.now()
  try {
    const source = new URL(`data:text/javascript,import { parentPort } from 'node:worker_threads'; parentPort.postMessage(1)`)
    const worker = new Worker(source)
    await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject))
    await worker.terminate()
    return { name: 'workers', ok: true, found: `started in ${(performance.now() - started).toFixed(0)} ms` }
  } catch (error) {
    return { name: 'workers', ok: false, found: error.message }
  }
}
