// Traces cut, mixed and invented: they replay, or the place of the mistake is said.
import assert from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'node:test'
import { replay, traceToXml, verify } from 'watertight'
import { assertAlive, settings, tryLater } from './support.mjs'

const pipeline = {
  inputs: ['a', 'b'],
  processors: [{ id: 'third', type: 'decimate', interval: 3, from: 'a' }, { id: 'sum', type: 'apply', fn: 'x + y', from: ['third', 'b'] }],
}
const options = { ltl: ['G F out.b'], inputs: 'free' }
const { results: [{ counterexample }] } = await verify(pipeline, options)
const xml = traceToXml(pipeline, counterexample, options)
const text = xml.replace(/[^]*?<node>/, '').replace(/\s*<state id="(\d+)">/g, '\n  -> State: 1.$1 <-').replace(/<value variable="(.*?)">(.*?)<\/value>/g, '    $1 = $2').replace(/<.*?>/g, '').replace(/\n\s*\d\s*\n*$/, '\n')
const json = JSON.stringify(counterexample)

const words = fc.constantFrom('-> State: 1.1 <-', '-> State: 1.2 <-', '-> Input: 1.2 <-', '-- Loop starts here', 'a_c = 1', 'a_b = TRUE', 'b_c = 0', 'sum_c = 9999999999', ' = ', '\n',
  '<counter-example>', '<node>', '</node>', '<state id="1">', '</state>', '<value variable="a_c">', '1', '</value>', '<loops>', '</loops>', '</counter-example>', '<!--', '-->', '&lt;', '"', '\u0000', 'é',
  '{', '"steps"', ':', '[', ']', '}', '"inputs"', '"loop"', '-1', ',')
const soup = fc.array(words, { maxLength: 30 }).map((list) => list.join(' '))
const damaged = fc.tuple(fc.constantFrom(xml, text, json), fc.nat(9999), fc.nat(30), fc.oneof(fc.constant(''), words, fc.string({ unit: 'binary', maxLength: 4 })))
  .map(([whole, at, cut, put]) => `${whole.slice(0, at % whole.length)}${put}${whole.slice((at % whole.length) + cut)}`)

test('whole traces replay', async () => {
  for (const whole of [xml, text, json]) assert.equal((await replay(pipeline, whole, options)).traces[0].replayed, true, whole)
})

test('damaged and invented traces', { timeout: 300_000 }, async () => {
  let played = 0
  await fc.assert(fc.asyncProperty(fc.oneof({ weight: 4, arbitrary: damaged }, soup, fc.string({ unit: 'binary' })), async (trace) => {
    const told = await tryLater(() => replay(pipeline, trace, options), (error) => {
      if (error.code === 'E_SYNTAX') assert.match(error.message, /^\d+:\d+: /, trace)
    })
    if (told) played++
  }), settings(4000))
  assert.ok(played > 0 || process.env.FUZZ_RUNS, 'no trace was played: the fuzz tests nothing')
  assertAlive()
})

test('traces longer and deeper than any stack', async () => {
  for (const count of [1000, 200_000]) {
    await tryLater(() => replay(pipeline, '<counter-example><node>'.repeat(count), options))
    await tryLater(() => replay(pipeline, '<counter-example '.repeat(count), options))
    await tryLater(() => replay(pipeline, `{"steps":${'['.repeat(count)}`, options))
    await tryLater(() => replay(pipeline, Array.from({ length: count }, (_, k) => `-> State: 1.${k + 1} <-\na_c = 0\na_b = TRUE\nb_c = 0\nb_b = FALSE`).join('\n'), options))
  }
  assertAlive()
})
