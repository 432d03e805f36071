// Verbs, help and the doctor.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { watertight } from './cli.mjs'

test('--help lists the verbs and the exit codes', async () => {
  const { code, stdout } = await watertight(['--help'])
  assert.equal(code, 0)
  assert.match(stdout, /\n {2}run .*\n(?: {2}.*\n)* {2}doctor /)
  assert.match(stdout, /exit codes/)
})

for (const verb of ['run', 'verify', 'smv', 'doctor']) {
  test(`${verb} --help has an example`, async () => {
    const { code, stdout } = await watertight([verb, '--help'])
    assert.equal(code, 0)
    assert.match(stdout, new RegExp(`example:\n[^]*watertight ${verb}`))
  })
}

test('--version prints a version', async () => {
  assert.match((await watertight(['--version'])).stdout, /^\d+\.\d+\.\d+\n$/)
})

test('an unknown verb, a missing verb, an unknown option: one line, exit 2', async () => {
  for (const [args, pattern] of [
    [['fly'], /^watertight: unknown verb 'fly', expected one of: run, (?:\w+, )*doctor\n$/],
    [['constructor'], /^watertight: unknown verb 'constructor'/],
    [[], /^watertight: expected a verb/],
    [['run', '--fast'], /^watertight: unknown option '--fast'.*\n$/],
    [['run'], /^watertight: expected one pipeline file, got 0/],
    [['doctor', 'now'], /^watertight: expected no argument, got 'now'/],
  ]) {
    const { code, stderr, stdout } = await watertight(args)
    assert.equal(code, 2, args.join(' '))
    assert.match(stderr, pattern)
    assert.equal(stderr.split('\n').length, 2)
    assert.equal(stdout, '')
  }
})

test('the doctor finds the engine well', async () => {
  const { code, stdout } = await watertight(['doctor', '--reporter', 'json'])
  assert.equal(code, 0)
  const { ok, checks } = JSON.parse(stdout)
  assert.equal(ok, true)
  assert.deepEqual(checks.map(({ name }) => name), ['watertight', 'node', 'webassembly', 'engine', 'workers', 'shared memory', 'machine'])
})
