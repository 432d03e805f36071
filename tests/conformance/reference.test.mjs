// The reference modules keep their own rules, misbehave only when told to, and understand the community's positions.
import { test } from 'node:test'
import assert from 'node:assert/strict'
import pull from 'pull-stream'
import { checker, reference, testModule } from 'watertight'

const broken = ({ rules }) => Object.entries(rules).filter(([, count]) => count > 0).map(([id]) => id)
const failure = new Error('on purpose')

for (const sync of [true, false]) {
  for (const done of [true, failure]) {
    test(`source({ sync: ${sync}, done: ${done === true ? 'true' : 'an error'} }) keeps every rule`, async () => {
      const report = await testModule({ kind: 'source', create: (n) => reference.source({ n, done, sync }) })
      assert.deepEqual(broken(report), [])
    })
  }
}

for (const settings of [{}, { index: 1 }, { index: 2 }, { index: 3, abort: failure }, { f: (x) => -x }]) {
  test(`through(${Object.keys(settings).map((key) => `${key}: ${settings[key]}`).join(', ')}) keeps every rule in all orders`, async () => {
    const report = await testModule({ kind: 'through', create: () => reference.through(settings) })
    assert.deepEqual(broken(report), [])
  })
}

for (let r = 0; r <= 4; r++) {
  for (const sync of [true, false]) {
    for (const wait of [true, false]) {
      test(`sink({ r: ${r}, sync: ${sync}, wait: ${wait} }) keeps every rule of requests`, async () => {
        const report = await testModule({ kind: 'sink', create: (done) => reference.sink({ r, sync, wait, done }) })
        // It ends by itself; what became of the stream it does not tell.
        assert.deepEqual(broken(report).filter((id) => id !== 'PS-EL'), [])
      })
    }
  }
}

test('a synchronous stream of 100 000 items needs no stack', () => {
  let count = 0
  let isDone = false
  pull(
    reference.source(100_000),
    reference.through(Infinity, true, true, (x) => {
      count++
      return x
    }),
    reference.sink({ done: () => (isDone = true) }),
  )
  assert.equal(count, 100_000)
  assert.equal(isDone, true)
})

test('sink(0) aborts at once', () => {
  const probe = checker({ eager: false })
  pull(reference.source(3), probe, reference.sink(0))
  const { verdict, requests } = probe.report()
  assert.equal(verdict, 'HOLDS')
  assert.equal(requests, 1)
})

const requests = (sink, source = reference.source(5)) => {
  const seen = []
  pull(source, (read) => (abort, cb) => {
    seen.push(`${abort ? 'abort' : 'ask'}${cb ? '' : ' without callback'}`)
    read(abort, cb)
  }, sink)
  return seen
}

test('the positions of the community package', () => {
  assert.deepEqual(requests(reference.sink(2)), ['ask', 'ask', 'abort'])
  assert.deepEqual(requests(reference.sink(3, 2)), ['ask', 'ask', 'abort', 'abort'])
  assert.deepEqual(requests(reference.sink(2, 2, true, false)), ['ask', 'ask', 'abort without callback'])
  assert.deepEqual(requests(reference.sink(1, 1, true, true, true, true), reference.source(0)), ['ask', 'abort'])
  assert.deepEqual(requests(reference.sink(1, 1, true, true, true, false), reference.source(0)), ['ask'])
})

test('misbehaviours are there when asked for, and are noticed', async () => {
  const report = await testModule({ kind: 'through', create: () => reference.through({ index: 2, answer: false }) })
  assert.ok(broken(report).includes('PS-N'))
  const probe = checker({ eager: false })
  pull(reference.source(2), probe, reference.sink({ r: 5, index: 2 }))
  assert.deepEqual([...new Set(probe.report().violations.map(({ code }) => code))], ['abort-after-end'])
})

test('a wrong setting is refused by name', () => {
  assert.throws(() => reference.source(-1), { code: 'E_TYPE', path: 'n' })
  assert.throws(() => reference.sink({ r: 1, index: 2 }), { code: 'E_TYPE', path: 'index' })
  assert.throws(() => reference.through({ abort: 'no' }), { code: 'E_TYPE', path: 'abort' })
  assert.throws(() => reference.source({ m: 1 }), { code: 'E_TYPE', path: 'm' })
})
