// Structures given as SMV: the paper's monitor over one that is right and one that is not, and files that are refused.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { replay, toSmv, traceToXml, verify } from 'watertight'
import { counting, structure } from './structures.mjs'

test('b counts how often a was true in the k previous states', async () => {
  for (const k of [1, 2, 3]) {
    const { results: [right] } = await verify(counting(k), { system: structure(k, true) })
    assert.equal(right.verdict, 'PROVED')
    assert.match(right.notes.join(), /specifications in the SMV file are not checked: 1/)
    const options = { system: structure(k, false) }
    const { results: [wrong] } = await verify(counting(k), options)
    assert.equal(wrong.verdict, 'VIOLATED')
    const { counterexample } = wrong
    assert.equal(counterexample.replayed, true)
    assert.deepEqual(counterexample.steps.at(-1).outputs.same, [false])
    assert.equal(counterexample.steps[0].structure['m0.was'], false, 'variables of instances are shown')
    assert.deepEqual((await replay(counting(k), counterexample, options)).traces[0].differences, [])
    assert.deepEqual((await replay(counting(k), traceToXml(counting(k), counterexample, options), options)).traces[0].differences, [])
  }
})

test('formulas over a structure mean what they mean there', async () => {
  const system = 'MODULE main\nVAR s : {off, on, done};\nASSIGN init(s) := off; next(s) := case s = off : {off, on}; s = on : {on, done}; TRUE : done; esac;\n'
  const seen = { inputs: ['s'], processors: [{ id: 'over', type: 'apply', fn: "x == 'done'", from: 's' }] }
  const ctl = ["AG (s = 'off' -> EX s = 'off' & EX s = 'on')", 'AG EF out.c', "AF s = 'done'", "AG (s = 'done' -> AG out.c)"]
  const { results } = await verify(seen, { system, ctl })
  assert.deepEqual(results.map(({ verdict }) => verdict), ['PROVED', 'PROVED', 'VIOLATED', 'PROVED'])
  const fair = await verify(seen, { system: `${system}FAIRNESS s = done`, ctl: ["AF s = 'done'"] })
  assert.equal(fair.results[0].verdict, 'PROVED')
  assert.match(toSmv(seen, { system: `${system}FAIRNESS s = done` }), /^JUSTICE /m)
})

async function refuses(system, code, message) {
  const monitor = { inputs: ['a'], processors: [{ id: 'm', type: 'passthrough', from: 'a' }] }
  await assert.rejects(verify(monitor, { system }), (error) => {
    assert.deepEqual([error.name, error.code, error.path], ['WatertightError', code, 'system'], error.message)
    assert.match(error.message, message)
    return true
  })
}

test('structures that say nothing, that stop, or that are not in the subset', async () => {
  const a = 'MODULE main\nVAR a : boolean;\n'
  await refuses(`${a}INIT a & !a`, 'E_SHAPE', /no state satisfies the conditions on first states: everything would hold vacuously/)
  await refuses(`${a}FAIRNESS FALSE`, 'E_SHAPE', /no run .* keeps the FAIRNESS conditions: everything would hold vacuously/)
  await refuses(`${a}TRANS a -> FALSE`, 'E_SHAPE', /the structure stops where a = true: every state needs a next one/)
  await refuses(`${a}COMPASSION (a, a)`, 'E_SYNTAX', /^3:1: 'COMPASSION' is not in the subset of SMV/)
  await refuses(`${a}ASSIGN next(a) := b;`, 'E_SYNTAX', /^3:19: unknown name 'b'/)
  await refuses('MODULE main VAR a : word[3];', 'E_SYNTAX', /^1:21: 'word' is not in the subset of SMV/)
  await refuses('hello', 'E_SYNTAX', /^1:1: expected 'MODULE', got 'hello'/)
})
