// `watertight verify` and `watertight smv` as a user runs them: reports, exit codes, mistakes.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { folder, watertight } from './cli.mjs'

const thirds = {
  processors: [
    { id: 'third', type: 'decimate', interval: 3, from: 'in' },
    { id: 'sum', type: 'apply', fn: 'x + y', from: ['third', 'in'] },
  ],
}
const same = { processors: [{ id: 'same', type: 'passthrough' }] }

test('a violated property: table, assumption, the command that replays it', async (t) => {
  const cwd = folder(t, { 'thirds.json': thirds })
  const { code, stdout } = await watertight(['verify', 'thirds.json', '--property', 'no-full-queue'], { cwd })
  assert.equal(code, 1)
  assert.match(stdout, /^VIOLATED no-full-queue\n/)
  assert.match(stdout, /assuming: each step brings one event on every input; numbers are 0 to 3, modulo 4; queues hold at most 2 events/)
  assert.match(stdout, /counterexample: 3 steps; replayed on the engine/)
  assert.match(stdout, /step +in +sum +sum\.queue\[0\] +sum\.queue\[1\]/)
  assert.match(stdout, /to replay: printf '%s' '\{"steps":.*\}' \| watertight replay thirds\.json -\n/)
})

test('exit codes and one JSON document', async (t) => {
  const cwd = folder(t, { 'thirds.json': thirds, 'same.json': same })
  const proved = await watertight(['verify', 'thirds.json', '--property', 'liveness', '--reporter', 'json'], { cwd })
  assert.equal(proved.code, 0)
  const [result] = JSON.parse(proved.stdout).results
  assert.deepEqual([result.property, result.verdict], ['liveness', 'PROVED'])
  const unknown = await watertight(['verify', 'thirds.json', '--ctl', 'EF (out.b & out.c = 3)', '--max-states', '1'], { cwd })
  assert.equal(unknown.code, 3)
  assert.match(unknown.stdout, /^UNKNOWN .*\n[^]*why not: more than 1 states\n +known so far: /)
  assert.equal((await watertight(['verify', 'same.json', '--equivalent', 'thirds.json'], { cwd })).code, 1)
  assert.equal((await watertight(['verify', 'same.json', '--equivalent', 'same.json', '--queue', '1', '--domain', '2'], { cwd })).code, 0)
})

test('sizes and domains of their own', async (t) => {
  const cwd = folder(t, { 'thirds.json': thirds, 'same.json': same })
  const sized = await watertight(['verify', 'thirds.json', '--queue', 'sum.queue[1]=5', '--property', 'no-full-queue', '--reporter', 'json'], { cwd })
  assert.equal(JSON.parse(sized.stdout).results[0].counterexample.inputs.length > 3, true)
  const words = await watertight(['verify', 'same.json', '--domain', 'in=red,green', '--ctl', "AG (out.c = 'red' | out.c = 'green')"], { cwd })
  assert.equal(words.code, 0, words.stderr)
})

test('the engine of choice', async (t) => {
  const cwd = folder(t, { 'thirds.json': thirds })
  const ask = (...more) => watertight(['verify', 'thirds.json', '--property', 'liveness', ...more], { cwd })
  const symbolic = await ask('--engine', 'symbolic')
  assert.equal(symbolic.code, 0)
  assert.match(symbolic.stdout, /^PROVED liveness\n {2}\d+ states, [\d.]+ ms, symbolic engine\n/)
  assert.doesNotMatch((await ask('--engine', 'explicit')).stdout, /symbolic/)
  const [result] = JSON.parse((await ask('--engine', 'symbolic', '--reporter', 'json')).stdout).results
  assert.deepEqual([result.verdict, result.engine], ['PROVED', 'symbolic'])
  const few = await ask('--engine', 'symbolic', '--max-nodes', '10')
  assert.equal(few.code, 3)
  assert.match(few.stdout, /why not: more than 10 nodes of diagrams/)
  const wrong = await ask('--engine', 'steam')
  assert.equal(wrong.code, 2)
  assert.match(wrong.stderr, /--engine must be one of auto, explicit, symbolic, got .steam./)
})

