// A long test can be watched and stopped; what was not tried is never a success.
import { test } from 'node:test'
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { once } from 'node:events'
import { testModule } from 'watertight'
import { program } from '../cli/cli.mjs'
import { root } from '../support/root.mjs'
import stubborn from './modules/stubborn.mjs'

test('progress counts scenarios up to all of them', async () => {
  const seen = []
  await testModule({ kind: 'through', create: () => (read) => (abort, cb) => read(abort, cb) }, { onProgress: (state) => seen.push(state) })
  const last = seen.at(-1)
  assert.equal(last.done, 576)
  assert.equal(last.scenarios, 576)
  assert.ok(last.schedules >= 576)
})

test('an abort signal stops the test, and the verdict is UNKNOWN', async () => {
  const stop = new AbortController()
  const report = await testModule(stubborn, { signal: stop.signal, onProgress: () => stop.abort() })
  assert.equal(report.verdict, 'UNKNOWN')
  assert.ok(report.done < report.scenarios)
  assert.ok(report.notes.some((note) => /^stopped after \d+ of 576 scenarios$/.test(note)))
})

test('an interrupted command prints what it knows so far', async () => {
  const child = spawn(process.execPath, [program, 'test', './stubborn.mjs', '--reporter', 'json'], { cwd: join(root, 'tests/conformance/modules') })
  let text = ''
  child.stdout.setEncoding('utf8').on('data', (piece) => (text += piece))
  setTimeout(() => child.kill('SIGINT'), 3000)
  const [code] = await once(child, 'close')
  const report = JSON.parse(text)
  assert.equal(report.verdict, 'UNKNOWN')
  assert.equal(code, 3)
})

test('wrong settings are refused by name', async () => {
  const module = () => (read) => read
  await assert.rejects(testModule({ kind: 'through', create: module }, { maxN: -1 }), { code: 'E_TYPE', path: 'maxN' })
  await assert.rejects(testModule({ kind: 'through', create: module }, { schedules: 'many' }), { code: 'E_TYPE', path: 'schedules' })
  await assert.rejects(testModule({ kind: 'pipe', create: module }), { code: 'E_SHAPE' })
  await assert.rejects(testModule(42), { code: 'E_SHAPE' })
  await assert.rejects(testModule({ kind: 'through', create: () => 1 }), { code: 'E_SHAPE' })
  await assert.rejects(testModule({ kind: 'through', create: () => {
    throw new Error('no module today')
  } }), { code: 'E_HOST' })
  await assert.rejects(testModule({ kind: 'through', create: module }, { replay: 'nonsense' }), { code: 'E_SYNTAX' })
})

test('the kind is found out by the form of the module', async () => {
  const kinds = async (module, options) => (await testModule(module, { schedules: 'paper', ...options })).kind
  const through = (read) => (abort, cb) => read(abort, cb)
  const sink = (read) => {
    read(null, function next(end) {
      if (!end) read(null, next)
    })
  }
  const source = (n = 0) => {
    let i = 0
    return (abort, cb) => (abort || i >= n ? cb(abort || true) : cb(null, ++i))
  }
  assert.equal(await kinds(through), 'through')
  assert.equal(await kinds(() => through), 'through')
  assert.equal(await kinds(sink), 'sink')
  assert.equal(await kinds(source, { args: ['$n'] }), 'source')
  assert.equal(await kinds({ source: source(1), sink }), 'duplex')
})
