// The reference modules against their specifications: what runs is allowed, what is allowed runs, and nothing else is.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as watertight from 'watertight'
import { BOTH, FAILURE, combinations, event, everyOrder, recorded, sink, source, through } from './modules.mjs'

const { protocol } = watertight
/** The sink right behind the source: "all '' should be removed" (section 6). */
const DIRECT = { ports: { DI: 'TI', TO: 'UO' }, stage: 0 }
/** A source that echoes, a transformer and a sink. */
const PIPELINES = { n: [0, 1, 2], err: BOTH, r: [0, 1, 2], fail: BOTH, asks: [0, 1, 2, 3], stop: BOTH, w: BOTH }
const now = (task) => task()
const text = (events) => events.join('; ')
const allowedBy = (parts, more) => new Set(protocol.histories(parts, { bound: 60, ...more }).map(({ events, complete }) => {
  assert.ok(complete)
  return text(events)
}))

/** The texts of the runs that `play(later, steps)` makes in every order; each must be allowed as it was recorded. */
function runsOf(play, parts) {
  const runs = []
  everyOrder((later) => {
    const steps = []
    runs.push(steps)
    play(later, steps)
  })
  const different = new Map(runs.map((steps) => [text(steps.map((step) => event(step))), steps]))
  for (const [ran, steps] of different) {
    const verdict = protocol.allows(parts, undefined, steps)
    assert.ok(verdict.allowed, `${JSON.stringify(parts.map((p) => p.parameters))}: ${ran}\n${JSON.stringify(verdict)}`)
  }
  return new Set(different.keys())
}

/** Both sets are the same, told by their first difference. */
function assertSame(ran, allowed, parts) {
  const where = JSON.stringify(parts.map((p) => p.parameters))
  for (const one of allowed) assert.ok(ran.has(one), `${where}: allowed, but never runs: ${one}`)
  for (const one of ran) assert.ok(allowed.has(one), `${where}: runs, but is not allowed: ${one}`)
}

test('source and sink: every run is allowed and every allowed history runs', () => {
  let compared = 0
  const settings = { n: [0, 1, 2, 3], err: BOTH, echo: BOTH, r: [0, 1, 2, 3, 4], fail: BOTH, w: BOTH }
  for (const { n, err, echo, r, fail, w } of combinations(settings)) {
    const ends = [{ n, err, echo }, { r, err: fail, w }]
    const parts = [{ spec: 'source', parameters: ends[0] }, { spec: 'sink', parameters: ends[1], ...DIRECT }]
    const ran = runsOf((later, steps) => {
      sink(ends[1], later)(recorded(source(ends[0], later), ['TI', 'UO'], steps))
    }, parts)
    const allowed = allowedBy(parts)
    assertSame(ran, allowed, parts)
    compared += allowed.size
  }
  assert.ok(compared > 320, `${compared} histories compared`)
})

test('source, transformer and sink: the same on both interfaces together', () => {
  let compared = 0
  const settings = { n: [0, 1, 2], err: BOTH, echo: BOTH, r: [0, 1, 2], fail: BOTH, asks: [0, 1, 2], stop: BOTH, w: BOTH }
  for (const { n, err, echo, r, fail, asks, stop, w } of combinations(settings)) {
    const all = [{ n, err, echo }, { r, err: fail }, { r: asks, err: stop, w }]
    const parts = ['source', 'transformer', 'sink'].map((spec, k) => ({ spec, parameters: all[k] }))
    const ran = runsOf((later, steps) => {
      const upper = recorded(source(all[0], later), ['TI', 'UO'], steps)
      sink(all[2], later)(recorded(through(all[1], later)(upper), ['DI', 'TO'], steps))
    }, parts)
    const allowed = allowedBy(parts)
    assertSame(ran, allowed, parts)
    compared += allowed.size
  }
  assert.ok(compared > 576, `${compared} histories compared`)
})

test('a module that reacts at once runs the prompt histories', () => {
  for (const { n, err, r, fail, asks, stop, w } of combinations(PIPELINES)) {
    const all = [{ n, err, echo: true }, { r, err: fail }, { r: asks, err: stop, w }]
    const parts = ['source', 'transformer', 'sink'].map((spec, k) => ({ spec, parameters: all[k] }))
    const ran = runsOf((later, steps) => {
      const upper = recorded(source(all[0], later), ['TI', 'UO'], steps)
      sink(all[2], later)(recorded(through(all[1], now)(upper), ['DI', 'TO'], steps))
    }, parts)
    assertSame(ran, allowedBy(parts, { prompt: ['TI', 'TO'] }), parts)
  }
})

