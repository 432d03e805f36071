// Random expressions on random events, one by one and in batches: the same outcome, or a clear error.
import assert from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'node:test'
import { Pipeline } from 'watertight'
import { event, expression, grammatical } from './arbitraries.mjs'
import { assertAlive, settings, tryOut } from './support.mjs'

const apply = (fn, inputs) => Pipeline.from({ inputs, processors: [{ type: 'apply', fn }] })

test('any text as an expression', { timeout: 120_000 }, () => {
  fc.assert(fc.property(expression, fc.array(event, { maxLength: 6 }), (fn, events) => {
    const made = tryOut(() => apply(fn, ['a', 'b', 'c', 'd']))
    if (!made) return
    for (const value of events) tryOut(() => made.push(value, 1, 'a', null))
    made.free()
  }), settings(5000))
  assertAlive()
})

test('a batch of numbers gives what the numbers give one by one', { timeout: 120_000 }, () => {
  let compared = 0
  fc.assert(fc.property(grammatical, fc.array(fc.double(), { maxLength: 8 }), (fn, numbers) => {
    const made = tryOut(() => apply(fn))
    if (!made) return
    const single = tryOut(() => numbers.flatMap((n) => made.push(n)))
    tryOut(() => made.reset())
    const batch = tryOut(() => made.run(Float64Array.from(numbers)))
    made.free()
    assert.equal(batch === undefined, single === undefined, 'one way fails, the other does not')
    if (!single) return
    assert.deepEqual(Array.from(batch), single)
    compared++
  }), settings(3000))
  assert.ok(compared > 0 || process.env.FUZZ_RUNS, 'no expression was evaluated: the fuzz tests nothing')
  assertAlive()
})
