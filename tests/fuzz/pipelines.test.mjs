// Random pipeline JSON and random events: it runs, or it says what is wrong.
import assert from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'node:test'
import { Pipeline } from 'watertight'
import { event, pipelineJson } from './arbitraries.mjs'
import { assertAlive, settings, tryOut } from './support.mjs'

test('any pipeline JSON with any events', { timeout: 300_000 }, () => {
  let built = 0
  fc.assert(fc.property(pipelineJson, fc.array(event, { maxLength: 12 }), (json, events) => {
    const made = tryOut(() => Pipeline.from(json))
    if (!made) return
    built++
    for (const value of events) tryOut(() => made.push(value))
    tryOut(() => made.end())
    tryOut(() => made.reset())
    tryOut(() => made.run(events))
    made.free()
  }), settings(3000))
  assertAlive()
  assert.ok(built > 0 || process.env.FUZZ_RUNS, 'no pipeline was accepted: the fuzz tests nothing')
})

test('any text as pipeline JSON', { timeout: 120_000 }, () => {
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.json(), pipelineJson.map((json) => JSON.stringify(json)).chain(damaged))
  fc.assert(fc.property(text, (json) => {
    tryOut(() => Pipeline.from(json))?.free()
  }), settings(3000))
  assertAlive()
})

test('JSON nested deeper than any stack', () => {
  for (const depth of [63, 64, 65, 1000, 100_000]) {
    tryOut(() => Pipeline.from('['.repeat(depth)))
    tryOut(() => Pipeline.from(`${'{"processors":[{"type":"group","of":'.repeat(depth)}{"type":"freeze"}${'}]}'.repeat(depth)}`))
    tryOut(() => Pipeline.from({ processors: [{ type: 'apply', fn: `${'('.repeat(depth)}x${')'.repeat(depth)}` }] }))
  }
  assertAlive()
})

/** A text with a piece cut out or put in. */
function damaged(text) {
  return fc.tuple(fc.nat(text?.length ?? 0), fc.nat(4), fc.constantFrom('', '"', '{', ']', ',', '\\u', '1e999', '\u0000'))
    .map(([at, cut, put]) => `${String(text).slice(0, at)}${put}${String(text).slice(at + cut)}`)
}
