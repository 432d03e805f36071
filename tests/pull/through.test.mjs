// A pipeline as a through: lazy, exact in aborts and errors, no stack, with real pull-streams around it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import pull from 'pull-stream'
import { Pipeline, pipeline } from 'watertight'
import { all, ask, source } from './recorder.mjs'

const evens = pipeline((x) => x.filterOn('x % 2 == 0'))
const triple = pipeline((x) => x.times(3))

const collect = (...stages) => new Promise((resolve, reject) => {
  pull(...stages, pull.collect((error, values) => (error ? reject(error) : resolve(values))))
})

test('the arity that pull() looks at', () => {
  assert.equal(triple.through().length, 1)
  assert.equal(triple.through()(pull.empty()).length, 2)
  assert.equal(triple.source([1]).length, 2)
  assert.equal(triple.sink().length, 1)
})

test('between real pull-stream modules', async () => {
  assert.deepEqual(await collect(pull.values([1, 2, 3, 4]), evens.through(), pull.map((v) => v + 1)), [3, 5])
  assert.deepEqual(await collect(pull.empty(), evens.through()), [])
})

test('every number comes out, also those that mean something between JS and the engine', async () => {
  const odd = [-1.5e-300, -2.5e-300, NaN, -0, 0, Infinity, -(2 ** 31), 2 ** 30, -1.5e-300]
  const whole = pipeline((x) => x.passthrough())
  for (const readAhead of [1, 4]) assert.deepEqual(await collect(pull.values(odd), whole.through({ readAhead })), odd)
  const sums = pipeline((x) => x.cumulate('x + y', 0))
  assert.deepEqual(await collect(pull.values([-1.5e-300, 0, 1]), sums.through()), [-1.5e-300, -1.5e-300, 1])
})

test('partial pipelines: pull(through, through) is a through', async () => {
  const both = pull(evens.through(), triple.through())
  assert.deepEqual(await collect(pull.values([1, 2]), both), [6])
})

test('nothing is read before a request, and only as much as one needs', async () => {
  const log = []
  const read = evens.through()(source([1, 2, 3, 4], log))
  assert.deepEqual(log, [])
  assert.deepEqual(await ask(read), { end: null, value: 2 })
  assert.deepEqual(log, ['ask', 'ask'])
})

test('outputs that are ready are given without reading', async () => {
  const log = []
  const read = pipeline((x) => x.stutter(3)).through()(source([7], log))
  for (let k = 0; k < 3; k++) assert.equal((await ask(read)).value, 7)
  assert.deepEqual(log, ['ask'])
})

test('an abort goes up once, with its reason', async () => {
  for (const reason of [true, new Error('stop')]) {
    const log = []
    const read = evens.through()(source([1, 2, 3, 4], log))
    await ask(read)
    assert.equal((await ask(read, reason)).end, reason)
    assert.equal((await ask(read)).end, reason)
    assert.equal((await ask(read, true)).end, true)
    assert.deepEqual(log, ['ask', 'ask', reason === true ? 'abort' : reason])
  }
})

test('an abort before the first read starts nothing', async () => {
  const log = []
  await ask(evens.through()(source([1], log)), true)
  assert.deepEqual(log, ['abort'])
})

test('an abort during a read: the read is answered first, then the abort', async () => {
  const answers = []
  const held = []
  const upstream = (abort, callback) => held.push([abort, callback])
  const read = evens.through()(upstream)
  read(null, (end) => answers.push(['read', end]))
  read(true, (end) => answers.push(['abort', end]))
  assert.equal(held.length, 2)
  held[0][1](true)
  held[1][1](true)
  assert.deepEqual(answers, [['read', true], ['abort', true]])
})

test('an error of the source arrives, after what was ready', async () => {
  const broken = new Error('broken')
  const read = pipeline((x) => x.stutter(2)).through()(source([1], [], { error: broken }))
  assert.deepEqual([await ask(read), await ask(read)].map(({ value }) => value), [1, 1])
  assert.equal((await ask(read)).end, broken)
})

test('an error of the pipeline comes after the events before it, and aborts the source with it', async () => {
  const log = []
  const read = triple.through()(source([1, 'b', 3], log))
  assert.equal((await ask(read)).value, 3)
  const { end } = await ask(read)
  assert.equal(end.code, 'E_TYPE')
  assert.deepEqual(log, ['ask', 'ask', end])
})

