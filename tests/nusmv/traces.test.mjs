// Traces go both ways: NuSMV's are played on the engine, and NuSMV executes ours.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { replay, toSmv, traceToXml, verify } from 'watertight'
import { missing, nusmvSays } from '../support/nusmv.mjs'
import { problems } from '../verify/problems.mjs'
import { random, randomPipeline } from './random-pipelines.mjs'

const thirds = {
  inputs: ['a', 'b'],
  processors: [
    { id: 'third', type: 'decimate', interval: 3, from: 'a' },
    { id: 'sum', type: 'apply', fn: 'x + y', from: ['third', 'b'] },
  ],
}
const lossy = { processors: [{ id: 'go', type: 'filterOn', fn: "x != 'red'", lossy: true }, { id: 'n', type: 'turnInto', value: 1 }, { id: 'sum', type: 'cumulate', fn: 'x + y', start: 0 }] }
const monitor = { inputs: ['a', 'b'], processors: [{ id: 'same', type: 'apply', fn: '(x ? 1 : 0) == y', from: ['a', 'b'] }] }
const structure = { vars: { a: 'bool', b: [0, 2] }, init: { b: 0 }, next: { b: ['a ? 1 : 0', '2'] } }
const same = { processors: [{ id: 'same', type: 'passthrough' }] }
const late = { processors: [{ id: 'late', type: 'trim', count: 1 }] }

/** Questions with a counterexample each; together they use every kind of variable of a printed model. */
const asked = [
  ['two inputs that may be silent', thirds, { properties: ['no-full-queue'], ltl: ['G F out.b'], inputs: 'free' }],
  ['traces that end', thirds, { ltl: ['G (third.b -> X X X third.b)', 'G !out.l'], inputs: 'free', ends: true }],
  ['ends, with an event in each step', thirds, { ltl: ['G !(out.l & a.l)', 'G b.b'], ends: true, queue: 3 }],
  ['words, and a pipe that loses', lossy, { ltl: ['G F out.b'], ctl: ['AG !(out.b & out.c = 2)'], domain: { in: ['red', 'green'] } }],
  ['two pipelines', same, { equivalent: late }],
  ['a structure that is watched', monitor, { system: structure }],
]

/** Beyond an overflow of the model's queue the engine, which loses nothing, goes its own way. */
const overflows = ({ notes = [] }) => notes.some((note) => note.includes('overflows'))
const shown = ({ results }) => results.filter(({ counterexample }) => counterexample)

test('what NuSMV prints after a false property, as text and as XML', { skip: missing }, async () => {
  let replayed = 0
  for (const [name, pipeline, options] of asked) {
    const model = toSmv(pipeline, options)
    const text = await nusmvSays(model, ['go', 'check_property'])
    const xml = await nusmvSays(model, ['go', 'check_property', 'show_traces -a -p 4'])
    const full = await nusmvSays(model, ['go', 'check_property', 'show_traces -a -p 1'])
    const count = text.match(/-> State: \d+\.1 <-/g).length
    for (const told of [text, xml.slice(xml.indexOf('<?xml')), full.slice(full.indexOf('Trace number'))]) {
      const { traces } = await replay(pipeline, told, options)
      assert.equal(traces.length, count, name)
      for (const run of traces.filter((run) => !overflows(run))) {
        assert.deepEqual(run.differences, [], name)
        replayed++
      }
    }
    const [only] = (await replay(pipeline, text, { ...options, trace: count })).traces
    assert.ok(only.steps.length > 0)
  }
  assert.ok(replayed >= 3 * asked.length, `${replayed}`)
})

test('the style of the paper, with its dotted names', { skip: missing }, async () => {
  for (const [name, pipeline, options] of asked.slice(0, 3)) {
    const question = { ...options, ltl: undefined, properties: ['no-full-queue', 'bounded-liveness:1'] }
    const text = await nusmvSays(toSmv(pipeline, { ...question, paperStyle: true }), ['go', 'check_fsm', 'check_property'])
    assert.match(text, /The transition relation is total/, name)
    assert.match(text, /pi_2\.queue_0_length = /)
    const { traces } = await replay(pipeline, text, question)
    assert.equal(traces.length, 2, name)
    for (const run of traces.filter((run) => !overflows(run))) assert.deepEqual([run.differences, run.steps.length > 0], [[], true], name)
  }
})

test('NuSMV executes our counterexamples', { skip: missing }, async () => {
  let executed = 0
  const single = problems.filter(({ holds, options }) => !holds && options.queue <= 2 && options.domain <= 3)
  for (const [name, pipeline, options] of [...asked, ...single.map(({ query, pipeline, options }) => [query, pipeline, options])]) {
    for (const result of shown(await verify(pipeline, options))) {
      const xml = traceToXml(pipeline, { results: [result] }, options)
      const text = await nusmvSays(toSmv(pipeline, options), ['go', 'read_trace trace.xml', 'execute_traces'], { files: { 'trace.xml': xml } })
      const states = xml.match(/<state /g).length
      assert.match(text, new RegExp(`execution completed successfully\\.\n${states - 1} steps performed`), `${name}, ${result.property}`)
      assert.equal(/<loops> \d/.test(xml), result.counterexample.loop !== null, name)
      const { traces } = await replay(pipeline, xml, options)
      assert.deepEqual(traces[0].differences, [], name)
      executed++
    }
  }
  assert.ok(executed > asked.length, `${executed}`)
})

test('a trace that is no run is refused by NuSMV, and differs for us', { skip: missing }, async () => {
  const options = { properties: ['no-full-queue'] }
  const [{ counterexample }] = shown(await verify(thirds, options))
  const xml = traceToXml(thirds, counterexample, options)
  const at = xml.lastIndexOf('third_skip">')
  const wrong = `${xml.slice(0, at)}third_skip">${(Number(xml[at + 12]) + 1) % 3}${xml.slice(at + 13)}`
  const text = await nusmvSays(toSmv(thirds, options), ['go', 'read_trace trace.xml', 'execute_traces'], { files: { 'trace.xml': wrong } })
  assert.doesNotMatch(text, /completed successfully/)
  const { traces: [{ replayed, differences }] } = await replay(thirds, wrong, options)
  assert.equal(replayed, false)
  assert.equal(differences[0].name, 'third_skip')
})

const RANDOM = 40

test(`random runs of ${RANDOM} random models, made by NuSMV, are runs of the engine`, { skip: missing }, async () => {
  let steps = 0
  for (let seed = 0; seed < RANDOM; seed++) {
    const r = random(7000 + seed)
    const pipeline = randomPipeline(r)
    const options = { queue: 2 + r.below(2), domain: 3, inputs: r.pick(['every-step', 'free']), overflow: r.pick(['wrap', 'saturate']), ends: r.chance(0.3) }
    const commands = ['go', 'pick_state -r', 'simulate -r -k 12', `show_traces -p ${r.pick([1, 4])}`]
    const text = await nusmvSays(toSmv(pipeline, options), commands, { options: ['-dynamic'], seconds: 20 })
    const told = () => `seed ${seed}: ${JSON.stringify({ pipeline, options })}`
    const { traces: [run] } = await replay(pipeline, text, options)
      .catch((error) => assert.fail(`${error.message}, ${told()}`))
    if (overflows(run)) continue
    assert.deepEqual(run.differences, [], told())
    steps += run.steps.length
  }
  assert.ok(steps > 5 * RANDOM, `${steps} steps`)
})