test('smv: to stdout, to a file, in the style of the paper', async (t) => {
  const cwd = folder(t, { 'thirds.json': thirds })
  const { code, stdout } = await watertight(['smv', 'thirds.json', '--property', 'liveness'], { cwd })
  assert.equal(code, 0)
  assert.match(stdout, /^MODULE main$/m)
  assert.match(stdout, /^CTLSPEC NAME p1_liveness := AG \(EF \(/m)
  const paper = await watertight(['smv', 'thirds.json', '--paper-style', '-o', 'thirds.smv'], { cwd })
  assert.deepEqual([paper.code, paper.stdout], [0, ''])
  assert.ok(existsSync(join(cwd, 'thirds.smv')))
})

test('a structure as an SMV file, and mistakes in it', async (t) => {
  const monitor = { inputs: ['a'], processors: [{ id: 'm', type: 'apply', fn: 'x < 3', from: 'a' }] }
  const smv = (next) => `MODULE main\nVAR a : 0..3;\nASSIGN init(a) := 0;\n  next(a) := ${next};\n`
  const cwd = folder(t, {
    'm.json': monitor, 'fits.smv': smv('{0, 2}'), 'not.smv': smv('a < 3 ? a + 1 : 0'), 'wrong.smv': smv('a + 1'),
    'empty.smv': `${smv('0')}INIT a = 1`,
  })
  const verdict = (file) => watertight(['verify', '--monitor', 'm.json', '--system', file], { cwd })
  assert.equal((await verdict('fits.smv')).code, 0)
  const violated = await verdict('not.smv')
  assert.equal(violated.code, 1)
  assert.match(violated.stdout, /step +a +m\n +0 +0 +true\n/)
  const wrong = await verdict('wrong.smv')
  assert.deepEqual([wrong.code, wrong.stderr], [2, "watertight: wrong.smv:4:16: E_SYNTAX: expected values of 'a', this can be another\n"])
  const empty = await verdict('empty.smv')
  assert.equal(empty.code, 2)
  assert.match(empty.stderr, /^watertight: empty\.smv: E_SHAPE: no state satisfies .* first states: everything would hold vacuously\n$/)
})

async function refuses(t, files, args, pattern) {
  const cwd = folder(t, files)
  const { code, stdout, stderr } = await watertight(args, { cwd })
  assert.equal(code, 2, stderr)
  assert.match(stderr, pattern)
  assert.equal(stderr.split('\n').length, 2, `one line, got: ${stderr}`)
  assert.equal(stdout, '')
  return cwd
}

test('mistakes are one line each', async (t) => {
  const files = { 'p.json': thirds, 'two.json': { inputs: ['a', 'b'], processors: [{ id: 's', type: 'apply', fn: 'x + y', from: ['a', 'b'] }] } }
  await refuses(t, files, ['verify'], /expected one pipeline file, got 0/)
  await refuses(t, files, ['verify', 'none.json'], /^watertight: none\.json: no such file/)
  await refuses(t, files, ['verify', 'p.json', '--queue', '0'], /--queue must be a whole number of at least 1, got '0'/)
  await refuses(t, files, ['verify', 'p.json', '--queue', '65'], /p\.json: E_LIMIT: a queue holds 1 to 64 events/)
  await refuses(t, files, ['verify', 'p.json', '--domain', '9999'], /E_LIMIT: a domain has 1 to 4096 numbers, got 9999/)
  await refuses(t, files, ['verify', 'p.json', '--ctl', 'AG (out.b'], /E_SYNTAX: 1:10: expected '\)', got the end/)
  await refuses(t, files, ['verify', 'p.json', '--inputs', 'some'], /--inputs must be one of every-step, free, got 'some'/)
  await refuses(t, files, ['verify', 'p.json', '--equivalent', 'two.json'], /one has 1 inputs, the other 2/)
  await refuses(t, files, ['verify', '--monitor', 'p.json'], /--monitor and --system go together/)
  const cwd = await refuses(t, files, ['smv', 'p.json', '--ctl', 'AG x', '-o', 'out.smv'], /unknown name 'x'/)
  assert.equal(existsSync(join(cwd, 'out.smv')), false, 'nothing half written')
})
