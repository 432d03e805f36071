// SMV files cut, mixed and invented: they are read and checked, or the place of the mistake is said.
import assert from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'node:test'
import { verify } from 'watertight'
import { random } from '../nusmv/random-pipelines.mjs'
import { randomStructure } from '../nusmv/random-structures.mjs'
import { assertAlive, settings, tryLater } from './support.mjs'

const monitor = { inputs: ['p'], processors: [{ id: 'seen', type: 'passthrough', from: 'p' }] }
const ask = (system, look) => tryLater(() => verify(monitor, { system, ctl: 'AG EF p', states: 5000, time: 2000 }), look)
const words = fc.constantFrom('MODULE main', 'VAR', 'IVAR', 'DEFINE', 'ASSIGN', 'INIT', 'TRANS', 'INVAR', 'FAIRNESS', 'SPEC', 'p : boolean;', 'n : 0..2;', 'm : sub(p);', 'MODULE sub(x)', 'next(p) :=', 'init(n) :=', 'p', 'n', 'x', 'm.x', '{', '}', '(', ')', ',', ';', ':', '?',
  'case', 'esac', 'TRUE', '1', '-', '+', '*', 'mod', '/', 'in', 'union', '&', '|', '->', '<->', 'xor', '!', '=', '..', '99999', '--', '/--', '--/', '\n', 'é', '\u0000', 'array', 'self', 'next(next(p))')
const text = fc.nat(500).map((seed) => randomStructure(random(seed)).text)
const damaged = fc.tuple(text, fc.nat(9999), fc.nat(20), fc.oneof(fc.constant(''), words, fc.string({ unit: 'binary', maxLength: 4 })))
  .map(([whole, at, cut, put]) => `${whole.slice(0, at % whole.length)}${put}${whole.slice((at % whole.length) + cut)}`)
const soup = fc.array(words, { maxLength: 30 }).map((list) => `MODULE main ${list.join(' ')}`)

test('damaged and invented structures', { timeout: 300_000 }, async () => {
  let read = 0
  await fc.assert(fc.asyncProperty(fc.oneof({ weight: 3, arbitrary: damaged }, soup, fc.string({ unit: 'binary' })), async (system) => {
    const told = await ask(system, (error) => {
      if (error.code === 'E_SYNTAX') assert.match(error.message, /^\d+:\d+: /, system)
    })
    if (told) read++
  }), settings(2500))
  assert.ok(read > 0 || process.env.FUZZ_RUNS, 'no structure was read: the fuzz tests nothing')
  assertAlive()
})

test('structures larger and deeper than any stack', async () => {
  const main = 'MODULE main\nVAR p : boolean; n : 0..9;\n'
  for (const count of [100, 100_000]) {
    for (const part of ['!', '(', '-', 'case ', 'p & ', 'p -> ', 'p ? p : ', 'next(', 'p + ', '{']) await ask(`${main}INVAR ${part.repeat(count)}p`)
    await ask(`${main}DEFINE ${Array.from({ length: count }, (_, k) => `d${k} := d${k + 1} & d${k + 1};`).join('\n')} d${count} := p;`)
    await ask(`MODULE s(x)\nVAR y : boolean;\nMODULE main\nVAR p : boolean;\n${Array.from({ length: count }, (_, k) => `s${k} : s(p);`).join('\n')}`)
  }
  const doubled = Array.from({ length: 40 }, (_, k) => `MODULE m${k}(x)\nVAR a : m${k + 1}(x & x); b : m${k + 1}(x | x);`)
  await ask(`${doubled.join('\n')}\nMODULE m40(x)\nVAR y : boolean;\nMODULE main\nVAR p : boolean; m : m0(p);`)
  assertAlive()
})