test('a pipeline that has said all it will aborts the source and ends', async () => {
  const log = []
  assert.deepEqual(await all(pipeline((x) => x.prefix(2)).through()(source([1, 2, 3, 4], log))), [1, 2])
  assert.deepEqual(log, ['ask', 'ask', 'abort'])
})

test('what was held back comes at the end of the source', async () => {
  assert.deepEqual(await collect(pull.values([3, 1, 2]), pipeline((x) => x.keepLast()).through()), [2])
})

test('each stream has a state of its own', async () => {
  const sums = pipeline((x) => x.sum())
  const through = sums.through()
  assert.deepEqual(await collect(pull.values([1, 2]), through), [1, 3])
  assert.deepEqual(await collect(pull.values([5]), through), [5])
  assert.deepEqual(sums.push(1), [1])
})

for (const readAhead of [1, 64]) {
  test(`a million silent or loud synchronous events need no stack (readAhead ${readAhead})`, async () => {
    const n = 1_000_000
    const silent = pipeline((x) => x.filterOn('x < 0')).through({ readAhead })
    assert.deepEqual(await collect(pull.count(n), silent), [])
    let count = 0
    await new Promise((resolve) => pull(pull.count(n), triple.through({ readAhead }), pull.drain(() => void count++, resolve)))
    assert.equal(count, n + 1)
  })

  test(`sources that answer later (readAhead ${readAhead})`, async () => {
    assert.deepEqual(await all(triple.through({ readAhead })(source([1, 2, 3], [], { later: true }))), [3, 6, 9])
  })
}

test('read-ahead reads ahead only when asked to, and gives the same', async () => {
  const values = Array.from({ length: 100 }, (_, k) => k)
  const log = []
  const read = triple.through({ readAhead: 16 })(source(values, log))
  assert.deepEqual(await all(read), values.map((v) => v * 3))
  const few = []
  const partly = triple.through({ readAhead: 16 })(source(values, few))
  for (let k = 0; k < 4; k++) await ask(partly)
  assert.ok(few.length > 4 && few.length <= 4 + 16, String(few.length))
  for (const wrong of [0, -1, 1.5, '4']) assert.throws(() => triple.through({ readAhead: wrong }), { code: 'E_TYPE' })
})

test('what came out before an event that cannot cross the border is delivered, however far it is read ahead', async () => {
  const whole = pipeline((x) => x)
  const events = [1, 2, 3n, 4]
  for (const read of [whole.through()(source(events)), whole.through({ readAhead: 64 })(source(events)), whole.source(events)]) {
    const got = [await ask(read), await ask(read), await ask(read)]
    assert.deepEqual(got.map(({ value }) => value), [1, 2, undefined])
    assert.equal(got[2].end.code, 'E_TYPE')
  }
})

test('adjacent throughs become one machine, and read no more than apart', async () => {
  const log = []
  const read = pull(source([1, 2, 3, 4], log), evens.through(), triple.through(), pipeline((x) => x.sum()).through())
  assert.equal((await ask(read)).value, 6)
  assert.deepEqual(log, ['ask', 'ask'])
  assert.deepEqual(await all(read), [18])
})

test('a through in the middle that has begun is not fused away', async () => {
  const sums = pipeline((x) => x.sum())
  const first = sums.through()(source([1, 2, 3]))
  assert.equal((await ask(first)).value, 1)
  assert.deepEqual(await all(triple.through()(first)), [9, 18])
})

test('several inputs or outputs are refused with what to use instead', () => {
  assert.throws(() => pipeline((a, b) => a.plus(b)).through(), { code: 'E_SHAPE', message: /sources\(\)/ })
})

test('sources inside the pipeline', async () => {
  const p = pipeline((x) => x.plus(x.values([10, 20])))
  assert.deepEqual(await collect(pull.values([1, 2, 3]), p.through()), [11, 22])
  assert.deepEqual(Pipeline.from(p.toJSON()).run([1, 2]), [11, 22])
})

