// docs/differences-from-beepbeep.md names every known difference and every case of the oracle it touches.
import { test } from 'node:test'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Pipeline } from 'watertight'
import { root } from '../support/root.mjs'
import { knownDifferences, differenceOf } from '../oracle/beepbeep/differences.mjs'
import { judge } from '../oracle/beepbeep/judge.mjs'
import { pipeline } from '../oracle/beepbeep/processors.mjs'
import { event } from '../oracle/beepbeep/values.mjs'
import { show } from './show.mjs'

const text = readFileSync(join(root, 'docs/differences-from-beepbeep.md'), 'utf8')
const json = JSON.parse(readFileSync(join(root, 'tests/oracle/data/engine.json'), 'utf8'))
const cases = Array.isArray(json) ? json : json.cases
const names = new Set(cases.map(({ name }) => name))
const told = [...text.matchAll(/`([A-Za-z0-9_+*()]+)`/g)].map(([, name]) => name)

test('every known difference is told of', () => {
  const words = text.toLowerCase().replaceAll(/\s+/g, ' ')
  for (const { name } of knownDifferences) assert.ok(words.includes(name.toLowerCase()), name)
})

test('the cases of each difference are named under it', () => {
  for (const oracleCase of cases) {
    const { verdict } = judge(oracleCase)
    if (verdict === 'skipped' || differenceOf(oracleCase)) assert.ok(told.includes(oracleCase.name), oracleCase.name)
    // Only what is said to come out otherwise does.
    const otherwise = [...text.matchAll(/^Comes out otherwise: `(\w+)`/gm)].map(([, name]) => name)
    assert.equal(verdict === 'skipped', otherwise.includes(oracleCase.name), oracleCase.name)
  }
})

test('the cases in which BeepBeep loses its state are named', () => {
  const lost = cases.filter((c) => c.reset_replays_identically === false || c.dup_with_state_continues === false
    || c.dup_with_state_error || c.dup_fresh_is_fresh === false || c.dup_fresh_error)
  assert.ok(lost.length > 40)
  assert.deepEqual(lost.map(({ name }) => name).filter((name) => !told.includes(name)), [])
})

test('no case is named that the oracle does not have', () => {
  const alike = told.filter((name) => /_/.test(name) && !/^E_|^eot_count$/.test(name))
  assert.deepEqual(alike.filter((name) => !names.has(name)), [])
})

test('every case replays after a reset and carries on in a duplicate', () => {
  let tried = 0
  for (const oracleCase of cases) {
    if (oracleCase.construct_error || oracleCase.mode === 'pull') continue
    const spec = pipeline(oracleCase.pipeline, 'nodes' in oracleCase.pipeline ? undefined : oracleCase.inputs.length)
    const fronts = Math.max(0, ...oracleCase.inputs.map((events) => events.length))
    const feed = (machine, from, to) => {
      const out = []
      for (let k = from; k < to; k++) {
        oracleCase.inputs.forEach((events, input) => {
          if (k < events.length) out.push(machine.pushTo(input, event(events[k])))
        })
      }
      return out
    }
    const machine = Pipeline.from(spec)
    let whole
    try {
      whole = show([feed(machine, 0, fronts), machine.end()])
    } catch {
      // A case about an error: there is nothing to replay.
      continue
    }
    assert.equal(show([feed(machine.reset(), 0, fronts), machine.end()]), whole, `${oracleCase.name} after a reset`)
    const cut = Math.floor(fronts / 2)
    const original = machine.reset()
    const before = feed(original, 0, cut)
    const copy = original.duplicate()
    const rest = (p) => show([[...before, ...feed(p, cut, fronts)], p.end()])
    assert.equal(rest(copy), whole, `${oracleCase.name} in a duplicate`)
    assert.equal(rest(original), whole, `${oracleCase.name} after it was duplicated`)
    const fresh = machine.fresh()
    assert.equal(show([feed(fresh, 0, fronts), fresh.end()]), whole, `${oracleCase.name} in a fresh copy`)
    tried++
  }
  assert.ok(tried > 150)
})
