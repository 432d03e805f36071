// Objects by the members that a pipeline reads of them: the quick way gives what the general one does, whatever the objects are.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import pull from 'pull-stream'
import { Pipeline, memoryUse, pipeline } from 'watertight'
import { all, source } from './recorder.mjs'

const collect = (...stages) => new Promise((resolve) => {
  pull(...stages, pull.collect((error, values) => resolve({ values, error: error?.message ?? null })))
})

class Reading {
  constructor(v, name) {
    Object.assign(this, { v, name })
  }

  get twice() {
    return this.v * 2
  }
}

const names = fc.constantFrom('ada', 'bob', 'a name too long to be kept as a code '.repeat(3), '', '1')
const member = fc.oneof({ weight: 6, arbitrary: fc.integer({ min: -3, max: 9 }) }, { weight: 4, arbitrary: names },
  fc.constantFrom(NaN, -0, 0.5, null, undefined, true, -1.5e-300, -2.5e-300), fc.constant(() => 1))
const number = fc.integer({ min: -3, max: 9 })
const events = fc.array(fc.oneof(
  { weight: 8, arbitrary: fc.record({ v: number, name: names, twice: number }) },
  { weight: 3, arbitrary: fc.record({ v: member, name: member, twice: member }) },
  fc.record({ v: member }),
  fc.tuple(number, names).map(([v, name]) => new Reading(v, name)),
  fc.tuple(number, names).map(([v, name]) => new Map([['v', v], ['name', name], ['twice', 1]])),
  fc.tuple(number, names).map(([v, name]) => Object.assign(Object.create(null), { v, name, twice: 2 })),
  number,
), { maxLength: 12 })

const sums = { processors: [{ id: 'v', type: 'apply', fn: 'x.v' }, { id: 's', type: 'cumulate', fn: 'x + y', start: 0, from: 'v' }] }
const first = fc.constantFrom(
  { type: 'passthrough' },
  { type: 'trim', count: 1 },
  { type: 'decimate', interval: 2 },
  { type: 'decimate', interval: 2, last: true },
  { type: 'filterOn', fn: 'x.v > 2' },
  { type: 'filterOn', fn: 'x.v > x.twice' },
  { type: 'filterOn', fn: 'x.name == "ada"' },
  { type: 'filterOn', fn: '"bob" != x.name' },
  { type: 'filterOn', fn: 'isNull(x.v) || x.v != 3' },
)
const then = fc.constantFrom(
  [],
  [{ type: 'apply', fn: 'x.v' }],
  [{ type: 'apply', fn: 'x.v * 2 + x.twice' }, { type: 'cumulate', fn: 'x + y' }],
  [{ type: 'apply', fn: 'x.name' }],
  [{ type: 'slice', key: 'x.name', of: sums }, { type: 'apply', fn: 'size(x)' }],
  [{ type: 'slice', key: 'x.name', of: sums }, { type: 'apply', fn: 'size(x)' }, { type: 'filterOn', fn: 'x % 2 == 1' }],
  [{ type: 'slice', key: 'x.v % 3', of: sums }],
  [{ type: 'slice', key: 'x.v', of: sums, clean: 'x > 5' }, { type: 'apply', fn: 'size(x)' }],
  [{ type: 'slice', key: 'x.name', of: { processors: [{ type: 'apply', fn: 'x.v - x.twice' }, { type: 'cumulate', fn: 'max(x, y)' }] } }],
  [{ type: 'sliceLast', key: 'x.name', of: sums }],
  [{ type: 'slice', key: 'x.name', of: { processors: [{ type: 'apply', fn: 'x.v' }, { type: 'window', width: 2, of: { type: 'cumulate', fn: 'x + y' } }] } }],
  [{ type: 'slice', key: 'x.name', of: { processors: [{ type: 'apply', fn: 'x.v' }, { type: 'prefix', count: 2 }, { type: 'keepLast' }] } }],
  [{ type: 'slice', key: 'x.v', of: { processors: [{ type: 'apply', fn: 'x.twice' }, { type: 'apply', fn: 'x > 3 ? toString(x) : x' }] } }],
  [{ type: 'slice', key: 'x.name', of: { processors: [{ type: 'apply', fn: 'x.v' }, { type: 'trim', count: 1 }, { type: 'apply', fn: 'x > 8 ? x.no.no + 1 : x' }] } }],
  [{ type: 'sliceLast', key: 'x.v', of: { processors: [{ type: 'apply', fn: 'x.twice' }, { type: 'decimate', interval: 2 }] }, clean: 'x > 6' }],
  [{ type: 'apply', fn: 'x.v' }, { type: 'slice', key: 'x % 2', of: { type: 'cumulate', fn: 'x + y' } }, { type: 'apply', fn: 'size(x) * 10' }],
)

