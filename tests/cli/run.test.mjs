// `watertight run`: formats in, events out.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { test } from 'node:test'
import { folder, program, watertight } from './cli.mjs'

const sum = { processors: [{ id: 'sum', type: 'cumulate', fn: 'x + y' }] }
const total = { processors: [{ id: 'v', type: 'apply', fn: 'x.v', from: 'in' }, { id: 'sum', type: 'cumulate', fn: 'x + y', from: 'v' }] }

test('ndjson on stdin, events out one a line', async (t) => {
  const cwd = folder(t, { 'sum.json': sum })
  assert.deepEqual(await watertight(['run', 'sum.json'], { cwd, stdin: '1\n2\n\n3\r\n4' }), { code: 0, stdout: '1\n3\n6\n10\n', stderr: '' })
})

test('a line may come in pieces', async (t) => {
  const cwd = folder(t, { 'total.json': total })
  const { stdout } = await watertight(['run', 'total.json'], { cwd, stdin: ['{"v"', ': 1}\n{"v":', ' 2', '0}\n'] })
  assert.equal(stdout, '1\n21\n')
})

test('csv has typed cells, quotes and line breaks in quotes', async (t) => {
  const cwd = folder(t, {
    'all.json': { processors: [{ id: 'p', type: 'passthrough' }] },
    'in.csv': 'name,v,ok\n"a ""b"",\nc",1.5,true\nplain,"2",\n',
  })
  const { stdout, stderr, code } = await watertight(['run', 'all.json', '--format', 'csv', '--input', 'in.csv'], { cwd })
  assert.deepEqual({ stderr, code }, { stderr: '', code: 0 })
  assert.deepEqual(stdout.trim().split('\n').map((line) => JSON.parse(line)), [
    { name: 'a "b",\nc', v: 1.5, ok: true },
    { name: 'plain', v: '2', ok: null },
  ])
})

test('json is one array, lines are strings', async (t) => {
  const cwd = folder(t, { 'total.json': total, 'size.json': { processors: [{ id: 's', type: 'apply', fn: 'length(x)' }] } })
  const array = await watertight(['run', 'total.json', '--format', 'json'], { cwd, stdin: ['[ {"v": 1, "t": "],"},', '\n{"v":2} ]\n'] })
  assert.equal(array.stdout, '1\n3\n')
  const empty = await watertight(['run', 'total.json', '--format', 'json'], { cwd, stdin: ' [ ] ' })
  assert.deepEqual(empty, { code: 0, stdout: '', stderr: '' })
  const lines = await watertight(['run', 'size.json', '--format', 'lines'], { cwd, stdin: 'abc\n\nde' })
  assert.equal(lines.stdout, '3\n0\n2\n')
})

test('several inputs and outputs go by name', async (t) => {
  const cwd = folder(t, {
    'two.json': {
      inputs: ['a', 'b'],
      processors: [{ id: 'add', type: 'apply', fn: 'x + y', from: ['a', 'b'] }, { id: 'count', type: 'turnInto', value: 1, from: 'a' }],
      outputs: ['add', 'count'],
    },
  })
  const { stdout } = await watertight(['run', 'two.json'], { cwd, stdin: '{"a":1,"b":2}\n{"a":5}\n{"b":6}\n' })
  assert.equal(stdout, '{"add":3}\n{"count":1}\n{"count":1}\n{"add":11}\n')
})

test('what is held back comes out at the end', async (t) => {
  const cwd = folder(t, { 'last.json': { processors: [{ id: 'l', type: 'keepLast' }] } })
  assert.equal((await watertight(['run', 'last.json'], { cwd, stdin: '1\n2\n' })).stdout, '2\n')
})

test('sets and maps are written as arrays and objects', async (t) => {
  const cwd = folder(t, {
    'set.json': { processors: [{ id: 's', type: 'putInto', into: 'set' }] },
    'slice.json': { processors: [{ id: 's', type: 'slice', key: 'x', of: { type: 'passthrough' } }] },
  })
  assert.equal((await watertight(['run', 'set.json'], { cwd, stdin: '1\n1\n2\n' })).stdout, '[1]\n[1]\n[1,2]\n')
  assert.equal((await watertight(['run', 'slice.json'], { cwd, stdin: '"a"\n' })).stdout, '{"a":"a"}\n')
})

test('a map whose keys an object could not hold is written as pairs', async (t) => {
  const cwd = folder(t, {
    'slice.json': { processors: [{ type: 'slice', key: 'x', of: { type: 'turnInto', value: 1 } }, { type: 'keepLast' }] },
    'bag.json': { processors: [{ type: 'putInto', into: 'multiset' }, { type: 'keepLast' }] },
  })
  const last = async (file, stdin) => (await watertight(['run', file], { cwd, stdin })).stdout
  assert.equal(await last('slice.json', '1\n2\ntrue\n'), '{"1":1,"2":1,"true":1}\n')
  assert.equal(await last('slice.json', '1\n"1"\n'), '[[1,1],["1",1]]\n')
  assert.equal(await last('slice.json', '1\n"1"\n{"id":1}\n{"id":2}\n'), '[[1,1],["1",1],[{"id":1},1],[{"id":2},1]]\n')
  assert.equal(await last('bag.json', '[1]\n[2]\n[1]\n'), '[[[1],2],[[2],1]]\n')
})

