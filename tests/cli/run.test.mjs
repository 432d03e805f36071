// `watertight run`: formats in, events out.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { folder, watertight } from './cli.mjs'

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

test('--reporter json prints exactly one document', async (t) => {
  const cwd = folder(t, { 'sum.json': sum })
  const { stdout } = await watertight(['run', 'sum.json', '--reporter', 'json'], { cwd, stdin: '1\n2\n' })
  const { events, read, written, skipped } = JSON.parse(stdout)
  assert.deepEqual({ events, read, written, skipped }, { events: [1, 3], read: 2, written: 2, skipped: 0 })
})

test('--stats goes to stderr', async (t) => {
  const cwd = folder(t, { 'sum.json': sum })
  const { stdout, stderr } = await watertight(['run', 'sum.json', '--stats'], { cwd, stdin: '1\n2\n' })
  assert.equal(stdout, '1\n3\n')
  assert.match(stderr, /^2 events in, 2 out, \d+ events\/s, [\d.]+ s, load [\d.]+\n$/)
})
