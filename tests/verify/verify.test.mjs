// Questions about pipelines, through the package: verdicts, counterexamples, derived questions, bad questions.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Pipeline, defineProcessor, toSmv, verify } from 'watertight'
import { problems } from './problems.mjs'

const thirds = {
  processors: [
    { id: 'third', type: 'decimate', interval: 3, from: 'in' },
    { id: 'sum', type: 'apply', fn: 'x + y', from: ['third', 'in'] },
  ],
}
const pipeline = (...processors) => ({ processors })
const verdicts = async (subject, options) => (await verify(subject, options)).results.map(({ verdict }) => verdict)
const first = async (subject, options) => (await verify(subject, options)).results[0]

test('the 162 problems of the paper', async () => {
  for (const { query, property, k, pipeline, options, holds } of problems) {
    const { verdict, counterexample } = await first(pipeline, options)
    assert.equal(verdict, holds ? 'PROVED' : 'VIOLATED', `${query}, ${property}, k=${k}, ${JSON.stringify(options)}`)
    if (!holds) assert.equal(counterexample.replayed, true)
  }
})

test('the 162 problems by the symbolic engine', async () => {
  for (const { query, property, k, pipeline, options, holds } of problems) {
    const { verdict, engine, counterexample } = await first(pipeline, { ...options, engine: 'symbolic' })
    assert.deepEqual([verdict, engine], [holds ? 'PROVED' : 'VIOLATED', 'symbolic'], `${query}, ${property}, k=${k}, ${JSON.stringify(options)}`)
    if (!holds) assert.equal(counterexample.replayed, true)
  }
})

test('the report of the contract', async () => {
  const result = await first(thirds, { properties: ['no-full-queue'], queue: 2, domain: 4 })
  assert.equal(result.verdict, 'VIOLATED')
  assert.deepEqual([result.property, result.queue, result.domain], ['no-full-queue', 2, 4])
  const { inputs, loop, replayed, steps } = result.counterexample
  assert.equal(inputs.length, 3, 'the shortest run that fills a queue of two')
  assert.deepEqual([loop, replayed], [null, true])
  assert.deepEqual(steps.at(-1).queues['sum.queue[1]'].length, 2)
  assert.deepEqual(await verdicts(thirds, { properties: ['liveness', 'bounded-liveness', 'bounded-liveness:2'] }), ['PROVED', 'PROVED', 'VIOLATED'])
})

test('a lasso shows silence for ever', async () => {
  const { verdict, counterexample } = await first(pipeline({ type: 'prefix', count: 2 }), { properties: ['liveness'] })
  assert.equal(verdict, 'VIOLATED')
  assert.equal(typeof counterexample.loop, 'number')
  assert.ok(counterexample.loop < counterexample.inputs.length)
})

test('formulas over ports and queues', async () => {
  assert.deepEqual(await verdicts(thirds, { ctl: ['AG sum.queue[0].length = 0', 'EF out.c = 3', 'AG (third.b -> out.b)'] }), ['PROVED', 'PROVED', 'PROVED'])
  assert.deepEqual(await verdicts(thirds, { ltl: ['G F out.b', 'G (in.c = 0) -> G (out.b -> out.c = 0)', 'G out.b'] }), ['PROVED', 'PROVED', 'VIOLATED'])
})

test('inputs that may be silent, and numbers that leave the domain', async () => {
  const same = pipeline({ type: 'passthrough' })
  assert.deepEqual(await verdicts(same, { properties: ['bounded-liveness'] }), ['PROVED'])
  assert.deepEqual(await verdicts(same, { properties: ['bounded-liveness'], inputs: 'free' }), ['VIOLATED'])
  // "Output if smaller than 3": silent for ever in reality, alive again where numbers wrap around.
  const smaller = pipeline({ id: 'one', type: 'turnInto', value: 1 }, { id: 'count', type: 'cumulate', fn: 'x + y', start: 0 }, { id: 'small', type: 'filterOn', fn: 'x < 3' })
  const wrapped = await first(smaller, { properties: ['liveness'], overflow: 'wrap' })
  assert.equal(wrapped.verdict, 'PROVED')
  assert.match(wrapped.notes.join(), /numbers of count can leave 0\.\.3, and wrap around/)
  const held = await first(smaller, { properties: ['liveness'], overflow: 'saturate' })
  assert.equal(held.verdict, 'VIOLATED')
  assert.equal(held.counterexample.replayed, true)
  const strict = await first(smaller, { properties: ['liveness'], overflow: 'error' })
  assert.match(strict.notes.join(), /nothing is proved beyond/)
})

