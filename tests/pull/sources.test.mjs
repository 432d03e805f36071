// Pipelines of several inputs and outputs between pull-streams: read only what an output needs.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Pipeline, pipeline } from 'watertight'
import { all, ask, source } from './recorder.mjs'

const add = pipeline((a, b) => a.plus(b))

test('two sources in, one out', async () => {
  const [sum] = add.sources([source([1, 2, 3]), source([10, 20, 30])])
  assert.deepEqual(await all(sum), [11, 22, 33])
})

test('the shorter source ends the stream and the longer one is aborted', async () => {
  const [short, long] = [[], []]
  const [sum] = add.sources([source([1], short), source([10, 20, 30], long)])
  assert.deepEqual(await all(sum), [11])
  assert.equal(long.at(-1), 'abort')
})

test('sources that answer at different times', async () => {
  const [sum] = add.sources([source([1, 2, 3], [], { later: true }), source([10, 20, 30])])
  assert.deepEqual(await all(sum), [11, 22, 33])
})

test('one source in, two out: each output waits for its own events', async () => {
  const log = []
  const [even, odd] = pipeline((x) => x.divert('x % 2', 2)).sources([source([1, 2, 3, 4], log)])
  assert.equal((await ask(even)).value, 2)
  assert.deepEqual(log, ['ask', 'ask'])
  assert.equal((await ask(odd)).value, 1)
  assert.deepEqual(log, ['ask', 'ask'])
  assert.deepEqual(await all(odd), [3])
  assert.deepEqual(await all(even), [4])
})

test('aborting one output leaves the other; aborting both aborts the source', async () => {
  const log = []
  const [even, odd] = pipeline((x) => x.divert('x % 2', 2)).sources([source([1, 2, 3, 4], log)])
  await ask(even, true)
  assert.equal((await ask(odd)).value, 1)
  assert.ok(!log.includes('abort'))
  await ask(odd, true)
  assert.equal(log.filter((what) => what === 'abort').length, 1)
})

test('an error of one source aborts the others and reaches every output', async () => {
  const broken = new Error('broken')
  const log = []
  const p = pipeline((a, b) => [a.plus(b), a])
  const outs = p.sources([source([1], [], { error: broken }), source([10, 20], log)])
  await assert.rejects(all(outs[0]), broken)
  await assert.rejects(all(outs[1]), broken)
  assert.equal(log.at(-1), broken)
})

test('a queue that blocks stops the reading of its source', async () => {
  const p = Pipeline.from({
    inputs: ['a', 'b'],
    processors: [
      { id: 'two', type: 'filterOn', fn: 'x % 2 == 0', from: 'a' },
      { id: 'add', type: 'apply', fn: 'x + y', from: ['two', 'b'], queue: { limit: 1, policy: 'block' } },
    ],
    outputs: ['add'],
  })
  const log = []
  const [sum] = p.sources([source([1, 2, 3, 4]), source([10, 20], log)])
  assert.deepEqual(await all(sum), [12, 24])
})

function halves(limits) {
  const p = Pipeline.from({
    processors: [{ id: 'same', type: 'passthrough', from: 'in' }, { id: 'negative', type: 'apply', fn: '-x', from: 'in' }],
    outputs: ['same', 'negative'],
  }, { limits })
  return p.sources([source(Array.from({ length: 100 }, (_, k) => k + 1))])
}

test('an output that nobody reads holds as many events as a queue may', async () => {
  const [same, negative] = halves({ queue: 10 })
  for (let k = 1; k <= 11; k++) assert.equal((await ask(same)).value, k)
  const { end } = await ask(same)
  assert.deepEqual([end.code, end.message], ['E_LIMIT', "output 'negative' holds 10 events already that nobody has read"])
  assert.equal((await ask(negative)).value, -1)
})

test('the policy of a full queue goes for such an output, too', async () => {
  const [same, negative] = halves({ queue: 10, policy: 'dropOldest' })
  assert.equal((await all(same)).length, 100)
  assert.deepEqual(await all(negative), [-91, -92, -93, -94, -95, -96, -97, -98, -99, -100])

  const [first, second] = halves({ queue: 10, policy: 'block' })
  for (let k = 1; k <= 10; k++) assert.equal((await ask(first)).value, k)
  let came
  const eleventh = ask(first).then(({ value }) => (came = value))
  await new Promise(setImmediate)
  assert.equal(came, undefined)
  assert.equal((await ask(second)).value, -1)
  assert.equal(await eleventh, 11)
})

test('a long run of synchronous answers needs no stack', async () => {
  const n = 300_000
  const values = Array.from({ length: n }, (_, k) => k)
  const [sum] = pipeline((a, b) => a.plus(b).filterOn('x < 0')).sources([source(values), source(values)])
  assert.deepEqual(await all(sum), [])
})

test('the number of sources is checked', () => {
  assert.throws(() => add.sources([source([])]), { code: 'E_SHAPE', message: /needs 2 source/ })
})
