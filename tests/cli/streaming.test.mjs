// `watertight run` on long streams: memory stays, a reader that leaves is no failure.
import assert from 'node:assert/strict'
import { exec } from 'node:child_process'
import { test } from 'node:test'
import { folder, program, watertight } from './cli.mjs'

const sum = { processors: [{ id: 'sum', type: 'cumulate', fn: 'x + y' }, { id: 'some', type: 'decimate', interval: 100000, from: 'sum' }] }

test('a long stream runs in a small heap', async (t) => {
  const cwd = folder(t, { 's.json': sum })
  function* lines() {
    for (let k = 0; k < 100; k++) yield '1\n'.repeat(20000)
  }
  // 2 million events would not fit in this heap if they were kept.
  const { code, stdout, stderr } = await watertight(['run', 's.json'], { cwd, stdin: lines(), nodeArgs: ['--max-old-space-size=24'] })
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' })
  assert.equal(stdout.trim().split('\n').at(-1), '1900001')
})

test('`| head -1` ends it quietly', async (t) => {
  const cwd = folder(t, { 'p.json': { processors: [{ id: 'p', type: 'passthrough' }] } })
  const { stdout, stderr } = await new Promise((resolve) => {
    exec(`yes 7 | head -500000 | node ${program} run p.json | head -1`, { cwd }, (error, stdout, stderr) => resolve({ stdout, stderr }))
  })
  assert.deepEqual({ stdout, stderr }, { stdout: '7\n', stderr: '' })
})

test('a pipeline that is done stops reading', async (t) => {
  const cwd = folder(t, { 'p.json': { processors: [{ id: 'p', type: 'prefix', count: 2 }] } })
  const { code, stdout } = await watertight(['run', 'p.json'], { cwd, stdin: '1\n2\nnot JSON, never read\n' })
  assert.deepEqual({ code, stdout }, { code: 0, stdout: '1\n2\n' })
})