test('a history with one event changed is refused, unless that is another allowed one', () => {
  let refused = 0
  for (const { n, r, w } of combinations({ n: [0, 1, 2], r: [0, 1, 2, 3], w: BOTH })) {
    const parts = [
      { spec: 'source', parameters: { n, err: false, echo: true } },
      { spec: 'transformer', parameters: { r: 2, err: false } },
      { spec: 'sink', parameters: { r, err: false, w } },
    ]
    const allowed = allowedBy(parts)
    for (const history of [...allowed].slice(0, 4)) {
      const events = history.split('; ')
      const mutants = events.flatMap((one, k) => [
        events.toSpliced(k, 1), // dropped
        events.toSpliced(k, 0, one), // twice
        events.toSpliced(k, 2, ...events.slice(k, k + 2).reverse()), // before its neighbour
        events.toSpliced(k, 1, one.replace(/\[\d\]/g, '[4]')), // of another index
      ])
      const ends = events.filter((one) => one.startsWith('DI')).length
      mutants.push([...events, `DI: abort[x'[${ends + 1}]]`], [...events, `TI: abort[x[${ends + 1}]]`])
      for (const mutant of mutants) {
        const verdict = protocol.allows(parts, undefined, mutant)
        assert.equal(verdict.allowed, allowed.has(text(mutant)), text(mutant))
        if (!verdict.allowed) {
          refused++
          assert.ok(verdict.at <= mutant.length)
          assert.ok(protocol.allows(parts, undefined, mutant.slice(0, verdict.at), { prefix: true }).allowed)
        }
      }
    }
  }
  assert.ok(refused > 1000, `${refused} mutants refused`)
})

test('each interface of the pipeline alone follows the protocol', () => {
  const parts = ['source', 'transformer', 'sink'].map((spec) => ({ spec, parameters: {
    source: { n: 2, err: true, echo: true }, transformer: { r: 1, err: false }, sink: { r: 2, err: true, w: false },
  }[spec] }))
  const sides = [{ spec: 'protocol', ports: { I: 'TI', O: 'UO' } }, { spec: 'protocol', ports: { I: 'DI', O: 'TO' }, stage: 1 }]
  for (const history of allowedBy(parts)) {
    for (const side of sides) {
      const verdict = protocol.allows(side, undefined, history.split('; '), { project: true })
      assert.ok(verdict.allowed, `${history}\n${JSON.stringify(verdict)}`)
    }
  }
})

test('figures 12 and 14 to the letter allow what the protocol does not', () => {
  const sinkPart = { spec: 'sink', parameters: { r: 1, err: false, w: false } }
  const twelve = allowedBy([{ spec: 'source-figure-12', parameters: { n: 1, err: false } }, { ...sinkPart, ...DIRECT }])
  assert.ok(twelve.has('TI: ask[x[1]]; TI: abort[x[2]]; UO: x[2] := done; UO: x[1] := v[1]'))
  const fourteen = allowedBy([
    { spec: 'source', parameters: { n: 1, err: false, echo: false } },
    { spec: 'transformer-figure-14', parameters: { r: 0, err: false } },
    sinkPart,
  ])
  assert.ok([...fourteen].some((history) => history.match(/TI: abort/g)?.length === 2))
})

const { reference } = watertight

/**
 * Runs of the package's modules for every way of being synchronous. They wait by setImmediate, which keeps the order of
 * its tasks: the scheduler stands in for it and keeps the order of each module's.
 */
function referenceRuns(parts, play) {
  const real = globalThis.setImmediate
  const ran = new Set()
  let owner = 'sink'
  const as = (who, act) => {
    const before = owner
    owner = who
    act()
    owner = before
  }
  const owned = (read) => (abort, callback) => as('source', () => read(abort, (...answer) => as('sink', () => callback(...answer))))
  try {
    for (const flags of combinations({ upper: BOTH, lower: BOTH })) {
      const runs = runsOf((later, steps) => {
        globalThis.setImmediate = (task) => {
          const who = owner
          later(() => as(who, task), who)
        }
        play(flags, (read, ports) => owned(recorded(read, ports, steps)))
      }, parts)
      for (const one of runs) ran.add(one)
    }
  } finally {
    globalThis.setImmediate = real
  }
  return ran
}

test('reference.source and reference.sink of the package', { skip: !reference && 'the package has no reference modules' }, () => {
  for (const { n, err, r, fail, w } of combinations({ n: [0, 1, 2, 3], err: BOTH, r: [0, 1, 2, 3, 4], fail: BOTH, w: BOTH })) {
    const parts = [
      { spec: 'source', parameters: { n, err, echo: true } },
      { spec: 'sink', parameters: { r, err: fail, w }, ...DIRECT },
    ]
    const ran = referenceRuns(parts, ({ upper, lower }, watched) => {
      const read = watched(reference.source({ n, done: err ? FAILURE : true, sync: upper }), ['TI', 'UO'])
      reference.sink({ r, abort: fail ? FAILURE : true, wait: w, sync: lower })(read)
    })
    assertSame(ran, allowedBy(parts), parts)
  }
})

test('reference.through of the package', { skip: !reference && 'the package has no reference modules' }, () => {
  for (const { n, err, r, fail, asks, stop, w } of combinations(PIPELINES)) {
    const parts = [
      { spec: 'source', parameters: { n, err, echo: true } },
      { spec: 'transformer', parameters: { r, err: fail } },
      { spec: 'sink', parameters: { r: asks, err: stop, w } },
    ]
    const ran = referenceRuns(parts, ({ upper, lower }, watched) => {
      const read = watched(reference.source({ n, done: err ? FAILURE : true, sync: upper }), ['TI', 'UO'])
      const middle = reference.through({ index: r + 1, abort: fail ? FAILURE : true })(read)
      reference.sink({ r: asks, abort: stop ? FAILURE : true, wait: w, sync: lower })(watched(middle, ['DI', 'TO']))
    })
    assertSame(ran, allowedBy(parts, { prompt: ['TI', 'TO'] }), parts)
  }
})
