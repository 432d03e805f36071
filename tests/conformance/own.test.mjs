// Our own modules keep every rule in all orders.
import { test } from 'node:test'
import assert from 'node:assert/strict'
import pull from 'pull-stream'
import { assertModule, checker, Pipeline, reference } from 'watertight'

const from = (...processors) => Pipeline.from({ processors })
const pipelines = {
  'passthrough': from({ id: 'a', type: 'passthrough' }),
  'silent now and then (decimate)': from({ id: 'a', type: 'decimate', interval: 2 }),
  'more out than in (stutter)': from({ id: 'a', type: 'stutter', count: 2 }),
  'ends before its source (prefix)': from({ id: 'a', type: 'prefix', count: 2 }),
  'holds back until the end (window)': from({ id: 'a', type: 'window', width: 2, of: { type: 'cumulate', fn: 'x + y' } }),
  'a sum': from({ id: 'a', type: 'cumulate', fn: 'x + y' }),
}

for (const [name, pipeline] of Object.entries(pipelines)) {
  for (const readAhead of [1, 4]) {
    test(`through(${readAhead > 1 ? `{ readAhead: ${readAhead} }` : ''}) of ${name}`, async () => {
      const report = await assertModule({ name, kind: 'through', create: () => pipeline.through({ readAhead }) })
      assert.equal(report.scenarios, 576)
    })
  }
  test(`two throughs in a row, fused: ${name}`, async () => {
    await assertModule({ name, kind: 'through', create: () => (read) => pipeline.through()(pipeline.through()(read)) })
  })
}

test('a pipeline that fails closes its source and hands the error on', async () => {
  const pipeline = from({ id: 'a', type: 'apply', fn: 'x.a.b' })
  const report = await assertModule({ name: 'fails', kind: 'through', create: () => pipeline.through(), value: (i) => (i === 2 ? 'no object' : { a: { b: i } }) })
  assert.equal(report.verdict, 'HOLDS')
})

const sums = Pipeline.from({ inputs: ['a', 'b'], processors: [{ id: 'sum', type: 'apply', fn: 'x + y', from: ['a', 'b'] }] })

test('sources() of two inputs and one output', async () => {
  const report = await assertModule({ name: 'sources', kind: 'multi', sources: 2, create: (reads) => sums.sources(reads)[0] })
  assert.equal(report.scenarios, 576)
})

test('sources() of one input', async () => {
  await assertModule({ name: 'sources', kind: 'multi', sources: 1, create: (reads) => pipelines['a sum'].sources(reads)[0] })
})

test('sources() with a second output that somebody else reads', async () => {
  const both = Pipeline.from({
    processors: [{ id: 'same', type: 'passthrough', from: 'in' }, { id: 'negative', type: 'apply', fn: '-x', from: 'in' }],
    outputs: ['same', 'negative'],
  })
  const create = ([read]) => {
    const [same, negative] = both.sources([read])
    pull(negative, pull.drain(null, () => {}))
    return same
  }
  await assertModule({ name: 'two outputs', kind: 'multi', sources: 1, create })
})

test('the checker and the reference through, too', async () => {
  await assertModule({ kind: 'through', create: () => checker() })
  await assertModule({ kind: 'through', create: () => reference.through() })
})
