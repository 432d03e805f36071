// A pipeline as a source of values, and as a sink.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import pull from 'pull-stream'
import { Pipeline, pipeline } from 'watertight'
import { all, ask, source } from './recorder.mjs'

const triple = pipeline((x) => x.times(3))

test('a source of values', async () => {
  assert.deepEqual(await all(triple.source([1, 2, 3])), [3, 6, 9])
  assert.deepEqual(await all(triple.source(Float64Array.of(1, 2))), [3, 6])
  assert.deepEqual(await all(triple.source(new Set([1]))), [3])
  assert.throws(() => triple.source(7), { code: 'E_TYPE' })
  assert.throws(() => triple.source(), { code: 'E_SHAPE' })
  assert.throws(() => pipeline((a, b) => a.plus(b)).source([1]), { code: 'E_SHAPE', message: /^source\(\) needs one input/ })
})

test('a generator is read only as far as asked, and closed by an abort', async () => {
  const log = []
  function* numbers() {
    try {
      for (let k = 1; ; k++) {
        log.push(k)
        yield k
      }
    } finally {
      log.push('closed')
    }
  }
  const read = triple.source(numbers())
  assert.equal((await ask(read)).value, 3)
  assert.deepEqual(log, [1])
  await ask(read, true)
  assert.deepEqual(log, [1, 'closed'])
})

test('a pipeline of sources alone', async () => {
  const p = Pipeline.from({ inputs: [], processors: [{ type: 'splice', sources: [[1, 2], [3]] }, { type: 'apply', fn: 'x * 2' }] })
  assert.deepEqual(await all(p.source()), [2, 4, 6])
  const endless = Pipeline.from({ inputs: [], processors: [{ type: 'values', values: [1, 2], loop: true }] })
  const read = endless.source()
  assert.deepEqual([await ask(read), await ask(read), await ask(read)].map(({ value }) => value), [1, 2, 1])
  assert.equal((await ask(read, true)).end, true)
})

function drained(read, pipe, each = () => {}) {
  const events = []
  return new Promise((resolve) => {
    pull(read, pipe.sink((event) => {
      events.push(event)
      return each(event)
    }, (error) => resolve({ events, error })))
  })
}

test('a sink hands on what comes out, and says when it is over', async () => {
  assert.deepEqual(await drained(pull.values([1, 2]), triple), { events: [3, 6], error: null })
  assert.deepEqual(await drained(source([1, 2], [], { later: true }), triple), { events: [3, 6], error: null })
})

test('a sink of a million events needs no stack', async () => {
  let n = 0
  await new Promise((resolve) => pull(pull.count(1_000_000), triple.sink(() => n++, resolve)))
  assert.equal(n, 1_000_001)
})

test('false stops the source, which was read no further', async () => {
  const log = []
  assert.deepEqual(await drained(source([1, 2, 3, 4], log), triple, (v) => v < 6), { events: [3, 6], error: null })
  assert.deepEqual(log, ['ask', 'ask', 'abort'])
})

test('errors of the source, of the pipeline and of the callback reach done', async () => {
  const broken = new Error('broken')
  assert.equal((await drained(source([1], [], { error: broken }), triple)).error, broken)
  assert.equal((await drained(source([1, 'b']), triple)).error.code, 'E_TYPE')
  const log = []
  const { error } = await drained(source([1, 2], log), triple, () => JSON.parse('{'))
  assert.ok(error instanceof SyntaxError)
  assert.deepEqual(log, ['ask', error])
})

test('abort from outside, before, during and after', async () => {
  const early = triple.sink()
  const told = new Promise((resolve) => early.abort(resolve))
  const log = []
  early(source([1], log))
  assert.equal(await told, true)
  assert.deepEqual(log, ['abort'])

  const during = []
  let sink
  const over = new Promise((resolve) => {
    sink = triple.sink(() => sink.abort(), resolve)
  })
  sink(source([1, 2, 3], during, { later: true }))
  assert.equal(await over, null)
  assert.deepEqual(during, ['ask', 'abort'])
})
