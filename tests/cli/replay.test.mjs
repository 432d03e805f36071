// `watertight replay` as a user runs it: the command that `verify` prints, traces that differ, traces of something else.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { chmodSync, existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { folder, program, watertight } from './cli.mjs'

const two = {
  inputs: ['a', 'b'],
  processors: [
    { id: 'third', type: 'decimate', interval: 3, from: 'a' },
    { id: 'sum', type: 'apply', fn: 'x + y', from: ['third', 'b'] },
  ],
}
const files = {
  'two.json': two,
  'two pipes.json': two,
  'same.json': { processors: [{ id: 'same', type: 'passthrough' }] },
  'late.json': { processors: [{ id: 'late', type: 'trim', count: 1 }] },
  'lossy.json': { processors: [{ id: 'pass', type: 'passthrough', lossy: true }] },
  'words.json': { processors: [{ id: 'go', type: 'filterOn', fn: "x != 'it\\'s'" }] },
  'watch.json': { inputs: ['a', 'b'], processors: [{ id: 'ok', type: 'apply', fn: '(x ? 1 : 0) == y', from: ['a', 'b'] }] },
  'system.json': { vars: { a: 'bool', b: [0, 2] }, init: { b: 0 }, next: { b: ['a ? 1 : 0', '2'] } },
}

/** Runs a line in a shell that knows `watertight`. */
function shell(line, cwd) {
  writeFileSync(join(cwd, 'watertight'), `#!/bin/sh\nexec node '${program}' "$@"\n`)
  chmodSync(join(cwd, 'watertight'), 0o755)
  return new Promise((resolve) => {
    const env = { ...process.env, NO_COLOR: '1', PATH: `${cwd}:${process.env.PATH}` }
    execFile('sh', ['-c', line], { cwd, env }, (error, stdout, stderr) => resolve({ code: error?.code ?? 0, stdout, stderr }))
  })
}

const asked = [
  ['two.json', '--property', 'no-full-queue'],
  ['two pipes.json', '--property', 'no-full-queue', '--inputs', 'free', '--queue', 'sum.queue[1]=3'],
  ['two.json', '--ltl', 'G F out.b', '--inputs', 'free', '--ends', '--overflow', 'saturate'],
  ['two.json', '--property', 'queue-sizes'],
  ['lossy.json', '--property', 'bounded-liveness:1'],
  ['words.json', '--domain', "in=it's,off", '--property', 'bounded-liveness'],
  ['same.json', '--equivalent', 'late.json', '--inputs', 'free'],
  ['--monitor', 'watch.json', '--system', 'system.json'],
]

test('the command that verify prints replays the counterexample', async (t) => {
  const cwd = folder(t, files)
  for (const args of asked) {
    const { code, stdout } = await watertight(['verify', ...args], { cwd })
    assert.equal(code, 1, stdout)
    const commands = [...stdout.matchAll(/^ {2}to replay: (.*)$/gm)].map(([, line]) => line)
    assert.ok(commands.length > 0, stdout)
    for (const command of commands) {
      const played = await shell(command, cwd)
      assert.equal(played.code, 0, `${command}\n${played.stderr}`)
      const [, , ...table] = played.stdout.trimEnd().split('\n').filter((line) => !line.startsWith('  note:'))
      assert.ok(stdout.includes(table.join('\n')), `the same table:\n${played.stdout}\n${stdout}`)
    }
  }
})

test('a trace file for each counterexample', async (t) => {
  const cwd = folder(t, files)
  const args = ['two.json', '--property', 'no-full-queue', '--property', 'liveness', '--ltl', 'G out.b', '--inputs', 'free', '--trace', 'out.xml']
  const { code, stdout } = await watertight(['verify', ...args], { cwd })
  assert.equal(code, 1)
  const commands = [...stdout.matchAll(/to replay: (.*)$/gm)].map(([, line]) => line)
  assert.deepEqual(commands, ['watertight replay two.json out.xml --inputs free', 'watertight replay two.json out-2.xml --inputs free'])
  for (const command of commands) assert.equal((await shell(command, cwd)).code, 0)
  const proved = await watertight(['verify', 'same.json', '--property', 'liveness', '--trace', 'none.xml'], { cwd })
  assert.deepEqual([proved.code, existsSync(join(cwd, 'none.xml'))], [0, false])
})

