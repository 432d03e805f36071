// `watertight test` as users call it: verdicts, exit codes, reporters, replay, and modules that cannot be tested.
import { test } from 'node:test'
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { folder, watertight as run } from '../cli/cli.mjs'
import { root } from '../support/root.mjs'

const here = join(root, 'tests/conformance/modules')
const watertight = (args) => run(['test', ...args], { cwd: here })

test('a clean module: verdict, bound, exit code 0', async () => {
  const { code, stdout, stderr } = await watertight(['./identity.cjs'])
  assert.equal(code, 0)
  assert.match(stdout, /^HOLDS {5}\.\/identity\.cjs {2}through, 576 scenarios of up to 3 values, \d+ orders/)
  assert.equal(stderr, '')
})

test('the report of an installed package has the shape of the contract', async () => {
  const { code, stdout } = await watertight(['pull-stream', '--export', 'take', '--args', '[1]', '--schedules', 'paper', '--reporter', 'json'])
  assert.equal(code, 1)
  const report = JSON.parse(stdout)
  assert.equal(report.module, 'pull-stream')
  assert.equal(report.version, '3.7.0')
  assert.equal(report.kind, 'through')
  assert.equal(report.scenarios, 576)
  assert.equal(report.violating, 24)
  assert.equal(report.rules['PS-1'], 24)
  assert.equal(report.rules['PS-4'], 0)
  const [first] = report.first
  assert.equal(first.rule, 'PS-1')
  assert.deepEqual(first.scenario, { n: 1, r: 2, wait: false, sourceError: false, sinkError: false, sourceSync: false, sinkSync: true })
  assert.equal(first.trace.length, 8)
})

test('the command in a report shows the violation again', async () => {
  const { stdout } = await watertight(['./double-abort.mjs', '--reporter', 'json'])
  const { command, rule } = JSON.parse(stdout).first[0]
  const [program, verb, ...args] = command.split(' ')
  assert.deepEqual([program, verb], ['watertight', 'test'])
  const again = await watertight([...args, '--reporter', 'json'])
  assert.equal(again.code, 1)
  const report = JSON.parse(again.stdout)
  assert.equal(report.scenarios, 1)
  assert.equal(report.rules[rule], 1)
})

test('sources and sinks by their exports, with what the scenario gives', async () => {
  const values = await watertight(['pull-stream', '--export', 'values', '--args', '["$values"]', '--reporter', 'json'])
  assert.deepEqual([values.code, JSON.parse(values.stdout).kind, JSON.parse(values.stdout).scenarios], [0, 'source', 144])
  const collect = await watertight(['pull-stream', '--export', 'collect', '--args', '["$done"]', '--kind', 'sink', '--reporter', 'json'])
  assert.deepEqual([collect.code, JSON.parse(collect.stdout).scenarios], [0, 16])
  const pair = await watertight(['pull-pair', '--reporter', 'json'])
  assert.deepEqual([pair.code, JSON.parse(pair.stdout).kind], [0, 'duplex'])
  const cat = await watertight(['pull-cat', '--kind', 'multi', '--reporter', 'json'])
  assert.deepEqual([cat.code, JSON.parse(cat.stdout).kind], [1, 'multi'])
})

test('a module that never answers is reported with the request it owes', async () => {
  const { code, stdout } = await watertight(['./never-answers.mjs', '--schedules', 'paper'])
  assert.equal(code, 1)
  assert.match(stdout, /PS-2 no-answer.*\n {4}TO owes the answer to DI: abort\[x1\]/)
  assert.match(stdout, /nothing more happens {2}<== PS-2/)
})

test('a module that blocks is stopped and reported as PS-2, the next one is tested all the same', async () => {
  const { code, stdout } = await watertight(['./blocks.mjs', './identity.cjs', '--scenario-ms', '500', '--reporter', 'json'])
  assert.equal(code, 1)
  const [blocked, clean] = JSON.parse(stdout)
  assert.equal(blocked.rules['PS-2'], 1)
  assert.match(blocked.first[0].message, /no answer to TI: ask\[x2\]: blocks the event loop/)
  assert.equal(blocked.first[0].trace.at(-1).text, 'UO: x2 := 2')
  assert.equal(clean.verdict, 'HOLDS')
})

const untestable = {
  './nope.mjs': /nope\.mjs: no such file$/m,
  'pull-nothing-of-this-name': /no such file, and no package of this name is installed here$/m,
  './number.mjs': /number\.mjs: E_SHAPE: expected a function, \{ source, sink \} or an adapter \{ kind, create \}, got number$/m,
  './throws.mjs': /throws\.mjs: threw while it was loaded: not today$/m,
  './exits-on-load.mjs': /exits-on-load\.mjs: called process\.exit\(7\) while it was loaded$/m,
  './exits.mjs': /exits\.mjs: called process\.exit\(0\) in scenario n1r1w$/m,
}

