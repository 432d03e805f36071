// Values and floods without bound: an error of the one pipeline, and every other goes on.
import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { Pipeline } from 'watertight'

const cyclic = { name: 'ada' }
cyclic.self = cyclic
const nested = (levels) => {
  let value = { v: 1 }
  for (let k = 1; k < levels; k++) value = { inner: value }
  return value
}
const chain = (...processors) => Pipeline.from({ processors })
const bounded = (work) => assert.throws(work, { name: 'WatertightError', code: 'E_LIMIT' })

const neighbour = Pipeline.from({ type: 'cumulate', fn: 'x + y', start: 0 })
afterEach(() => {
  neighbour.reset()
  assert.deepEqual([...neighbour.push(1), ...neighbour.push(2)], [1, 3])
})

const looks = {
  'a key of a slice': { type: 'slice', key: 'x', of: { type: 'apply', fn: '1' } },
  'a comparison': { type: 'windowFn', fn: 'x == y' },
  'an element of a set': { type: 'putInto', into: 'set' },
  'a text': { type: 'apply', fn: 'toString(x)' },
  'a sum with a text': { type: 'apply', fn: '"a" + x' },
  'a text of all': { type: 'buildString' },
}
for (const [what, processor] of Object.entries(looks)) {
  test(`an object that holds itself as ${what}`, () => {
    for (const event of [cyclic, nested(3000)]) {
      const pipeline = chain(processor)
      bounded(() => [event, { ...event }].forEach((each) => pipeline.push(each)))
      pipeline.reset()
      bounded(() => pipeline.run([event, { ...event }]))
      pipeline.free()
    }
  })
}

test('an object that is only handed on may hold itself', () => {
  assert.equal(chain({ type: 'filterOn', fn: 'x.name == "ada"' }).push(cyclic)[0], cyclic)
  assert.equal(chain({ type: 'apply', fn: '[x, x.self.self]' }).push(cyclic)[0][1], cyclic)
  assert.equal(chain({ type: 'keepLast' }, { type: 'passthrough' }).run([cyclic]).length, 0)
})

test('a snapshot refuses what it could not give back', () => {
  for (const [levels, fits] of [[128, true], [129, false]]) {
    const pipeline = chain({ type: 'keepLast' })
    pipeline.push(nested(levels))
    if (fits) assert.deepEqual(Pipeline.restore(pipeline.snapshot()).end(), [nested(levels)])
    else bounded(() => pipeline.snapshot())
  }
})

test('a fold that nests can be forgotten, and is an error where it comes out', () => {
  const pipeline = chain({ type: 'cumulate', fn: '[x, y]', start: 0 }, { type: 'keepLast' })
  const fill = () => pipeline.run(Float64Array.from({ length: 20_000 }, (_, k) => k))
  fill()
  bounded(() => pipeline.snapshot())
  pipeline.reset()
  fill()
  bounded(() => pipeline.end())
  pipeline.free()
})

test('results of a batch that nest', () => {
  const numbers = Float64Array.from({ length: 300 }, (_, k) => k)
  bounded(() => chain({ type: 'cumulate', fn: '[x, y]', start: 0 }).run(numbers))
  bounded(() => chain({ type: 'slice', key: '1', of: { type: 'cumulate', fn: '[x, y]', start: 0 } }).run(numbers))
})

test('floods', () => {
  const stutters = () => chain({ type: 'stutter', count: 1_000_000 }, { type: 'stutter', count: 1000 })
  bounded(() => stutters().push(1))
  bounded(() => stutters().run([1]))
  const doubling = chain({ type: 'cumulate', fn: 'x + x', start: 'ab' }, { type: 'turnInto', value: 1 })
  bounded(() => {
    for (let k = 0; k < 40; k++) doubling.push(1)
  })
  bounded(() => chain({ type: 'apply', fn: 'replaceAll(x, "a", x, "a", x)' }).push('a'.repeat(3000)))
  const open = chain({ type: 'globally' }, { type: 'keepLast' })
  bounded(() => {
    for (let k = 0; k < 3; k++) open.run(new Array(500_000).fill(true))
  })
})

test('limits of what is built can be set', () => {
  const made = (limits) => Pipeline.from({ processors: [{ type: 'apply', fn: 'x + x' }, { type: 'stutter', count: 3 }] }, { limits })
  assert.equal(made({ text: 4, burst: 3 }).push('ab').length, 3)
  bounded(() => made({ text: 3 }).push('ab'))
  bounded(() => made({ burst: 2 }).push('ab'))
  bounded(() => Pipeline.from({ type: 'putInto', into: 'list' }, { limits: { elements: 2 } }).run([1, 2, 3]))
})

test('all events so far, in a batch', () => {
  for (const into of ['list', 'set']) {
    const pipeline = chain({ type: 'putInto', into }, { type: 'keepLast' })
    pipeline.run(Float64Array.from({ length: 100_000 }, (_, k) => k))
    assert.equal([...pipeline.end()[0]].length, 100_000)
  }
})

test('numbers as JS has them', () => {
  const on = (fn, x) => chain({ type: 'apply', fn }).push(x)[0]
  assert.ok(Number.isNaN(on('1 ** (x - x)', Infinity)))
  assert.ok(Number.isNaN(on('(+-1) ** x', Infinity)))
  assert.equal(on('x + ""', 1328346438187921.25), String(1328346438187921.25))
})