test('reading ahead, an event behind the end does no harm; an error of the source that was heard is passed on', async () => {
  const two = Pipeline.from({ processors: [{ id: 'next', type: 'apply', fn: 'x + 1' }, { id: 'two', type: 'prefix', count: 2 }] })
  const failing = () => {
    let k = 0
    return (abort, answer) => (abort ? answer(abort) : k++ < 2 ? answer(null, k) : answer(new Error('late')))
  }
  for (const readAhead of [1, 64]) {
    assert.deepEqual(await collect(pull.values([1, 2, null, 4]), two.through({ readAhead })), [2, 3])
  }
  assert.deepEqual(await collect(two.source([1, 2, null, 4])), [2, 3])
  assert.deepEqual(await collect(failing(), two.through()), [2, 3])
  await assert.rejects(collect(failing(), two.through({ readAhead: 64 })), /late/)
})

/** A source of one event that aborts the stream when one of its members is read. */
function aborting(through, log, { v = 1 } = {}) {
  const event = {
    get v() {
      read(true, (end) => log.push(['abort answered', end]))
      return v
    },
  }
  const read = through((abort, callback) => {
    log.push(abort ? 'abort' : 'ask')
    callback(abort, event)
  })
  return read
}

test('an event, or a function of the pipeline, may abort its own stream', () => {
  const functions = [
    (x) => x.apply('x.v'), (x) => x.filterOn('x.v > 0'), (x) => x.apply('"" + x'), (x) => x.apply('x == { v: 1 }'), (x) => x.map(({ v }) => v),
  ]
  for (const f of functions) {
    for (const readAhead of [1, 3]) {
      const log = []
      aborting(pipeline(f).through({ readAhead }), log)(null, (end) => log.push(['answered', end]))
      assert.deepEqual(log.slice(-3), ['abort', ['answered', true], ['abort answered', true]], `${f}, ${readAhead}`)
      assert.equal(log.filter((entry) => entry === 'abort').length, 1)
    }
  }
})

test('a callback that throws does not stop the stream, however its source answers', async () => {
  for (const later of [false, true]) {
    for (const processor of [(x) => x.apply('x + 0'), (x) => x.map((v) => v)]) {
      const answers = []
      const caught = (act) => {
        try {
          act()
        } catch (error) {
          answers.push(error.message)
        }
      }
      const from = source([1, 2, 3])
      const read = pipeline(processor).through()((abort, callback) => {
        from(abort, (end, value) => (later ? setImmediate(caught, () => callback(end, value)) : callback(end, value)))
      })
      caught(() => read(null, () => {
        throw new Error('not today')
      }))
      await new Promise(setImmediate)
      for (let k = 0; k < 2; k++) answers.push((await ask(read)).value)
      assert.deepEqual(answers, ['not today', 2, 3])
    }
  }
})

test('a source that throws on its first request may be asked again', async () => {
  for (const readAhead of [1, 4]) {
    let isFirst = true
    const from = source([1, 2])
    const read = triple.through({ readAhead })((abort, callback) => {
      if (isFirst) {
        isFirst = false
        throw new Error('not yet')
      }
      from(abort, callback)
    })
    assert.throws(() => read(null, () => {}), /not yet/)
    assert.deepEqual(await all(read), [3, 6])
  }
})

test('a pipeline that was freed before the first event is an error of the stream', async () => {
  for (const values of [[1], [{ v: 1 }], []]) {
    const log = []
    const p = pipeline((x) => x.passthrough())
    const read = p.through()(source(values, log))
    p.free()
    assert.equal((await ask(read)).end.code, 'E_FAILED')
    assert.deepEqual(log.map((entry) => entry.code ?? entry), values.length > 0 ? ['ask', 'E_FAILED'] : ['ask'])
  }
})

test('sinks that ask again in their callback need no stack, also where many events come of one', () => {
  for (const readAhead of [1, 16]) {
    const read = pipeline((x) => x.stutter(20_000)).through({ readAhead })(source([1, 2]))
    let count = 0
    read(null, function again(end) {
      if (end) return
      count++
      read(null, again)
    })
    assert.equal(count, 40_000)
  }
})

test('an abort is answered when the source has answered, also where it had been aborted before', () => {
  const log = []
  let answer
  const read = pipeline((x) => x.prefix(1)).through()((abort, callback) => {
    if (!abort) return callback(null, 7)
    log.push('aborted')
    answer = callback
  })
  read(null, (end, value) => log.push(value))
  read(null, (end) => log.push(['request', end]))
  read(true, (end) => log.push(['abort', end]))
  read(true, (end) => log.push(['another', end]))
  assert.deepEqual(log, [7, 'aborted'])
  answer(true)
  assert.deepEqual(log.slice(2), [['request', true], ['abort', true], ['another', true]])
})