test('modules that cannot be tested get one line each, exit code 2, and do not keep others from it', async () => {
  const { code, stdout, stderr } = await watertight([...Object.keys(untestable), './identity.cjs', '--schedules', 'paper'])
  assert.equal(code, 2)
  assert.match(stdout, /^HOLDS {5}\.\/identity\.cjs/)
  for (const line of Object.values(untestable)) assert.match(stderr, line)
  assert.equal(stderr.trim().split('\n').length, Object.keys(untestable).length)
})

test('a module that is no JavaScript', async (t) => {
  const path = folder(t, { 'syntax.mjs': 'export default function (' })
  const { code, stderr } = await run(['test', './syntax.mjs'], { cwd: path })
  assert.equal(code, 2)
  assert.match(stderr, /syntax\.mjs: threw while it was loaded: Unexpected end of input$/m)
})

test('a module that leaves timers set is tested, with a note', async () => {
  const { code, stdout } = await watertight(['./leaks.mjs', '--schedules', 'paper'])
  assert.equal(code, 0)
  assert.match(stdout, /note leaves timers set when its stream is over/)
})

test('a module that waits for files is waited for', async () => {
  const { code, stdout } = await watertight(['./slow.mjs', '--schedules', 'paper'])
  assert.equal(code, 0, stdout)
})

test('a limit that was hit is never a success', async () => {
  const { code, stdout } = await watertight(['./stubborn.mjs', '--scenario-ms', '1', '--reporter', 'json'])
  const report = JSON.parse(stdout)
  assert.equal(report.verdict, 'UNKNOWN')
  assert.equal(code, 3)
  assert.ok(report.notes.some((note) => /not all orders were tried/.test(note)))
})

test('wrong usage: one line, exit code 2', async () => {
  const wrong = [
    [[], /expected a module/],
    [['./identity.cjs', '--kind', 'pipe'], /--kind must be one of source, through, sink, multi, duplex, async-iterable, web-stream, async-iterable-sink, web-stream-sink, got 'pipe'/],
    [['./identity.cjs', '--args', '{'], /--args is not JSON/],
    [['./identity.cjs', '--args', '1'], /--args must be a JSON array/],
    [['./identity.cjs', '--schedules', 'some'], /--schedules must be all, paper or a number/],
    [['./identity.cjs', '--max-n', 'x'], /--max-n must be a whole number/],
    [['./identity.cjs', '--reporter', 'loud'], /--reporter must be one of pretty, tap, junit, html, json/],
    [['./identity.cjs', '--replay', 'n1'], /'n1' is not a replay token/],
    [['pull-stream', '--export', 'nothing'], /has no export 'nothing', it has/],
  ]
  for (const [args, message] of wrong) {
    const { code, stderr } = await watertight(args)
    assert.equal(code, 2, args.join(' '))
    assert.match(stderr, message)
    assert.equal(stderr.trim().split('\n').length, 1)
  }
})

test('TAP, JUnit and HTML', async () => {
  const tap = await watertight(['./identity.cjs', './double-abort.mjs', '--reporter', 'tap'])
  assert.equal(tap.code, 1)
  assert.match(tap.stdout, /^TAP version 14\n1\.\.2\n# Subtest: \.\/identity\.cjs\n {4}1\.\.14\n {4}ok 1 - PS-1\n/)
  assert.match(tap.stdout, /\nok 1 - \.\/identity\.cjs\n/)
  assert.match(tap.stdout, /\n {4}not ok 1 - PS-1\n {6}---\n/)
  assert.match(tap.stdout, /\nnot ok 2 - double-abort\n/)
  const junit = await watertight(['./double-abort.mjs', '--reporter', 'junit'])
  assert.match(junit.stdout, /<testsuites name="watertight" tests="14" failures="1" errors="0">/)
  assert.match(junit.stdout, /<testcase classname="double-abort" name="PS-1"><failure type="abort-after-end"/)
  const html = await watertight(['./double-abort.mjs', '--reporter', 'html'])
  assert.match(html.stdout, /^<!doctype html>/)
  assert.match(html.stdout, /<svg[^>]* role="img">/)
  assert.match(html.stdout, /<td>n0r0w<\/td><td class="bad">/)
  assert.doesNotMatch(html.stdout, /(src|href)=/, 'needs no other file')
})
