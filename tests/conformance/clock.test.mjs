// The virtual clock: minutes of waiting cost nothing, whoever asks for the time sees it pass, and all is as before afterwards.
import { test } from 'node:test'
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { testModule } from 'watertight'
import { watertight } from '../cli/cli.mjs'
import { root } from '../support/root.mjs'

test('a module that waits for minutes in every way there is', async () => {
  const { code, stdout, stderr } = await watertight(['test', './clockwork.mjs', '--schedules', 'paper'], { cwd: join(root, 'tests/conformance/modules') })
  assert.equal(code, 0, stdout + stderr)
  assert.match(stdout, /^HOLDS {5}clockwork/)
})

test('the functions of the platform are back afterwards', async () => {
  const names = ['setTimeout', 'setInterval', 'setImmediate', 'clearTimeout', 'clearInterval', 'clearImmediate', 'queueMicrotask', 'Date']
  const before = [...names.map((name) => globalThis[name]), process.nextTick, performance.now]
  await testModule({ kind: 'through', create: () => (read) => (abort, cb) => setTimeout(() => read(abort, cb), 10) }, { maxN: 1 })
  assert.deepEqual([...names.map((name) => globalThis[name]), process.nextTick, performance.now], before)
})

test('others who share the event loop keep the real time', async () => {
  let ticks = 0
  const timer = setInterval(() => ticks++, 1)
  const real = Date.now()
  let seen = 0
  const later = new Promise((resolve) => setTimeout(() => {
    seen = Date.now()
    resolve()
  }, 20))
  await testModule({ kind: 'through', create: () => (read) => (abort, cb) => read(abort, async (end, value) => {
    await new Promise((resolve) => setTimeout(resolve, 1e6))
    cb(end, value)
  }) }, { schedules: 'paper' })
  await later
  clearInterval(timer)
  assert.ok(ticks > 0)
  assert.ok(seen - real < 1e6, 'the clock on the wall did not jump')
})

test('a module that is sometimes late: both orders of an answer and an abort are tried', async () => {
  const orders = new Set()
  const create = () => (read) => {
    const seen = []
    return (abort, cb) => {
      seen.push(abort ? 'abort' : 'ask')
      read(abort, (end, value) => {
        if (!abort) seen.push('answer')
        if (end) orders.add(seen.join(' '))
        cb(end, value)
      })
    }
  }
  await testModule({ kind: 'through', create }, { maxN: 1 })
  assert.ok(orders.has('ask abort answer'))
  assert.ok(orders.has('ask answer abort'))
})
