// What is known of pull-stream's core and of the community's packages comes out of the tester.
import { test } from 'node:test'
import assert from 'node:assert/strict'
import pull from 'pull-stream'
import older from 'pull-stream-3.6.1'
import { testModule } from 'watertight'
import { clean, core, coreOf, take, violating } from './packages.mjs'

const broken = ({ rules }) => Object.entries(rules).filter(([, count]) => count > 0).map(([id]) => id)
const six = /^PS-\d$/
const SCENARIOS = { through: 576, duplex: 576, multi: 576, source: 144, sink: 16 }

for (const schedules of ['paper', 'all']) {
  for (const module of core) {
    test(`${module.name} of the core keeps every rule (${schedules})`, async () => {
      const report = await testModule(module, { schedules })
      assert.deepEqual(broken(report), [])
      assert.equal(report.verdict, 'HOLDS')
      assert.equal(report.scenarios, SCENARIOS[module.kind])
      assert.equal(report.violating, 0)
      assert.deepEqual(report.notes, [])
    })
  }

  for (const [name, count] of [['take(1)', 24], ['take(2)', 16], ['take(fn, last)', 16]]) {
    test(`${name} aborts twice in ${count} of 576 scenarios (${schedules})`, async () => {
      const report = await testModule(take[name], { schedules })
      assert.equal(report.scenarios, 576)
      assert.equal(report.violating, count)
      assert.deepEqual(broken(report), ['PS-1'])
      assert.equal(report.rules['PS-1'], count)
      assert.deepEqual(report.first.map(({ code }) => code), ['abort-after-abort'])
      // Upstream, with an asynchronous source and a sink that does not wait.
      assert.ok(report.matrix.every(({ scenario }) => /a/.test(scenario) && !/w/.test(scenario)))
      assert.equal(report.first[0].port, 'TI')
    })
  }
}

for (const module of coreOf(older)) {
  test(`${module.name} of pull-stream 3.6.1 keeps the six invariants`, async () => {
    const report = await testModule(module, { schedules: 'paper' })
    assert.deepEqual(broken(report).filter((id) => six.test(id)), [])
  })
}

for (const [name, create, count] of [['take(1)', () => older.take(1), 24], ['take(2)', () => older.take(2), 16]]) {
  test(`${name} of pull-stream 3.6.1 does the same, and hides the error of the abort`, async () => {
    const report = await testModule({ name, kind: 'through', create }, { schedules: 'paper' })
    assert.equal(report.rules['PS-1'], count)
    assert.deepEqual(report.first.map(({ code }) => code), ['abort-after-abort', 'abort-error-lost'])
  })
}

test('take shows the double abort of the paper', async () => {
  const { first: [found] } = await testModule(take['take(1)'])
  assert.deepEqual(found.trace.map(({ text }) => text), [
    'DI: ask[x1]', 'TI: ask[x1]', 'UO: x1 := 1', 'TO: x1 := 1', 'DI: ask[x2]', 'TI: abort[x2]', 'DI: abort[x3]', 'TI: abort[x3]',
  ])
})

test('a drain that is aborted by its own op aborts twice, in 8 of 16 scenarios', async () => {
  const create = (done) => {
    const sink = pull.drain((x) => {
      if (x === 2) sink.abort()
    }, done)
    return sink
  }
  const report = await testModule({ name: 'drain', kind: 'sink', create }, { schedules: 'paper' })
  assert.equal(report.scenarios, 16)
  assert.equal(report.violating, 8)
  assert.deepEqual(broken(report), ['PS-1'])
})

for (const module of clean) {
  test(`${module.name} keeps the six invariants`, async () => {
    const report = await testModule(module, { schedules: 'paper' })
    assert.deepEqual(broken(report).filter((id) => six.test(id)), [])
    assert.equal(report.scenarios, SCENARIOS[module.kind])
  })
}

for (const [module, rules] of violating) {
  test(`${module.name} breaks ${rules.join(', ')}`, async () => {
    const report = await testModule(module, { schedules: 'paper' })
    const found = broken(report)
    for (const rule of rules) assert.ok(found.includes(rule), `${rule} among ${found}`)
  })
}

test('pull-paramap violates rules in 104 of 576 scenarios, in more when all orders are tried', async () => {
  const [[paramap]] = violating.filter(([{ name }]) => name === 'pull-paramap')
  const paper = await testModule(paramap, { schedules: 'paper' })
  assert.equal(paper.violating, 104)
  assert.deepEqual(broken(paper), ['PS-1', 'PS-4', 'PS-V'])
  const all = await testModule(paramap, { schedules: 'all', stack: false })
  assert.ok(all.violating > paper.violating)
  assert.equal(all.verdict, 'VIOLATED')
})

test('pull-cat asks the next source after it aborted it', async () => {
  const [[cat]] = violating.filter(([{ name }]) => name === 'pull-cat')
  const { first } = await testModule(cat, { schedules: 'paper' })
  const found = first.find(({ code }) => code === 'ask-after-abort')
  assert.match(found.port, /^TI2$/)
})
