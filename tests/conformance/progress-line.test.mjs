// The progress line of `watertight test`: rewritten in place on a terminal, rare whole lines elsewhere.
import { afterEach, beforeEach, mock, test } from 'node:test'
import assert from 'node:assert/strict'
import { Progress } from '../../js/cli/test/progress.mjs'

const { isTTY } = process.stderr
let written
let now
beforeEach(() => {
  written = []
  now = 0
  mock.method(process.stderr, 'write', (text) => written.push(text))
  mock.method(Date, 'now', () => now)
})
afterEach(() => {
  mock.restoreAll()
  process.stderr.isTTY = isTTY
})

const state = (done) => ({ done, scenarios: 576, schedules: 3 * done, violating: 1 })

test('on a terminal the line is rewritten, ten times a second at most, and cleared at the end', () => {
  process.stderr.isTTY = true
  const progress = new Progress(2)
  progress.show(0, state(1))
  now = 150
  progress.show(0, state(10))
  now = 200
  progress.show(1, state(20))
  now = 300
  progress.show(1, state(30))
  progress.clear()
  assert.deepEqual(written, [
    '\r\x1b[K2 modules, 10 of 576 scenarios, 30 orders, 1 violating',
    '\r\x1b[K2 modules, 40 of 1152 scenarios, 120 orders, 2 violating',
    '\r\x1b[K',
  ])
})

test('elsewhere there is a line every ten seconds', () => {
  process.stderr.isTTY = false
  const progress = new Progress(1)
  now = 9000
  progress.show(0, state(1))
  now = 11_000
  progress.show(0, state(10))
  progress.clear()
  assert.deepEqual(written, ['10 of 576 scenarios, 30 orders, 1 violating\n'])
})
