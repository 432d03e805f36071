// A pipeline by itself: events one by one and in batches, ends, copies, snapshots, lineage, queues.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Pipeline, pipeline } from 'watertight'

const sums = { processors: [{ type: 'cumulate', fn: 'x + y' }] }

test('push gives what comes out, end what was held back', () => {
  const p = Pipeline.from({ processors: [{ type: 'decimate', interval: 2, last: true }] })
  assert.deepEqual([p.push('a'), p.push('b'), p.end()], [['a'], [], ['b']])
  assert.equal(p.done, true)
})

test('run on a Float64Array gives a Float64Array, on an array an array', () => {
  const p = Pipeline.from(sums)
  assert.deepEqual(p.run(Float64Array.of(1, 2, 3)), Float64Array.of(1, 3, 6))
  assert.deepEqual(p.run([4]), [10])
  assert.deepEqual(p.run(Float64Array.of()), Float64Array.of())
  assert.deepEqual(Pipeline.from({ processors: [{ type: 'apply', fn: 'x > 1' }] }).run(Float64Array.of(1, 2)), [false, true])
})

test('a batch as large as it likes, in the order of its events', () => {
  const n = 100_000
  const out = Pipeline.from(sums).run(Float64Array.from({ length: n }, () => 1))
  assert.equal(out.length, n)
  assert.equal(out[n - 1], n)
})

test('objects come out as they went in, by reference', () => {
  const p = Pipeline.from({ processors: [{ type: 'filterOn', fn: 'x.v > 1' }] })
  const events = [{ v: 1 }, { v: 2, f() {} }, { v: 3 }]
  assert.equal(p.push(events[1])[0], events[1])
  p.reset()
  const out = p.run(events)
  assert.deepEqual(out, [events[1], events[2]])
  assert.equal(out[0], events[1])
})

test('the members of an object are its own and the getters of its class, one by one and all together', () => {
  class Getter {
    get v() {
      return 2
    }
  }
  class Heir extends Getter {}
  const events = [Object.create({ v: 1 }), new Getter(), new Heir(), Object.assign(Object.create(null), { v: 3 }), { v: 4 }]
  const member = pipeline((x) => x.apply('x.v'))
  assert.deepEqual(member.run(events), [null, 2, 2, 3, 4])
  assert.deepEqual(events.flatMap((event) => member.push(event)), [null, 2, 2, 3, 4])
  assert.deepEqual(pipeline((x) => x.equals({ v: 2 })).run(events), [false, true, true, false, false])
  assert.deepEqual(pipeline((x) => x.equals({})).run(events), [true, false, false, false, false])
})

test('events of several inputs, by order and by name', () => {
  const p = Pipeline.from({ inputs: ['a', 'b'], processors: [{ type: 'apply', fn: 'x - y', from: ['a', 'b'] }] })
  assert.deepEqual(p.run({ a: [5, 6], b: [1, 2] }), [4, 4])
  assert.deepEqual(p.run([[7], [1]]), [6])
  assert.deepEqual([p.pushTo('b', 1), p.pushTo('a', 3), p.endInput('a'), p.done], [[], [2], [], true])
  assert.throws(() => p.pushTo('c', 1), { code: 'E_SHAPE', message: /no input 'c'/ })
  assert.throws(() => p.push(1), { code: 'E_SHAPE', message: /2 input/ })
})

test('null, booleans, texts, sets and maps cross both ways', () => {
  const p = pipeline((x) => x)
  const events = [null, true, false, 'a', 'é', 'x'.repeat(1000), '', NaN, -0, Infinity, [1, [2]], { a: { b: 1 } }, new Set([1, 2]), new Map([[1, 'a']])]
  for (const event of events) assert.deepEqual(p.push(event), [event])
  assert.deepEqual(p.run(events), events)
  assert.deepEqual(p.push(undefined), [null])
  assert.deepEqual(p.run([1, undefined, 3]), [1, null, 3])
  // eslint-disable-next-line no-sparse-arrays -- a hole is what is tested
  assert.deepEqual(p.run([1, , 3]), [1, null, 3])
  for (const wrong of [1n, Symbol('s'), () => 1]) assert.throws(() => p.reset().push(wrong), { code: 'E_TYPE' })
})

test('reset, duplicate, fresh, snapshot', () => {
  const p = Pipeline.from(sums)
  p.run([1, 2])
  const copy = p.duplicate()
  const bytes = p.snapshot()
  assert.deepEqual(p.push(10), [13])
  assert.deepEqual(copy.push(10), [13])
  assert.deepEqual(Pipeline.restore(bytes).push(10), [13])
  assert.deepEqual(p.fresh().push(1), [1])
  assert.deepEqual(p.reset().push(1), [1])
})

test('a snapshot of a pipeline with JS functions is restored like a pipeline that has them', () => {
  const make = () => pipeline((x) => x.map((v) => v * 2).sum())
  const p = make()
  p.push(1)
  const bytes = p.snapshot()
  assert.deepEqual(Pipeline.restore(bytes, { like: make() }).push(1), [4])
  assert.throws(() => Pipeline.restore(bytes), { code: 'E_SNAPSHOT', message: /as `like`/ })
  for (const like of [pipeline((x) => x.sum()), pipeline((x) => x.map((v) => v * 2).map((v) => v).sum())]) {
    assert.throws(() => Pipeline.restore(bytes, { like }), { code: 'E_SNAPSHOT', message: /other JS functions/ })
  }
  assert.throws(() => Pipeline.restore(pipeline((x) => x.sum()).snapshot(), { like: p }), { code: 'E_SNAPSHOT' })
  assert.throws(() => Pipeline.restore(bytes, { like: {} }), { code: 'E_TYPE' })
})

