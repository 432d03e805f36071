// Questions about systems that are too large to be visited state by state, through the package.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verify } from 'watertight'
import { counters, echo, monitor, register, twins } from './large.mjs'

const first = async (subject, options) => (await verify(subject, options)).results[0]
const sum = (n) => Array.from({ length: n }, (_, k) => `c${k}`).join(' + ')

test('a pipeline with more than 10^12 states: a deep run that breaks it, replayed', async () => {
  const { verdict, engine, states, counterexample } = await first(echo(40, 'x && y'), { domain: { in: 'bool' }, queue: 41, ctl: 'AG !(out.b & out.c)' })
  assert.deepEqual([verdict, engine, states], ['VIOLATED', 'symbolic', 2 ** 41 - 1])
  assert.deepEqual([counterexample.steps.length, counterexample.loop, counterexample.replayed], [41, null, true])
  assert.deepEqual([counterexample.inputs.at(0), counterexample.inputs.at(-1)], [{ in: true }, { in: true }])
})

test('pipelines with more than 10^12 states, proved', async () => {
  const same = { properties: ['stepwise-equivalence'] }
  const bools = await first(echo(40, 'x && y'), { ...same, equivalent: echo(40, '!(!x || !y)'), domain: { in: 'bool' }, queue: 41 })
  assert.deepEqual([bools.verdict, bools.engine, bools.states], ['PROVED', 'symbolic', 2 ** 41 - 1])
  assert.ok(bools.nodes > 0)
  const digits = await first(echo(12, '(x + y) % 10'), { ...same, equivalent: echo(12, '(y + x) % 10'), domain: 10, queue: 13 })
  assert.deepEqual([digits.verdict, digits.engine], ['PROVED', 'symbolic'])
  assert.ok(digits.states > 1e12, `${digits.states} states`)
})

test('10^12 states of counters', async () => {
  const system = counters(12, 10)
  const subject = monitor(['c0', 'c1'], 'x + y < 19')
  const { results } = await verify(subject, { system, ctl: [`AG (${sum(12)} <= 108)`, 'AG EF (c0 = 9 & c11 = 0)', 'AG !(c0 = 9 & c5 = 9 & c11 = 8)'] })
  assert.deepEqual(results.map(({ verdict, engine, states }) => [verdict, engine, states]), [
    ['PROVED', 'symbolic', 1e12], ['PROVED', 'symbolic', 1e12], ['VIOLATED', 'symbolic', 1e12],
  ])
  assert.equal(results[2].counterexample.steps.length, 10)
})

test('what can be reached is few of many: order and equality', async () => {
  const { results } = await verify(monitor(['a39'], 'x'), { system: twins(40), ctl: ['AG (a39 = b39 & a20 = b20)', 'AG (a39 = b38)'] })
  assert.deepEqual(results.map(({ verdict, engine }) => [verdict, engine]), [['PROVED', 'symbolic'], ['VIOLATED', 'symbolic']])
  assert.equal(results[0].states, 2 ** 40)
  assert.equal(results[1].counterexample.steps.length, 40)
})

test('a register of 40 places, in both logics', async () => {
  const { results } = await verify(monitor(['s40'], 'x'), { system: register(40), ctl: ['AG EF (s1 & s40)', 'AG AF s40'], ltl: ['G (s0 -> X F s40)', 'G F s40'] })
  assert.deepEqual(results.map(({ verdict, engine }) => [verdict, engine]), [['PROVED', 'symbolic'], ['VIOLATED', 'symbolic'], ['PROVED', 'symbolic'], ['VIOLATED', 'symbolic']])
  for (const { counterexample } of [results[1], results[3]]) {
    assert.equal(counterexample.replayed, true)
    assert.equal(typeof counterexample.loop, 'number')
    const outputs = counterexample.steps.slice(counterexample.loop).flatMap(({ outputs: { ok } }) => ok)
    assert.ok(outputs.every((value) => value === false), 'the loop never has what is asked for')
  }
})

test('more inputs in a step than can be tried', async () => {
  const names = Array.from({ length: 24 }, (_, k) => `b${k}`)
  const system = { vars: { ...Object.fromEntries(names.map((name) => [name, 'bool'])), seen: 'bool' }, init: { seen: false }, next: { seen: `seen | ${names.join(' & ')}` } }
  const { verdict, engine, counterexample } = await first(monitor(['seen'], '!x'), { system })
  assert.deepEqual([verdict, engine, counterexample.steps.length], ['VIOLATED', 'symbolic', 2])
  const kept = await first(monitor(['seen'], '!x'), { system, engine: 'explicit' })
  assert.deepEqual([kept.verdict, kept.reason], ['UNKNOWN', 'too many inputs in one step to try each'])
})

test('limits of either engine', async () => {
  const asked = { domain: { in: 'bool' }, queue: 41, ctl: 'AG !(out.b & out.c)' }
  const few = await first(echo(40, 'x && y'), { ...asked, engine: 'symbolic', nodes: 2000 })
  assert.deepEqual([few.verdict, few.engine, few.reason], ['UNKNOWN', 'symbolic', 'more than 2000 nodes of diagrams'])
  assert.match(few.known, /no counterexample in what was seen: \d+ states, all runs of up to \d+ steps/)
  const visited = await first(echo(40, 'x && y'), { ...asked, engine: 'explicit', states: 10_000 })
  assert.deepEqual([visited.verdict, visited.engine, visited.reason], ['UNKNOWN', 'explicit', 'more than 10000 states'])
  const plain = await first(echo(40, 'x && y'), { ...asked, states: 10_000 })
  assert.deepEqual([plain.engine, plain.reason], ['explicit', 'more than 10000 states'], 'a small limit is a plain limit')
  const both = await first(echo(40, 'x && y'), { ...asked, states: 1_100_000, nodes: 2000 })
  assert.equal(both.verdict, 'UNKNOWN')
  const late = await first(echo(40, 'x && y'), { ...asked, engine: 'symbolic', time: 1 })
  assert.deepEqual([late.verdict, late.reason], ['UNKNOWN', 'more than 1 ms'])
})

test('the explicit engine goes on where diagrams have no room', async () => {
  const asked = { system: register(21), ctl: 'AG !(s1 & s20 & s21)' }
  const visited = await first(monitor(['s21'], 'x'), { ...asked, nodes: 60 })
  assert.deepEqual([visited.verdict, visited.engine, visited.counterexample.steps.length], ['VIOLATED', 'explicit', 22])
  assert.ok(visited.states > 1e6, `${visited.states} states`)
  const drawn = await first(monitor(['s21'], 'x'), { ...asked, engine: 'symbolic' })
  assert.deepEqual([drawn.verdict, drawn.counterexample.steps.length], ['VIOLATED', 22])
})

test('a signal stops the symbolic engine', async () => {
  const controller = new AbortController()
  let seen = 0
  const { verdict, engine, reason } = await first(echo(60, 'x && y'), {
    domain: { in: 'bool' }, queue: 61, ctl: 'AG !(out.b & out.c)', engine: 'symbolic', signal: controller.signal,
    onProgress: ({ nodes, states }) => {
      assert.ok(nodes > 0 && states >= 0)
      seen++
      controller.abort()
    },
  })
  assert.deepEqual([verdict, engine, reason, seen], ['UNKNOWN', 'symbolic', 'stopped', 1])
})

test('an engine that is none', async () => {
  await assert.rejects(verify(echo(2, 'x'), { engine: 'quantum' }), { code: 'E_SHAPE', message: /'engine' is auto, explicit or symbolic/ })
})