test('two pipelines', async () => {
  const window = pipeline({ id: 's', type: 'window', width: 2, of: { type: 'cumulate', fn: 'x + y', start: 0 } })
  const pairs = pipeline({ id: 'later', type: 'trim', count: 1, from: 'in' }, { id: 's', type: 'apply', fn: 'x + y', from: ['in', 'later'] })
  assert.deepEqual(await verdicts(window, { equivalent: pairs }), ['PROVED', 'PROVED'])
  const late = pipeline({ type: 'trim', count: 1 })
  const same = pipeline({ type: 'passthrough' })
  assert.deepEqual(await verdicts(same, { equivalent: late }), ['VIOLATED', 'VIOLATED'])
  const big = pipeline({ type: 'apply', fn: 'x > 2' })
  const positive = pipeline({ type: 'apply', fn: 'x > 0' })
  assert.deepEqual(await verdicts(big, { equivalent: positive, properties: ['approximates'] }), ['PROVED'])
  assert.deepEqual(await verdicts(positive, { equivalent: big, properties: ['approximates'] }), ['VIOLATED'])
})

test('smallest queues', async () => {
  const { verdict, queues, counterexample } = await first(thirds, { properties: ['queue-sizes'] })
  assert.equal(verdict, 'VIOLATED')
  assert.deepEqual(queues, { 'sum.queue[0]': { size: 1 }, 'sum.queue[1]': { size: null, unbounded: true } })
  const { steps, loop } = counterexample
  assert.ok(steps.at(-1).queues['sum.queue[1]'].length >= steps[loop].queues['sum.queue[1]'].length)
  const odds = problems.find(({ query }) => query === 'Sum of odds').pipeline
  const found = await first(odds, { properties: ['queue-sizes'] })
  assert.equal(found.verdict, 'PROVED')
  assert.equal(Math.max(...Object.values(found.queues).map(({ size }) => size)), 2, 'one event waits, so two are never reached')
})

test('dead paths', async () => {
  const { verdict, dead } = await first(pipeline(
    { id: 'a', type: 'apply', fn: 'x * 1' },
    { id: 'b', type: 'cumulate', fn: 'max(x, y)' },
    { id: 'c', type: 'filterOn', fn: 'x >= 0' },
    { id: 'loose', type: 'passthrough', from: 'in' },
    { id: 'd', type: 'apply', fn: 'x', from: 'c' },
  ), { properties: ['dead-paths'] })
  assert.equal(verdict, 'PROVED')
  assert.deepEqual(dead.map(({ processor }) => processor), ['a', 'c', 'loose', 'd'])
})

test('a monitor over a structure: b counts how often a was true in the 2 previous states', async () => {
  const monitor = {
    inputs: ['a', 'b'],
    processors: [
      { id: 'one', type: 'apply', fn: 'x ? 1 : 0', from: 'a' },
      { id: 'count', type: 'window', width: 2, of: { type: 'cumulate', fn: 'x + y', start: 0 } },
      { id: 'next', type: 'trim', count: 2, from: 'b' },
      { id: 'same', type: 'apply', fn: 'x == y', from: ['count', 'next'] },
    ],
  }
  const vars = { a: 'bool', a1: 'bool', b: [0, 2] }
  const init = { a1: false, b: 0 }
  const right = { vars, init, next: { a1: 'a', b: '(a ? 1 : 0) + (a1 ? 1 : 0)' } }
  const wrong = { vars, init, next: { a1: 'a', b: '(a ? 1 : 0) + (a1 & !a ? 1 : 0)' } }
  assert.deepEqual(await verdicts(monitor, { system: right }), ['PROVED'])
  const { verdict, counterexample } = await first(monitor, { system: wrong })
  assert.equal(verdict, 'VIOLATED')
  assert.equal(counterexample.replayed, true)
  assert.deepEqual(counterexample.steps.at(-1).outputs, { same: [false] })
})

test('lossy pipes, enums, ends of traces', async () => {
  const counted = pipeline({ id: 'pass', type: 'passthrough', from: 'in', lossy: true })
  const { verdict, counterexample } = await first(counted, { properties: ['bounded-liveness:1'] })
  assert.equal(verdict, 'VIOLATED')
  assert.deepEqual(counterexample.steps[0].lost, ['pass.lost[0]'])
  const light = pipeline({ id: 'go', type: 'filterOn', fn: "x != 'red'" })
  assert.deepEqual(await verdicts(light, { domain: { in: ['red', 'green'] }, ctl: ["AG (out.b -> out.c = 'green')"] }), ['PROVED'])
  const last = pipeline({ id: 'last', type: 'keepLast' })
  assert.deepEqual(await verdicts(last, { properties: ['liveness'] }), ['VIOLATED'])
  assert.deepEqual(await verdicts(last, { properties: ['liveness'], ends: true }), ['PROVED'])
})

