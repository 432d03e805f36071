// The fluent builder: what it draws, that it equals the JSON, and what it refuses.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { catalogue, defineProcessor, Pipeline, pipeline } from 'watertight'

test('the graph of the README, both ways', () => {
  const p = pipeline((x) => x.decimate(3).plus(x))
  assert.deepEqual(p.toJSON(), {
    inputs: ['in'],
    processors: [
      { id: 'decimate', type: 'decimate', interval: 3, from: 'in' },
      { id: 'apply', type: 'apply', fn: 'x + y', from: ['decimate', 'in'] },
    ],
    outputs: ['apply'],
  })
  assert.deepEqual(p.run([1, 2, 3, 4]), Pipeline.from(p.toJSON()).run([1, 2, 3, 4]))
})

test('a window of a fold', () => {
  assert.deepEqual(pipeline((x) => x.window(3, (w) => w.sum())).run([1, 2, 3, 4, 5]), [6, 9, 12])
  assert.deepEqual(pipeline((x) => x.window(2, (w) => w.average())).run([1, 3, 5]), [2, 4])
})

test('several inputs and outputs, with names', () => {
  const p = pipeline(['left', 'right'], (a, b) => [a.plus(b), a.minus(b)])
  assert.deepEqual(p.inputs, ['left', 'right'])
  assert.deepEqual(p.push(5, 3), [[8], [2]])
  const q = pipeline((a, b) => a.times(b))
  assert.deepEqual(q.inputs, ['in0', 'in1'])
  assert.deepEqual(q.push(5, 3), [15])
})

test('nothing drawn is a passthrough', () => {
  assert.deepEqual(pipeline((x) => x).run([1, 'a']), [1, 'a'])
  assert.deepEqual(pipeline((x, y) => [y, x]).push(1, 2), [[2], [1]])
})

test('forks, diverts and processors with several outputs give arrays of streams', () => {
  const p = pipeline((x) => {
    const [a, b] = x.fork()
    const [even, odd] = x.divert('x % 2', 2)
    return [a.plus(b), even, odd]
  })
  assert.deepEqual(p.run([1, 2]), [[2, 4], [2], [1]])
  assert.deepEqual(pipeline((x) => x.apply(['x + 1', 'x - 1'])).push(5), [[6], [4]])
})

test('operators take a stream or a constant', () => {
  const of = (build) => pipeline(build).run([-1, 2])
  assert.deepEqual(of((x) => x.plus(1)), [0, 3])
  assert.deepEqual(of((x) => x.minus(-1)), [0, 3])
  assert.deepEqual(of((x) => x.dividedBy(2)), [-0.5, 1])
  assert.deepEqual(of((x) => x.mod(2)), [-1, 0])
  assert.deepEqual(of((x) => x.moreThan(0).implies(x.moreThan(1))), [true, true])
  assert.deepEqual(of((x) => x.moreThan(0).implies(false)), [true, false])
  assert.deepEqual(of((x) => x.atMost(0).not().or(x.equals(-1))), [true, true])
  assert.deepEqual(pipeline((x) => x.equals('a"b')).run(['a"b', 'c']), [true, false])
})

test('constants that JSON cannot hold are refused with their place, or carried', () => {
  const at = (place) => `$.processors[0].${place}`
  const refused = [
    [(x) => x.cumulate('max(x, y)', -Infinity), at('start'), /JSON has no -Infinity: write it in an expression, as in '-1 \/ 0'/],
    [(x) => x.turnInto(NaN), at('value'), /JSON has no NaN/],
    [(x) => x.turnInto({ a: [1, Infinity] }), at('value.a[1]'), /JSON has no Infinity/],
    [(x) => x.turnInto(new Map([[1, 2]])), at('value'), /JSON cannot hold a Map/],
    [(x) => x.insert(1, new Set([1])), at('value'), /JSON cannot hold a Set/],
    [(x) => x.turnInto(Float64Array.of(1)), at('value'), /JSON cannot hold a Float64Array/],
    [(x) => x.turnInto([/a/]), at('value[0]'), /JSON cannot hold a RegExp/],
    [(x) => x.turnInto([1n]), at('value[0]'), /JSON cannot hold a bigint/],
    [(x) => x.turnInto({ a: Symbol('a') }), at('value.a'), /JSON cannot hold a symbol/],
    [(x) => x.equals(new Set()), '$', /JSON cannot hold a Set/],
  ]
  for (const [build, path, message] of refused) assert.throws(() => pipeline(build), { code: 'E_TYPE', path, message })
  assert.deepEqual(pipeline((x) => x.turnInto(-0)).push(1), [-0])
  assert.deepEqual(pipeline((x) => x.prefix(2).insert(1, [-0, 0])).push(1), [[-0, 0], 1])
  assert.deepEqual(pipeline((x) => x.times(-0)).push(1), [-0])
  assert.deepEqual(pipeline((x) => x.plus(-Infinity)).push(1), [-Infinity])
  assert.deepEqual(pipeline((x) => x.times(NaN)).push(1), [NaN])
  assert.deepEqual(pipeline((x) => x.lessThan(Infinity)).push(1), [true])
  assert.deepEqual(pipeline((x) => x.turnInto(new Date(0))).push(1), ['1970-01-01T00:00:00.000Z'])
})