/** What comes out, until the first error. */
function fed(pipeline, feed) {
  const values = []
  try {
    feed((out) => values.push(...out))
    values.push(...pipeline.end())
  } catch (error) {
    values.push(...error.outputs)
    return { values, error: error.message }
  } finally {
    pipeline.free()
  }
  return { values, error: null }
}

const pushed = (pipeline, events) => fed(pipeline, (take) => events.forEach((event) => take(pipeline.push(event))))
const ran = (pipeline, events) => fed(pipeline, (take) => take(pipeline.run(events)))

test('streams of objects, quick and general', async () => {
  await fc.assert(fc.asyncProperty(first, then, events, async (head, tail, events) => {
    const json = { processors: [head, ...tail] }
    // Who records where events come from goes the general way.
    const general = pushed(Pipeline.from(json, { lineage: true }), events)
    assert.deepEqual(pushed(Pipeline.from(json), events), general, 'push')
    assert.deepEqual(await collect(pull.values(events), Pipeline.from(json).through()), general, 'through')
    assert.deepEqual(await collect(pull.values(events), pull.asyncMap((v, next) => setImmediate(next, null, v)), Pipeline.from(json).through()), general, 'later')
    assert.deepEqual(ran(Pipeline.from(json), events), general, 'run')
  }), { numRuns: Number(process.env.FUZZ_RUNS ?? 400) })
  assert.equal(memoryUse().objects, 0)
})

test('the object that comes out is the one that went in', async () => {
  const events = [{ v: 1 }, { v: 5 }, { v: 7 }]
  const json = { processors: [{ type: 'filterOn', fn: 'x.v > 1' }] }
  const { values } = await collect(pull.values(events), Pipeline.from(json).through())
  assert.equal(values.length, 2)
  assert.ok(values[0] === events[1] && values[1] === events[2])
  assert.ok(Pipeline.from(json).push(events[1])[0] === events[1])
})

test('a getter that feeds another pipeline does not disturb its own', async () => {
  const json = { processors: [{ type: 'slice', key: 'x.name', of: sums }, { type: 'apply', fn: 'size(x)' }] }
  const other = Pipeline.from(json)
  const event = (name, v) => ({
    get name() {
      other.push({ name: `${name}!`, v: 99 })
      return name
    },
    v,
  })
  const { values } = await collect(pull.values([event('a', 1), event('b', 2), event('a', 3)]), Pipeline.from(json).through())
  assert.deepEqual(values, [1, 2, 2])
})

test('a getter that throws names the member, and what came before goes on', async () => {
  const json = { processors: [{ type: 'apply', fn: 'x.v + x.w' }] }
  const bad = {
    v: 1,
    get w() {
      throw new Error('no')
    },
  }
  for (const readAhead of [1, 8]) {
    const { error } = await collect(pull.values([{ v: 1, w: 2 }, bad]), Pipeline.from(json).through({ readAhead }))
    assert.equal(error, 'reading \'w\' of an event threw')
  }
  assert.throws(() => Pipeline.from(json).run([bad]), { code: 'E_HOST', message: 'reading \'w\' of an event threw' })
})

