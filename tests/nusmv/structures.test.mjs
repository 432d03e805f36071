// Structures given as SMV: the built-in checker on what it read, and NuSMV on the file itself, say the same.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toSmv, verify } from 'watertight'
import { missing, nusmv, nusmvSays, propertyNames } from '../support/nusmv.mjs'
import { counting, structure } from '../verify/structures.mjs'
import { random } from './random-pipelines.mjs'
import { randomCtl, randomStructure } from './random-structures.mjs'

const RANDOM = 250
const watcher = { inputs: ['p'], processors: [{ id: 'seen', type: 'passthrough', from: 'p' }] }
/** Names of symbols go between quotes with us. */
const ours = (formula) => formula.replace(/\b(red|green)\b/g, "'$1'")

test('a monitor over a structure, joined and printed for NuSMV', { skip: missing }, async () => {
  for (const k of [1, 2, 3]) {
    for (const right of [true, false]) {
      const options = { system: structure(k, right), domain: 4 }
      const { results: [{ verdict }] } = await verify(counting(k), options)
      assert.equal(verdict, right ? 'PROVED' : 'VIOLATED')
      const model = toSmv(counting(k), options)
      const answer = await nusmv(model, propertyNames(model), { options: ['-dynamic'], total: true })
      assert.deepEqual([answer.verdicts, answer.total], [[right], true])
    }
  }
})

test(`${RANDOM} random structures, three formulas each`, { skip: missing }, async () => {
  const seen = { compared: 0, stops: 0, empty: 0, holds: 0 }
  for (let seed = 0; seed < RANDOM; seed++) {
    const r = random(3000 + seed)
    const { text, atoms } = randomStructure(r)
    const formulas = [randomCtl(r, atoms), randomCtl(r, atoms), randomCtl(r, atoms, 1)]
    const told = () => `seed ${seed}:\n${text}${formulas.join('\n')}`
    const names = formulas.map((_, k) => `f${k}`)
    const model = `${text}${formulas.map((formula, k) => `CTLSPEC NAME f${k} := ${formula};\n`).join('')}`
    const says = await nusmvSays(model, ['go', 'check_fsm', 'check_property'])
    const stops = /is not deadlock-free/.test(says)
    const empty = /(?:initial|fair) states set.*is empty/i.test(says)
    const mine = await verify(watcher, { system: text, ctl: formulas.map(ours) }).catch((error) => error)
    if (empty || stops) {
      seen[stops ? 'stops' : 'empty']++
      assert.equal(mine.code, 'E_SHAPE', told())
      const why = stops ? /the structure stops where .*every state needs a next one/ : /everything would hold vacuously/
      assert.match(mine.message, why, told())
      continue
    }
    assert.ok(mine.results, `${mine.message}, ${told()}\n${says}`)
    // Not with -coi: it leaves out conditions on variables that are outside the cone but tied to those inside.
    const answer = await nusmv(model, names, { options: ['-dynamic'] })
    assert.deepEqual(mine.results.map(({ verdict }) => verdict === 'PROVED'), answer.verdicts, told())
    seen.compared++
    seen.holds += answer.verdicts.filter(Boolean).length
  }
  assert.ok(seen.compared > RANDOM / 2 && seen.stops > 0 && seen.empty > 0, JSON.stringify(seen))
  assert.ok(seen.holds > seen.compared / 2 && seen.holds < 2.5 * seen.compared, `both verdicts come up: ${JSON.stringify(seen)}`)
})

test('the same states are reached', { skip: missing }, async () => {
  let reached = 0
  for (let seed = 0; seed < 30; seed++) {
    const r = random(9000 + seed)
    const { text, variables } = randomStructure(r)
    // Without fairness, without instances: each state is a choice of values.
    const plain = text.replace(/FAIRNESS.*\n/, '')
    if (plain.includes('cell')) continue
    const says = await nusmvSays(plain, ['go', 'check_fsm', 'print_reachable_states'])
    if (/is not deadlock-free|is empty/i.test(says)) continue
    const count = Number(/reachable states: (\d+)/.exec(says)[1])
    const states = Object.entries(variables).reduce((list, [name, values]) => list.flatMap((state) => values.map((value) => [...state, `${name} = ${value}`])), [[]])
    const { results } = await verify(watcher, { system: plain, ctl: states.map((state) => ours(`AG !(${state.join(' & ')})`)) })
    assert.equal(results.filter(({ verdict }) => verdict === 'VIOLATED').length, count, `seed ${seed}:\n${plain}`)
    reached += count
  }
  assert.ok(reached > 50, `${reached}`)
})