test('explain tells which input events made an output', () => {
  const p = pipeline((x) => x.filterOn('x % 2 == 0').window(2, (w) => w.sum()), { lineage: true })
  assert.deepEqual(p.run([1, 2, 3, 4, 5, 6]), [6, 10])
  assert.deepEqual(p.explain(1), [{ input: 'in', index: 3 }, { input: 'in', index: 5 }])
  for (const wrong of [-1, 0.5, '0', undefined]) assert.throws(() => p.explain(wrong), { code: 'E_TYPE', message: /whole numbers/ })
  assert.throws(() => p.explain(7, 0), { code: 'E_SHAPE', message: /no output 7/ })
  assert.throws(() => p.explain(2), { code: 'E_SHAPE', message: /has emitted 2/ })
  assert.throws(() => pipeline((x) => x).explain(0), { message: /lineage was not recorded/ })
})

test('a full queue: an error that names it, or the oldest is dropped', () => {
  const add = (policy) => Pipeline.from({
    inputs: ['a', 'b'],
    processors: [{ id: 'add', type: 'apply', fn: 'x + y', from: ['a', 'b'], queue: { limit: 2, policy } }],
  })
  const strict = add('error')
  strict.pushTo('a', 1)
  strict.pushTo('a', 2)
  assert.throws(() => strict.pushTo('a', 3), { code: 'E_LIMIT', message: /input 0 of processor 'add'/, path: '$.processors[0]' })
  const loose = add('dropOldest')
  for (const v of [1, 2, 3]) loose.pushTo('a', v)
  assert.deepEqual(loose.pushTo('b', 10), [12])
})

test('warnings name an output that goes nowhere', () => {
  const p = Pipeline.from({ processors: [{ id: 'lost', type: 'freeze', from: 'in' }, { type: 'passthrough', from: 'in' }] })
  assert.match(p.warnings[0], /'lost' goes nowhere/)
})

test('free gives the memory back and refuses further use', () => {
  const p = Pipeline.from(sums)
  p.free()
  p.free()
  assert.throws(() => p.push(1), { code: 'E_FAILED', message: /was freed/ })
  const inside = pipeline((x) => x.map(() => inside.free()))
  assert.throws(() => inside.push(1), ({ code, cause }) => code === 'E_HOST' && cause.code === 'E_FAILED')
})

test('run takes arrays and typed arrays of numbers, and nothing else', () => {
  const p = Pipeline.from({ processors: [{ type: 'passthrough' }] })
  assert.deepEqual(p.run(Int8Array.of(1, -2)), [1, -2])
  assert.deepEqual(p.run({ in: [1] }), [1])
  function* numbers() {
    yield 1
  }
  for (const wrong of [BigInt64Array.of(1n), new DataView(new ArrayBuffer(8)), new Set([1]), new Map(), numbers(), 'text', 7, null]) {
    assert.throws(() => p.run(wrong), { code: 'E_TYPE' })
  }
  assert.throws(() => p.run({ in: new Set([1]) }), { code: 'E_TYPE', message: /input 'in'/ })
})

test('the first event that fails is the one that is reported, in batches too', () => {
  const p = Pipeline.from({ processors: [{ id: 'high', type: 'threshold', value: 1 }, { id: 'wide', type: 'filterOn', fn: 'x.v > 1' }] })
  for (const feed of [() => p.push(5), () => p.run([5, null])]) {
    assert.throws(feed, { message: /'wide'/ })
    p.reset()
  }
})

test('when nothing more can come out, events are ignored', () => {
  const two = Pipeline.from({ type: 'group', of: { processors: [{ type: 'smooth', width: 1 }, { type: 'prefix', count: 2 }] } })
  assert.deepEqual([1, 2, null].flatMap((event) => two.push(event)), [1, 2])
  assert.ok(two.done)
  assert.deepEqual(two.reset().run([1, 2, null]), [1, 2])
})

test('a snapshot of objects of which only members are read', () => {
  const cases = [
    [{ processors: [{ type: 'keepLast' }, { type: 'apply', fn: 'x.v + x.user.id' }] }, [3]],
    [{ processors: [{ type: 'slice', key: 'x.v', of: { processors: [{ type: 'keepLast' }, { type: 'apply', fn: 'x.user.id' }] } }] }, [new Map([[1, 2]])]],
  ]
  for (const [json, end] of cases) {
    const p = Pipeline.from(json)
    p.push({ v: 1, user: { id: 2, name: 'ada' } })
    assert.deepEqual(Pipeline.restore(p.snapshot()).end(), end)
    assert.deepEqual(p.end(), end)
  }
})

test('half of a surrogate pair is read as U+FFFD, and no other text changes with it', () => {
  const same = Pipeline.from({ type: 'passthrough' })
  assert.deepEqual(same.push('\ud800'), ['\ufffd'])
  assert.deepEqual(Pipeline.from({ type: 'apply', fn: 'x.name' }).push({ name: '\ufffd' }), ['\ufffd'])
  assert.deepEqual(same.run(['c\udbff', 'c\ufffd', '\ufeffd', '😀']), ['c\ufffd', 'c\ufffd', '\ufeffd', '😀'])
})