test('a report as JSON, from standard input', async (t) => {
  const cwd = folder(t, files)
  const { stdout } = await watertight(['verify', 'two.json', '--property', 'no-full-queue', '--reporter', 'json'], { cwd })
  const played = await watertight(['replay', 'two.json', '-', '--reporter', 'json'], { cwd, stdin: stdout })
  assert.equal(played.code, 0, played.stderr)
  const { traces: [run] } = JSON.parse(played.stdout)
  assert.deepEqual(run.steps, JSON.parse(stdout).results[0].counterexample.steps)
  assert.deepEqual([run.title, run.replayed, run.differences], ['no-full-queue', true, []])
  const report = JSON.parse(stdout)
  report.results[0].counterexample.steps[0].outputs = { sum: [3] }
  const differs = await watertight(['replay', 'two.json', '-'], { cwd, stdin: JSON.stringify(report) })
  assert.equal(differs.code, 1)
  assert.match(differs.stdout, /^DIFFERS no-full-queue\n[^]*step 0: sum is \[3\] in the trace, \[0\] in the replay\n/)
})

/** A trace of two.json as NuSMV prints it, each input silent or not. */
const text = (...lines) => `-- specification AG x  is false\nTrace Type: Counterexample\n  -> State: 1.1 <-\n    a_c = 1\n    b_c = 2\n${lines.map((line) => `${line}\n`).join('')}`

test('a trace that the engine does not follow', async (t) => {
  const cwd = folder(t, { ...files, 'fits.txt': text('    sum_c = 3', '  -> State: 1.2 <-'), 'not.txt': text('    sum_c = 2') })
  const fits = await watertight(['replay', 'two.json', 'fits.txt'], { cwd })
  assert.equal(fits.code, 0, fits.stderr)
  assert.match(fits.stdout, /^REPLAYED AG x\n {2}2 steps; the engine did what the trace says\n/)
  const { code, stdout } = await watertight(['replay', 'two.json', 'not.txt'], { cwd })
  assert.equal(code, 1)
  assert.match(stdout, /^DIFFERS AG x\n[^]*step 0: sum_c is 2 in the trace, 3 in the replay\n/)
})

test('traces of something else are one line each', async (t) => {
  const wrong = {
    'other.txt': text('    fourth_skip = 1'), 'domain.txt': text('    third_skip = 9'), 'half.txt': text().replace('    b_c = 2\n', ''),
    'torn.txt': text('    b_c'), 'torn.xml': '<counter-example>\n  <node> <state', 'none.txt': 'all is well\n', 'torn.json': '{ "steps": [',
    'step.json': { steps: [{ inputs: { a: 9, b: 0 } }] }, 'loop.txt': text('  -- Loop starts here', '  -> State: 1.2 <-', '  -> State: 1.3 <-', '    a_c = 0'),
  }
  const cwd = folder(t, { ...files, ...wrong })
  for (const [args, pattern] of [
    [['other.txt'], /^watertight: other\.txt:6:5: E_SHAPE: the model has no variable 'fourth_skip': it is a trace of another model/],
    [['domain.txt'], /^watertight: domain\.txt:6:5: E_SYNTAX: expected third_skip to be of 0\.\.2, got '9'/],
    [['half.txt'], /^watertight: half\.txt:4:5: E_SHAPE: the trace says nothing of 'b_c' \(b\.c\)/],
    [['torn.txt'], /^watertight: torn\.txt:6:5: E_SYNTAX: expected 'variable = value', got 'b_c'/],
    [['torn.xml'], /^watertight: torn\.xml:2:16: E_SYNTAX: expected a name, got the end/],
    [['none.txt'], /^watertight: none\.txt:1:1: E_SYNTAX: expected a trace .*, found none/],
    [['torn.json'], /^watertight: torn\.json:1:12: E_SYNTAX: not JSON/],
    [['step.json'], /^watertight: step\.json: E_SHAPE: 9 is not a value of 'a', which has 0, 1, 2, 3 \(\$\.steps\[0\]\)/],
    [['loop.txt'], /^watertight: loop\.txt:9:5: E_SYNTAX: the trace goes back to state 2, but 'a\.c' is another there/],
    [['half.txt', '--trace', '2'], /^watertight: two\.json: E_SHAPE: there is no trace 2, the text has 1/],
    [['half.txt', '--trace', '0'], /^watertight: --trace must be a whole number of at least 1/],
    [['nowhere.txt'], /^watertight: nowhere\.txt: no such file/],
  ]) {
    const { code, stdout, stderr } = await watertight(['replay', 'two.json', ...args], { cwd })
    assert.match(stderr, pattern)
    assert.deepEqual([code, stdout, stderr.split('\n').length], [2, '', 2])
  }
  assert.match((await watertight(['replay'], { cwd })).stderr, /expected a pipeline file and a trace/)
  assert.match((await watertight(['replay', 'two.json'], { cwd })).stderr, /expected one pipeline file, got 0/)
})
