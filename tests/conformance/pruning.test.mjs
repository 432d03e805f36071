// Orders that look the same to a module are run once: nothing is missed by that, and what is left out is counted.
import { test } from 'node:test'
import assert from 'node:assert/strict'
import fc from 'fast-check'
import * as streaming from 'streaming-iterables'
import * as ix from 'ix/asynciterable'
import { formatReport, pipeline, testAsyncIterable, testModule, testWebStream } from 'watertight'
import { watertight } from '../cli/cli.mjs'
import { root } from '../support/root.mjs'
import { clean, core, take, violating } from './packages.mjs'
import { combiners, duplexes, sinks, sources, throughs } from './mutants.mjs'
import { randomIterable, randomThrough } from './random-modules.mjs'

/** Tests with and without pruning: the same rules in the same scenarios, and every order run or counted. */
async function compare(run) {
  const some = await run({ stack: false })
  const all = await run({ stack: false, prune: false })
  // A random module may have more orders than anybody can try.
  fc.pre(![...some.notes, ...all.notes].some((note) => /not all orders/.test(note)))
  assert.equal(all.pruned, 0)
  assert.deepEqual(some.matrix, all.matrix)
  assert.equal(some.schedules + some.pruned, all.schedules)
  return { run: some.schedules, leftOut: some.pruned }
}

const adapters = [...core, ...Object.values(take), ...clean, ...violating.map(([module]) => module)]
for (const [kind, mutants] of Object.entries({ through: throughs, sink: sinks, source: sources, multi: combiners, duplex: duplexes })) {
  for (const [name, [create]] of Object.entries(mutants)) adapters.push({ name: `the mutant '${name}'`, kind, create })
}
adapters.push({ name: 'our through', kind: 'through', create: () => pipeline((x) => x.decimate(2)).through() })

for (const module of adapters) {
  test(`${module.name}: the same is found with fewer orders`, () => compare((options) => testModule(module, options)))
}

test('a through that hands on what it is given: half of its orders look the same to it', async () => {
  const { run, leftOut } = await compare((options) => testModule((read) => (abort, cb) => read(abort, cb), options))
  assert.ok(leftOut > run, `${run} run, ${leftOut} left out`)
})

const inAsyncScenarios = ({ matrix }) => matrix.some(({ scenario }) => /^n\d+r\d+[wxy]*ab?$/.test(scenario))

test('a through that is wrong only when it is answered at once is found out, although its source is asynchronous', async () => {
  const hasty = () => (read) => (abort, cb) => {
    let isBack = false
    read(abort, (end, value) => {
      cb(end, value)
      if (!isBack) cb(end, value)
    })
    isBack = true
  }
  await compare((options) => testModule({ kind: 'through', create: hasty }, options))
  assert.ok(inAsyncScenarios(await testModule({ kind: 'through', create: hasty })))
})

const two = { sources: 2 }
const iterables = {
  'a generator': [async function* (source) {
    for await (const x of source) yield x
  }],
  'ix zip': [(list) => ix.zip(...list), two],
  'streaming-iterables merge': [(list) => streaming.merge(...list), two],
  'streaming-iterables parallelMap': [(source) => streaming.parallelMap(2, async (x) => x, source)],
  'a sink': [async (source) => {
    for await (const x of source) if (x === 2) return x
  }, { kind: 'sink' }],
}
for (const [name, [make, more]] of Object.entries(iterables)) {
  test(`${name} as an async iterable: the same is found with fewer orders`, () => compare((options) => testAsyncIterable(make, { maxN: 2, ...options, ...more })))
}

test('a generator cannot tell whether its source answered at once', async () => {
  const { run, leftOut } = await compare((options) => testAsyncIterable(iterables['a generator'][0], options))
  assert.ok(leftOut > run, `${run} run, ${leftOut} left out`)
})

test('an async iterable that is wrong only when it is answered at once is found out, although its source is asynchronous', async () => {
  const hasty = async function* (source) {
    const iterator = source[Symbol.asyncIterator]()
    for (;;) {
      const asked = iterator.next()
      const first = await Promise.race([asked, Promise.resolve('late')])
      const { done, value } = await asked
      if (done) return
      // Leaves its source open.
      if (first !== 'late') return
      try {
        yield value
      } catch (error) {
        await iterator.return()
        throw error
      }
    }
  }
  await compare((options) => testAsyncIterable(hasty, { maxN: 1, ...options }))
  assert.ok(inAsyncScenarios(await testAsyncIterable(hasty, { maxN: 1 })))
})

test('a Web Stream: the same is found', () => compare((options) => testWebStream(() => new TransformStream(), { maxN: 1, ...options })))

test('random throughs: the same is found with fewer orders', async () => {
  let leftOut = 0
  await fc.assert(fc.asyncProperty(randomThrough, async (create) => {
    leftOut += (await compare((options) => testModule({ kind: 'through', create }, { maxN: 1, ...options }))).leftOut
  }), { numRuns: 150 })
  assert.ok(leftOut > 0)
})

test('random async iterables: the same is found with fewer orders', async () => {
  let leftOut = 0
  await fc.assert(fc.asyncProperty(randomIterable, async (make) => {
    leftOut += (await compare((options) => testAsyncIterable(make, { maxN: 1, ...options }))).leftOut
  }), { numRuns: 100 })
  assert.ok(leftOut > 0)
})

test('what waits for the real world is not pruned', async () => {
  const { readFile } = await import('node:fs')
  const slow = () => (read) => (abort, cb) => readFile(import.meta.filename, () => read(abort, cb))
  const report = await testModule({ kind: 'through', create: slow }, { maxN: 0, stack: false })
  assert.equal(report.pruned, 0)
})

test('the report says how many were left out', async () => {
  const report = await testModule((read) => (abort, cb) => read(abort, cb))
  assert.match(formatReport(report), new RegExp(`${report.schedules} orders \\(${report.pruned} equivalent ones left out\\)`))
})

test('watertight test --no-prune runs them all', async () => {
  const run = async (...args) => JSON.parse((await watertight(['test', './identity.cjs', '--reporter', 'json', ...args], { cwd: `${root}/tests/conformance/modules` })).stdout)
  const [some, all] = [await run(), await run('--no-prune')]
  assert.ok(some.pruned > 0)
  assert.deepEqual([all.pruned, all.schedules], [0, some.schedules + some.pruned])
})
