// Wrong pipelines and wrong events: a stable code, one line, a place; and the pipeline can be used again.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import pull from 'pull-stream'
import { defineProcessor, Pipeline, pipeline, WatertightError } from 'watertight'

const one = (processor) => ({ processors: [processor] })

const refused = {
  'an unknown processor': [one({ type: 'fly' }), 'E_SHAPE', '$.processors[0].type'],
  'an unknown parameter': [one({ type: 'trim', count: 1, speed: 2 }), 'E_SHAPE', '$.processors[0].speed'],
  'a wrong arity': [one({ type: 'filter', from: 'in' }), 'E_SHAPE', '$.processors[0].from'],
  'a cycle': [{ processors: [{ id: 'a', type: 'freeze', from: 'b' }, { id: 'b', type: 'freeze', from: 'a' }] }, 'E_SHAPE', '$.processors[0].from'],
  'an input named twice': [{ inputs: ['a', 'a'], processors: [{ type: 'freeze', from: 'a' }] }, 'E_SHAPE', '$.inputs[1]'],
  'an id used twice': [{ processors: [{ id: 'a', type: 'freeze' }, { id: 'a', type: 'freeze' }] }, 'E_SHAPE', '$.processors[1].id'],
  'an unknown port': [one({ type: 'freeze', from: 'there' }), 'E_SHAPE', '$.processors[0].from'],
  'an expression that stops short': [one({ type: 'apply', fn: 'x +' }), 'E_SYNTAX', '$.processors[0].fn'],
  'an unknown function': [one({ type: 'apply', fn: 'fly(x)' }), 'E_UNKNOWN_FN', '$.processors[0].fn'],
  'a __proto__ key': ['{"processors":[{"type":"turnInto","value":{"__proto__":1}}]}', 'E_SHAPE', '$.processors[0].value.__proto__'],
  'a __proto__ member': [one({ type: 'apply', fn: 'x.__proto__' }), 'E_SHAPE', '$.processors[0].fn'],
  'nesting past the limit': [nest(70), 'E_LIMIT'],
  'no JSON': ['{"processors": [', 'E_SHAPE', '$'],
  'no object': [7, 'E_SHAPE', '$'],
  'nothing': [undefined, 'E_SHAPE', '$'],
}

function fail(error) {
  throw error
}

function nest(depth) {
  return depth === 0 ? { type: 'freeze' } : { type: 'group', of: nest(depth - 1) }
}

for (const [what, [json, code, path]] of Object.entries(refused)) {
  test(what, () => {
    assert.throws(() => Pipeline.from(json), (error) => {
      assert.ok(error instanceof WatertightError)
      assert.equal(error.code, code, error.message)
      if (path) assert.equal(error.path, path)
      assert.doesNotMatch(error.message, /\n/)
      return true
    })
  })
}

test('a pipeline is not made by new', () => {
  for (const given of [[], [{}], [{ processors: [] }, {}]]) assert.throws(() => new Pipeline(...given), { code: 'E_SHAPE', message: /Pipeline\.from/ })
})

test('an object that refers to itself', () => {
  const json = one({ type: 'group' })
  json.processors[0].of = json
  assert.throws(() => Pipeline.from(json), { name: 'WatertightError' })
})

test('an event of the wrong type in the middle of a stream: its error ends it, upstream is aborted', (t, done) => {
  let aborted
  const source = pull.values([1, 2, 'three', 4], (abort) => (aborted = abort))
  const double = pipeline((x) => x.times(2))
  pull(source, double.through(), pull.collect((error, got) => {
    assert.equal(error.code, 'E_TYPE')
    assert.deepEqual(got, [2, 4])
    assert.deepEqual(double.push(5), [10])
    setImmediate(() => {
      assert.equal(aborted, error)
      done()
    })
  }))
})

test('after a wrong event the pipeline refuses until it is reset', () => {
  const double = pipeline((x) => x.times(2))
  assert.throws(() => double.push('a'), { code: 'E_TYPE', path: '$.processors[0]' })
  assert.throws(() => double.push(1), { code: 'E_FAILED' })
  assert.deepEqual(double.reset().push(1), [2])
})

test('a batch that fails tells what came out before', () => {
  const double = pipeline((x) => x.times(2))
  assert.throws(() => double.run([1, 2, 'three', 4]), (error) => {
    assert.deepEqual(Array.from(error.outputs), [2, 4])
    return error.code === 'E_TYPE'
  })
})

const throwing = { get v() {
  return fail(new Error('no v'))
} }