test('a pipeline of sources alone needs no events', async (t) => {
  const cwd = folder(t, {
    'values.json': { inputs: [], processors: [{ type: 'values', values: [1, 2] }] },
    'two.json': {
      inputs: [],
      processors: [{ id: 'a', type: 'values', values: [1, 2] }, { id: 'b', type: 'values', values: ['x'] }],
      outputs: ['a', 'b'],
    },
    'endless.json': { inputs: [], processors: [{ type: 'values', values: [1, 2], loop: true }, { type: 'prefix', count: 1000 }] },
  })
  assert.deepEqual(await watertight(['run', 'values.json'], { cwd }), { code: 0, stdout: '1\n2\n', stderr: '' })
  assert.equal((await watertight(['run', 'two.json'], { cwd })).stdout, '{"a":1}\n{"b":"x"}\n{"a":2}\n')
  assert.equal((await watertight(['run', 'endless.json'], { cwd })).stdout.trim().split('\n').length, 1000)
  const { code, stderr } = await watertight(['run', 'values.json', '--input', 'values.json'], { cwd })
  assert.deepEqual([code, stderr], [2, 'watertight: values.json: --input: the pipeline has no input to read events for\n'])
})

test('numbers that JSON does not have are null', async (t) => {
  const cwd = folder(t, { 'p.json': { processors: [{ type: 'apply', fn: 'x / 0' }] } })
  assert.equal((await watertight(['run', 'p.json'], { cwd, stdin: '1\n0\n' })).stdout, 'null\nnull\n')
})

test('text beyond ASCII may come in pieces, and after a mark of the byte order', async (t) => {
  const cwd = folder(t, { 'p.json': { processors: [{ type: 'passthrough' }] } })
  const bytes = Buffer.from('\ufeff"é€😀"\n"\ufffd"\n')
  const stdin = [...bytes].map((byte) => Buffer.of(byte))
  assert.equal((await watertight(['run', 'p.json'], { cwd, stdin })).stdout, '"é€😀"\n"\ufffd"\n')
})

test('--reporter json prints exactly one document', async (t) => {
  const cwd = folder(t, { 'sum.json': sum })
  const { stdout } = await watertight(['run', 'sum.json', '--reporter', 'json'], { cwd, stdin: '1\n2\n' })
  const { events, read, written, skipped } = JSON.parse(stdout)
  assert.deepEqual({ events, read, written, skipped }, { events: [1, 3], read: 2, written: 2, skipped: 0 })
})

test('--reporter json prints a document whatever goes wrong, and the line on stderr', async (t) => {
  const cwd = folder(t, { 'sum.json': sum, 'wrong.json': { processors: [{ type: 'fly' }] } })
  for (const [args, events] of [
    [['run', 'none.json']], [['run', 'wrong.json']], [['run']], [['run', 'sum.json', '--format', 'xml']], [['run', 'sum.json'], [1]],
    [['verify', 'none.json']], [['verify', 'wrong.json']], [['replay', 'none.json', 'trace.txt']], [['test']], [['doctor', 'now']],
  ]) {
    const { code, stdout, stderr } = await watertight([...args, '--reporter', 'json'], { cwd, stdin: '1\nnull\n' })
    const { error, events: written } = JSON.parse(stdout)
    assert.equal(code, 2, args.join(' '))
    assert.equal(stderr, `watertight: ${error}\n`)
    assert.deepEqual(written, events)
  }
})

for (const [what, args, pattern] of [
  ['a document is closed', ['--reporter', 'json'], /^\{"events":\[1,3\],.*"interrupted":true\}\n$/],
  ['lines are whole', [], /^1\n3\n$/],
]) {
  test(`an interrupt: ${what}, the figures come, the exit code is 3`, async (t) => {
    const cwd = folder(t, { 'sum.json': sum })
    const child = spawn('node', [program, 'run', 'sum.json', '--stats', ...args], { cwd })
    const out = { stdout: '', stderr: '' }
    child.stderr.setEncoding('utf8').on('data', (text) => (out.stderr += text))
    child.stdout.setEncoding('utf8').on('data', (text) => {
      // The first two sums are out.
      if (!out.stdout.includes('3') && (out.stdout + text).includes('3')) child.kill('SIGINT')
      out.stdout += text
    })
    child.stdin.write('1\n2\n')
    const code = await new Promise((resolve) => child.on('close', resolve))
    assert.equal(code, 3)
    assert.match(out.stdout, pattern)
    assert.match(out.stderr, /^2 events in, 2 out, /)
  })
}

test('--stats goes to stderr', async (t) => {
  const cwd = folder(t, { 'sum.json': sum })
  const { stdout, stderr } = await watertight(['run', 'sum.json', '--stats'], { cwd, stdin: '1\n2\n' })
  assert.equal(stdout, '1\n3\n')
  assert.match(stderr, /^2 events in, 2 out, \d+ events\/s, [\d.]+ s, load [\d.]+\n$/)
})
