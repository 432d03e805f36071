// Clean modules, each spoilt in one way: the tester names exactly the rules that are broken, no more and no less.
import { test } from 'node:test'
import assert from 'node:assert/strict'
import { testModule } from 'watertight'
import { combiners, duplexes, identity, inSequence, sinks, sources, throughs } from './mutants.mjs'

const broken = ({ rules }) => Object.entries(rules).filter(([, count]) => count > 0).map(([id]) => id)

// A recursive sink is no subject of the stack test here: these sinks are spoilt in other ways.
const groups = [
  ['through', throughs, {}],
  ['sink', sinks, { stack: false }],
  ['source', sources, { stack: false }],
  ['multi', combiners, {}],
  ['duplex', duplexes, { stack: false }],
]
for (const [kind, mutants, options] of groups) {
  for (const [name, [create, expected]] of Object.entries(mutants)) {
    test(`${kind}: ${name} breaks ${expected.join(', ')}`, async () => {
      const report = await testModule({ name, kind, create }, options)
      assert.deepEqual(broken(report), expected)
      assert.equal(report.verdict, 'VIOLATED')
      for (const rule of expected) {
        const found = report.first.find((one) => one.rule === rule)
        assert.ok(found.message && found.statement && (found.trace.length > 0 || rule === 'PS-S'), `${rule} is explained`)
      }
    })
  }
}

test('a mutant that fails on re-entrant calls alone fails with synchronous sinks alone', async () => {
  const name = 'is busy until its answer is back, and deaf to an ask made inside of it'
  const { matrix, violating } = await testModule({ name, kind: 'through', create: throughs[name][0] })
  assert.ok(violating > 0)
  assert.deepEqual(matrix.filter(({ scenario }) => scenario.includes('b')), [])
})

test('the unspoilt combiner breaks nothing, with one, two or three sources', async () => {
  const report = await testModule({ name: 'in sequence', kind: 'multi', create: inSequence(), sources: [1, 2, 3] })
  assert.deepEqual([broken(report), report.verdict, report.scenarios], [[], 'HOLDS', 3 * 576])
})

test('the unspoilt identity breaks nothing', async () => {
  const report = await testModule({ name: 'identity', kind: 'through', create: identity })
  assert.deepEqual(broken(report), [])
  assert.equal(report.verdict, 'HOLDS')
  assert.equal(report.scenarios, 576)
})

test('the shortest trace of each mutant can be called up again', async () => {
  for (const [name, [create, expected]] of Object.entries(throughs)) {
    const module = { name, kind: 'through', create }
    const { first } = await testModule(module, { stack: false })
    for (const found of first) {
      const again = await testModule(module, { replay: found.replay })
      assert.ok(again.rules[found.rule] === 1, `${name}: ${found.replay} shows ${found.rule} again`)
      assert.deepEqual(again.first.find((one) => one.code === found.code).trace, found.trace)
    }
    assert.ok(expected.includes('PS-S') || first.length > 0)
  }
})