test('JS functions run, and are refused as JSON', () => {
  const p = pipeline((x) => x.map((v) => v * 2).cumulate((sum, v) => sum + v, 0))
  assert.deepEqual(p.run([1, 2, 3]), [2, 6, 12])
  assert.equal(p.holdsCode, true)
  assert.throws(() => p.toJSON(), { code: 'E_HOST' })
})

test('custom processors', () => {
  const pairs = defineProcessor({
    init: () => ({ held: null }),
    step(state, [x], emit) {
      if (state.held === null) state.held = x
      else {
        emit([state.held, x])
        state.held = null
      }
    },
    end(state, emit) {
      if (state.held !== null) emit([state.held])
    },
  })
  const p = pipeline((x) => x.use(pairs))
  assert.deepEqual([p.push(1), p.push(2), p.push(3), p.end()], [[], [[1, 2]], [], [[3]]])
  const both = defineProcessor({ inputs: 2, outputs: 2, step: (_, [x, y], emit) => (emit(y, 0), emit(x, 1)) })
  assert.deepEqual(pipeline((a, b) => a.use(both, b)).push(1, 2), [[2], [1]])
})

test('sources inside a pipeline', () => {
  assert.deepEqual(pipeline((x) => x.plus(x.values([10, 20], { loop: true }))).run([1, 2, 3]), [11, 22, 13])
  assert.deepEqual(pipeline((x) => x.plus(x.splice([10], [20, 30]))).run([1, 2, 3]), [11, 22, 33])
})

test('nested pipelines as functions, JSON and pipelines', () => {
  const sum = { type: 'cumulate', fn: 'x + y', start: 0 }
  for (const of of [(w) => w.sum(), sum, { processors: [sum] }, pipeline((w) => w.sum())]) {
    assert.deepEqual(pipeline((x) => x.window(2, of)).run([1, 2, 3]), [3, 5])
  }
})

test('windows and groups of several streams', () => {
  assert.deepEqual(pipeline((a, b) => a.window(2, (p, q) => p.plus(q).sum(), b)).run([[1, 2, 3], [10, 20, 30]]), [33, 55])
  assert.deepEqual(pipeline((a, b) => a.group((p, q) => [q, p], b)).push(1, 2), [[2], [1]])
})

test('what is not a stream of this pipeline is refused', () => {
  assert.throws(() => pipeline((x) => x.plus(() => 1)), { code: 'E_SHAPE' })
  assert.throws(() => pipeline((x) => x.filter(3)), { code: 'E_SHAPE', message: /expected a stream/ })
  assert.throws(() => pipeline(() => undefined), { code: 'E_SHAPE', message: /expected a stream/ })
  assert.throws(() => pipeline((x) => x.window(2, () => x.sum())), { code: 'E_SHAPE', message: /belongs to another pipeline/ })
  assert.throws(() => pipeline((x) => x.window(2)), { code: 'E_SHAPE', path: 'of' })
  assert.throws(() => pipeline({}), { code: 'E_SHAPE' })
  assert.throws(() => pipeline('in', (x) => x), { code: 'E_SHAPE' })
  assert.throws(() => pipeline((x) => x.decimate(0)), { code: 'E_SHAPE', path: '$.processors[0].interval' })
})

test('every processor has a method of its name, but for sources and JS processors', () => {
  let stream
  pipeline((x) => (stream = x))
  const missing = catalogue().processors.map(({ name }) => name).filter((name) => typeof stream[name] !== 'function')
  assert.deepEqual(missing, ['custom'])
})
