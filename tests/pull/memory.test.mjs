// WebAssembly memory: streams that end or are aborted leave nothing behind; long streams need no more than short ones.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { memoryUse, pipeline } from 'watertight'
import { ask, source } from './recorder.mjs'

const busy = pipeline((x) => x.filterOn('x.v > 0').slice('x.v % 7', (s) => s.map('x.v').window(20, (w) => w.sum())))
const events = Array.from({ length: 40 }, (_, k) => ({ v: k, name: `n${k}` }))

async function streams(count) {
  for (let k = 0; k < count; k++) {
    const read = busy.through()(source(events))
    for (let i = 0; i < 30; i++) await ask(read)
    if (k % 3 === 0) await ask(read, true)
    else if (k % 3 === 1) await ask(read, new Error('stop'))
    else while (!(await ask(read)).end);
  }
}

test('ten thousand streams, ended, aborted and failed, do not grow the memory', async () => {
  await streams(500)
  const before = memoryUse()
  await streams(10_000)
  const after = memoryUse()
  assert.equal(after.wasm, before.wasm)
  assert.equal(after.objects, before.objects)
})

test('windows and slices over ten million events stay under 64 MB', () => {
  const p = pipeline((x) => x.slice('x % 100', (s) => s.window(100, (w) => w.sum())).keepLast())
  const part = Float64Array.from({ length: 100_000 }, (_, k) => k)
  for (let k = 0; k < 100; k++) p.run(part)
  assert.equal(p.end()[0].size, 100)
  p.free()
  assert.ok(memoryUse().wasm < 64e6, `${memoryUse().wasm} bytes`)
})

/** Texts that never come again. Half of them have a code on both sides, long ones cross over each time. */
function strangers(feed) {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc')
  let next = 0
  const rounds = (n) => {
    for (let k = 0; k < n; k++) feed(Array.from({ length: 5000 }, () => `${next++}`.padEnd(next % 2 ? 20 : 200, '.')))
    collect()
    return { wasm: memoryUse().wasm, heap: process.memoryUsage().heapUsed }
  }
  const before = rounds(80)
  const after = rounds(80)
  assert.equal(after.wasm, before.wasm)
  assert.ok(after.heap - before.heap < 10e6, `${after.heap - before.heap} bytes more`)
}

test('texts do not pile up, one by one', () => {
  const p = pipeline((x) => x.filterOn("x == 'a'"))
  strangers((texts) => texts.forEach((text) => p.push(text)))
})

test('texts do not pile up, in batches', () => {
  const p = pipeline((x) => x.filterOn("x == 'a'"))
  strangers((texts) => p.run(texts))
})

test('pipelines that are merely forgotten are collected', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc')
  const forget = async () => {
    for (let k = 0; k < 2000; k++) pipeline((x) => x.window(100, (w) => w.sum())).run(part)
    for (let k = 0; k < 5; k++) {
      collect()
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
  }
  const part = Float64Array.from({ length: 200 }, (_, k) => k)
  await forget()
  const before = memoryUse().wasm
  for (let k = 0; k < 5; k++) await forget()
  assert.equal(memoryUse().wasm, before)
})
