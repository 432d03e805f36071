// `watertight test` takes adapters of async iterables and of Web Streams, beside modules of pull-streams.
import { test } from 'node:test'
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { watertight as run } from '../cli/cli.mjs'
import { root } from '../support/root.mjs'

const here = join(root, 'tests/conformance/modules')
const watertight = (args) => run(['test', ...args], { cwd: here })

test('adapters of all kinds, each by its own rules', async () => {
  const { code, stdout } = await watertight(['./left-open.mjs', './transform.mjs', './identity.cjs', '--schedules', 'paper', '--reporter', 'json'])
  assert.equal(code, 1)
  const [open, transform, identity] = JSON.parse(stdout)
  assert.deepEqual([open.kind, open.verdict, open.scenarios], ['async-iterable', 'VIOLATED', 576])
  assert.deepEqual(Object.keys(open.rules), ['PS-1', 'PS-2', 'PS-6', 'PS-V', 'PS-T', 'PS-EL', 'PS-AL'])
  assert.deepEqual([transform.kind, transform.verdict, Object.keys(transform.rules).at(-1)], ['web-stream', 'HOLDS', 'PS-B'])
  assert.equal(Object.keys(identity.rules).length, 14)
})

test('the diagram and the command that shows it again', async () => {
  const { code, stdout } = await watertight(['./left-open.mjs'])
  assert.equal(code, 1)
  assert.match(stdout, /^VIOLATED {2}left-open {2}async-iterable, 576 scenarios of up to 3 values, \d+ orders/)
  assert.match(stdout, /PS-6 left-open: a finite stream is eventually terminated, on every interface\n {4}TI never terminates this source/)
  const [, replay] = /replay: watertight test \.\/left-open\.mjs --replay (\S+)/.exec(stdout)
  const again = await watertight(['./left-open.mjs', '--replay', replay, '--reporter', 'json'])
  assert.deepEqual([again.code, JSON.parse(again.stdout).rules['PS-6']], [1, 1])
})

test('the high-water mark is a whole number', async () => {
  const none = await watertight(['./transform.mjs', '--high-water', '0', '--schedules', 'paper', '--reporter', 'json'])
  assert.deepEqual([none.code, JSON.parse(none.stdout).first[0].code], [1, 'read-ahead'])
  const { code, stderr } = await watertight(['./transform.mjs', '--high-water', 'x'])
  assert.equal(code, 2)
  assert.match(stderr, /^watertight.*--high-water must be a whole number of at least 0, got 'x'\n$/)
})

test('every reporter tells them', async () => {
  for (const [reporter, text] of [['tap', /not ok 3 - PS-6/], ['junit', /name="PS-6"><failure type="left-open"/], ['html', /<svg[^>]* role="img">/]]) {
    assert.match((await watertight(['./left-open.mjs', '--schedules', 'paper', '--reporter', reporter])).stdout, text)
  }
})