for (const [what, wrong, code] of [['a bigint', 3n, 'E_TYPE'], ['a getter that throws', throwing, 'E_HOST']]) {
  test(`${what} in a batch is a wrong event like any other`, () => {
    const p = Pipeline.from(one({ type: 'apply', fn: 'x.v' }))
    const events = [{ v: 1 }, { v: 'two' }, wrong, { v: 4 }]
    assert.throws(() => p.run(events), (error) => {
      assert.deepEqual(error.outputs, [1, 'two'])
      return error.code === code
    })
    assert.throws(() => p.run([{ v: 1 }]), { code: 'E_FAILED' })
    assert.deepEqual(p.reset().run([{ v: 1 }]), [1])
  })

  test(`${what} pushed is one, too`, () => {
    const p = pipeline((a, b) => [a, b.apply('x.v')])
    assert.throws(() => p.push(1, wrong), (error) => {
      assert.deepEqual(error.outputs, [[1], []])
      return error.code === code
    })
    assert.throws(() => p.push(1, { v: 2 }), { code: 'E_FAILED' })
  })
}

test('a wrong event far into a batch of several inputs', () => {
  const p = pipeline((a, b) => [a, b])
  const many = Array.from({ length: 3000 }, (_, k) => `event ${k}`)
  assert.throws(() => p.run([many, many.with(2500, 1n)]), (error) => {
    assert.deepEqual(error.outputs.map((out) => out.length), [2500, 2500])
    return error.code === 'E_TYPE'
  })
})

test('a JS function that throws: its error is the cause', () => {
  const oops = new Error('oops')
  const p = pipeline((x) => x.map((v) => {
    if (v === 2) throw oops
    return v
  }))
  assert.deepEqual(p.push(1), [1])
  assert.throws(() => p.push(2), (error) => error.code === 'E_HOST' && error.cause === oops && /oops/.test(error.message))
  assert.deepEqual(p.reset().push(1), [1])
})

test('a JS function that returns a promise, or throws something odd', () => {
  assert.throws(() => pipeline((x) => x.map(async (v) => v)).push(1), { code: 'E_HOST', message: /promise/ })
  const unshowable = { toString: () => fail(new Error('no')) }
  for (const odd of [null, undefined, unshowable]) {
    assert.throws(() => pipeline((x) => x.map(() => fail(odd))).push(1), { code: 'E_HOST' })
  }
})

test('custom processors that misbehave', () => {
  for (const wrong of [null, undefined, 5]) assert.throws(() => defineProcessor(wrong), { code: 'E_SHAPE' })
  assert.throws(() => defineProcessor({}), { code: 'E_SHAPE', path: 'step' })
  assert.throws(() => defineProcessor({ inputs: 0, step() {} }), { code: 'E_SHAPE', path: 'inputs' })
  const wild = defineProcessor({ step: (_, [x], emit) => emit(x, 7) })
  assert.throws(() => pipeline((x) => x.use(wild)).push(1), { code: 'E_HOST', message: /no output 7/ })
  assert.throws(() => pipeline((x) => x.use({})), { code: 'E_SHAPE' })
})

test('a pipeline cannot be used from inside its own functions', () => {
  let again
  const p = pipeline((x) => x.map((v) => {
    try {
      p.push(v)
    } catch (error) {
      again = error
    }
    return v
  }))
  assert.deepEqual(p.push(1), [1])
  assert.equal(again.code, 'E_FAILED')
})

test('corrupt snapshots', () => {
  const bytes = pipeline((x) => x.sum()).snapshot()
  bytes[bytes.length - 1] ^= 1
  for (const wrong of [bytes, bytes.slice(0, 20), new Uint8Array(0), new TextEncoder().encode('hello, I am no snapshot')]) {
    assert.throws(() => Pipeline.restore(wrong), { code: 'E_SNAPSHOT' })
  }
})

test('limits can be set, and are checked', () => {
  assert.throws(() => Pipeline.from(one({ type: 'window', width: 11, of: { type: 'freeze' } }), { limits: { width: 10 } }), { code: 'E_LIMIT' })
  assert.throws(() => Pipeline.from(one({ type: 'freeze' }), { limits: { speed: 1 } }), { code: 'E_SHAPE', path: 'limits.speed' })
  const slices = Pipeline.from(one({ type: 'slice', key: 'x', of: { type: 'freeze' } }), { limits: { slices: 2 } })
  slices.push(1)
  slices.push(2)
  assert.throws(() => slices.push(3), { code: 'E_LIMIT' })
})