test('limits give UNKNOWN, and so does a signal', async () => {
  const wide = pipeline({ id: 's', type: 'window', width: 6, of: { type: 'cumulate', fn: 'x + y', start: 0 } })
  const asked = { ctl: 'AG EF out.c = 3', domain: 10 }
  const { verdict, reason, known } = await first(wide, { ...asked, states: 20_000 })
  assert.equal(verdict, 'UNKNOWN')
  assert.match(reason, /more than 20000 states/)
  assert.match(known, /no counterexample in what was seen: \d+ states/)
  const controller = new AbortController()
  let seen = 0
  const stopped = await first(wide, {
    ...asked,
    signal: controller.signal,
    onProgress: ({ states, depth, frontier }) => {
      assert.ok(states > 0 && depth >= 0 && frontier >= 0)
      seen++
      controller.abort()
    },
  })
  assert.deepEqual([stopped.verdict, stopped.reason, seen], ['UNKNOWN', 'stopped', 1])
})

test('what depends on an overflow is unknown', async () => {
  // The queue of the data overflows long before the control arrives.
  const late = pipeline({ id: 'late', type: 'trim', count: 9, from: 'in' }, { id: 'pair', type: 'apply', fn: 'x - y', from: ['in', 'late'] })
  const { verdict, reason } = await first(late, { ctl: 'AG !(out.b & out.c = 1)', queue: 2 })
  assert.equal(verdict, 'UNKNOWN')
  assert.match(reason, /an overflow of pair\.queue\[0\] before/)
})

async function refuses(subject, options, code, message) {
  await assert.rejects(verify(subject, options), (error) => {
    assert.equal(error.name, 'WatertightError')
    assert.equal(error.code, code, error.message)
    assert.match(error.message, message)
    assert.doesNotMatch(error.message, /\n/)
    return true
  })
}

test('bad questions', async () => {
  await refuses(thirds, { ctl: 'AG out.d' }, 'E_SYNTAX', /1:4: unknown name 'out\.d', expected one of out\.b, out\.c/)
  await refuses(thirds, { ltl: 'G (out.b' }, 'E_SYNTAX', /1:9: expected '\)', got the end/)
  await refuses(thirds, { ctl: 'G out.b' }, 'E_SYNTAX', /1:1: expected an operator of CTL/)
  await refuses(thirds, { queue: 0 }, 'E_LIMIT', /a queue holds 1 to 64 events in a model, got 0/)
  await refuses(thirds, { domain: 1e6 }, 'E_LIMIT', /a domain has 1 to 4096 numbers, got 1000000/)
  await refuses(thirds, { properties: ['lively'] }, 'E_SHAPE', /unknown property 'lively', expected one of liveness/)
  await refuses(thirds, { properties: ['stepwise-equivalence'] }, 'E_SHAPE', /compares two pipelines/)
  await refuses(thirds, { domain: { other: 'bool' } }, 'E_SHAPE', /a domain is given for 'other', the inputs are in/)
  await refuses(thirds, { colour: 'red' }, 'E_SHAPE', /unknown option 'colour'/)
  const two = { inputs: ['a', 'b'], processors: [{ id: 's', type: 'apply', fn: 'x + y', from: ['a', 'b'] }] }
  await refuses(thirds, { equivalent: two }, 'E_SHAPE', /one has 1 inputs, the other 2/)
})

test('what has no model is refused by name', async () => {
  const host = Pipeline.from(pipeline({ id: 'mine', type: 'apply', fn: (x) => x + 1 }))
  await refuses(host, {}, 'E_MODEL', /processor 'mine' \(apply\) has no model: it holds a JS function/)
  assert.throws(() => toSmv(host), { code: 'E_MODEL', path: '$.processors[0]' })
  const custom = Pipeline.from(pipeline({ id: 'own', type: 'custom', host: defineProcessor({ step: () => {} }) }))
  await refuses(custom, {}, 'E_MODEL', /processor 'own' \(custom\) has no model/)
  await refuses(pipeline({ id: 'half', type: 'apply', fn: 'x / 2' }), {}, 'E_MODEL', /'half'.*gives 1\.5: a model holds whole numbers/)
  await refuses(pipeline({ id: 'w', type: 'window', width: 2, of: { type: 'smooth', width: 2 } }), {}, 'E_MODEL', /processor 'p0' \(smooth\) has no model: it has no translation/)
  await refuses(pipeline({ id: 'f', type: 'filterOn', fn: '!x' }), {}, 'E_MODEL', /'f' \(filterOn\)/)
})

test('structures that make no sense', async () => {
  const monitor = { inputs: ['a'], processors: [{ id: 'm', type: 'passthrough', from: 'a' }] }
  await refuses(monitor, { system: { vars: { a: 'bool' }, init: { a: true }, where: '!a' } }, 'E_SHAPE', /no state satisfies.*everything would hold vacuously/)
  await refuses(monitor, { system: { vars: { b: 'bool' } } }, 'E_SHAPE', /no 'a' for the monitor's input/)
  await refuses(monitor, { system: { vars: { a: [3, 1] } } }, 'E_SHAPE', /a variable is "bool", a range/)
  await refuses(monitor, { system: '{ "vars": ' }, 'E_SHAPE', /not JSON: 1:/)
  await refuses(monitor, { system: { vars: { a: 'bool' }, next: { a: 'c' } } }, 'E_SYNTAX', /1:1: unknown name 'c'/)
})
