// Mistakes that published translations of pipelines made, each shown to be none of ours.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verify } from 'watertight'

const pipeline = (...processors) => ({ processors })
const free = { inputs: 'free', domain: 3, queue: 2 }

async function proves(subject, options) {
  for (const { property, verdict, counterexample } of (await verify(subject, { ...free, ...options })).results) {
    assert.equal(verdict, 'PROVED', `${property}: ${JSON.stringify(counterexample?.steps)}`)
  }
}

test('decimate keeps the first of every k events, also when the first step is silent', async () => {
  const p = pipeline({ id: 'd', type: 'decimate', interval: 2 })
  await proves(p, { ltl: ['(!in.b U (in.b & out.b)) | G !in.b', 'G (in.b & out.b -> X ((!in.b & !out.b) U (in.b & !out.b) | G !in.b))', 'G (in.b & !out.b -> X (!in.b U (in.b & out.b) | G !in.b))'] })
})

test('trim counts events, not steps', async () => {
  const p = pipeline({ id: 't', type: 'trim', count: 1 })
  await proves(p, { ltl: ['!in.b U (in.b & !out.b & X G (in.b <-> out.b)) | G !in.b'] })
})

test('two inputs that arrive together make one front at once', async () => {
  const p = { inputs: ['a', 'b'], processors: [{ id: 's', type: 'apply', fn: 'x + y', from: ['a', 'b'] }] }
  await proves(p, { ctl: ['AG (a.b & b.b -> out.b)', 'AG (s.queue[0].length = 0 | s.queue[1].length = 0)'] })
  await proves(p, { inputs: 'every-step', ctl: ['AG (out.b & s.queue[0].length = 0 & s.queue[1].length = 0)', 'AG (a.c = 1 & b.c = 1 -> out.c = 2)'] })
})

test('a filter answers whatever the control is, and nothing is left behind', async () => {
  const p = { inputs: ['x', 'on'], processors: [{ id: 'f', type: 'filter', from: ['x', 'on'] }] }
  await proves(p, { inputs: 'every-step', domain: { on: 'bool' }, ctl: ['AG (out.b <-> on.c)', 'AG (out.b -> out.c = x.c)'] })
})

test('a new window starts with empty queues, whatever was queued', async () => {
  // Inside each window of two, the second event meets the first one: never one of an earlier window.
  const of = pipeline({ id: 'later', type: 'trim', count: 1, from: 'in' }, { id: 'pair', type: 'apply', fn: 'x - y', from: ['in', 'later'] })
  const window = pipeline({ id: 'w', type: 'window', width: 2, of })
  const direct = pipeline({ id: 'later', type: 'trim', count: 1, from: 'in' }, { id: 'pair', type: 'apply', fn: 'x - y', from: ['in', 'later'] })
  await proves(window, { equivalent: direct })
})

test('an overflow has one outcome: the new event is lost', async () => {
  const p = { inputs: ['a', 'b'], processors: [{ id: 's', type: 'apply', fn: 'x', from: ['a', 'b'] }] }
  const { results } = await verify(p, { ...free, queue: 1, ctl: 'AG (overflow -> s.queue[0].length = 1 | s.queue[1].length = 1)' })
  assert.equal(results[0].verdict, 'PROVED')
  assert.match(results[0].notes.join(), /can overflow/)
})

test('a product starts at 1', async () => {
  const p = pipeline({ id: 'p', type: 'cumulate', fn: 'x * y', start: 1 })
  await proves(p, { ltl: ['G (in.b -> in.c = 1) -> G (out.b -> out.c = 1)'] })
})

test('a window inside a window starts afresh with each outer window', async () => {
  const sum = { type: 'cumulate', fn: 'x + y', start: 0 }
  const nested = pipeline({ id: 'w', type: 'window', width: 3, of: { type: 'window', width: 2, of: sum } })
  // The last inner window of each outer one is that of its last two events.
  const flat = pipeline({ id: 's', type: 'window', width: 2, of: sum }, { id: 'later', type: 'trim', count: 1 })
  await proves(nested, { equivalent: flat })
})