test('a getter that ends the stream', async () => {
  const sink = {}
  const json = { processors: [{ type: 'apply', fn: 'x.v' }] }
  const event = {
    get v() {
      sink.stop?.()
      return 1
    },
  }
  const read = Pipeline.from(json).through()(pull.values([{ v: 1 }, event, { v: 3 }]))
  const seen = []
  const ask = () => read(null, (end, value) => seen.push(end ?? value))
  ask()
  sink.stop = () => read(true, (end) => seen.push(end))
  ask()
  assert.deepEqual(seen, [1, true, true])
})

test('many texts are forgotten, and keys stay what they were', async () => {
  const json = { processors: [{ type: 'slice', key: 'x.name', of: sums }, { type: 'apply', fn: 'size(x)' }] }
  const n = 150_000
  const events = Array.from({ length: n }, (_, k) => ({ name: `name ${k % 90_000}`, v: k }))
  const { values } = await collect(pull.values(events), Pipeline.from(json).through())
  assert.equal(values.at(-1), 90_000)
  assert.equal(Pipeline.from(json).run(events).at(-1), 90_000)
})

test('a getter may feed other events: what was read before stays', () => {
  const inner = pipeline((x) => x.apply("x.c + '|' + x.d"))
  const outer = pipeline((x) => x.apply("x.a + '|' + x.b"))
  for (const a of [true, 'k', 't'.repeat(70)]) {
    const event = {
      a,
      get b() {
        inner.push({ c: false, d: false })
        return 'x'
      },
    }
    assert.deepEqual(outer.push(event), [`${a}|x`])
    assert.deepEqual(outer.run([event]), [`${a}|x`])
  }
})

test('texts that are forgotten while an object is read do not change what it holds', async () => {
  const inner = pipeline((x) => x.apply('upper(x.t)'))
  const event = (k, flood) => ({
    name: `n${k}`,
    get v() {
      if (flood) for (let i = 0; i < 70_000; i++) inner.push({ t: `t${i}` })
      return 1
    },
  })
  const counts = pipeline((x) => x.apply("x.name + '|' + x.v"))
  const events = Array.from({ length: 6 }, (_, k) => event(k, k === 3))
  assert.deepEqual(await all(counts.through()(source(events))), events.map(({ name }) => `${name}|1`))
})

test('an object that could not be looked into cannot later either, in batches as one by one', async () => {
  const broken = { get v() {
    throw new Error('not today')
  } }
  const same = pipeline((x) => x.apply('x == x.u'))
  const events = [1, 1, { u: 1 }, broken, 1]
  const ways = [
    () => same.fresh().run(events),
    () => all(same.through()(source(events))),
    () => all(same.through({ readAhead: 8 })(source(events))),
  ]
  for (const way of ways) await assert.rejects(async () => way(), { code: 'E_HOST' })
})

test('members of maps that are no values are none, as those of objects', () => {
  const p = pipeline((x) => x.apply('isNull(x.v)'))
  for (const v of [() => 1, Symbol('s')]) {
    for (const event of [new Map([['v', v]]), { v }]) {
      assert.deepEqual(p.push(event), [true])
      assert.deepEqual(p.run([event]), [true])
    }
  }
})

test('nothing is kept of an object that could not be handed over', () => {
  const before = memoryUse().objects
  for (const w of [1n, undefined]) {
    const event = {
      v: { id: 1 },
      get w() {
        if (w === undefined) throw new Error('not today')
        return w
      },
    }
    for (const way of [(p) => p.push(event), (p) => p.run([event]), (p) => p.run([1, event])]) {
      const p = pipeline((x) => x.apply('x.v == x.w'))
      assert.throws(() => way(p))
      p.free()
    }
  }
  assert.equal(memoryUse().objects, before)
})

test('events behind the end are not looked at, wherever they stand', async () => {
  const broken = { get v() {
    throw new Error('not today')
  } }
  const two = pipeline((x) => x.apply('x.v').prefix(2))
  const events = [{ v: 1 }, { v: 2 }, broken, { v: 4 }]
  assert.deepEqual([...two.fresh().run(events)], [1, 2])
  for (const readAhead of [1, 16]) assert.deepEqual(await all(two.through({ readAhead })(source(events))), [1, 2])
})
