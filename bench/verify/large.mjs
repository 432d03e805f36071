// Systems too large to be visited state by state: the built-in checker and NuSMV on the same questions, in one run.
//
//   node bench/verify/large.mjs    (after `cargo xtask build` and `cargo xtask setup`)
import { performance } from 'node:perf_hooks'
import { toSmv, verify } from 'watertight'
import { missing } from '../../tests/support/nusmv.mjs'
import { counters, echo, monitor, register, twins } from '../../tests/verify/large.mjs'
import { timeNusmv } from './nusmv.mjs'

/** Seconds after which NuSMV counts as not having answered. */
const LIMIT = 20

const bools = { domain: { in: 'bool' }, queue: 41 }
const tens = { domain: 10, queue: 13 }
const nines = Array.from({ length: 12 }, (_, k) => `c${k} = 9`).join(' & ')
const even = Array.from({ length: 16 }, (_, k) => `c${k} != 7`).join(' & ')
const questions = [
  ['two registers of 40: the same', monitor(['a39'], 'x'), { system: twins(40), ctl: 'AG (a39 = b39 & a20 = b20)' }],
  ['register of 40: a run to its end', monitor(['s40'], 'x'), { system: register(40), ctl: 'AG !(s40 & s20 & !s1)' }],
  ['register of 40: AG EF', monitor(['s40'], 'x'), { system: register(40), ctl: 'AG EF (s1 & s40)' }],
  ['register of 40: LTL', monitor(['s40'], 'x'), { system: register(40), ltl: 'G (s0 -> X F s40)' }],
  ['16 counters by twos: never odd', monitor(['c0'], 'x'), { system: counters(16, 10, 2), ctl: `AG (${even})` }],
  ['12 counters of 10: a run', monitor(['c0'], 'x'), { system: counters(12, 10), ctl: `AG !(${nines})` }],
  ['12 counters of 10: AG EF', monitor(['c0'], 'x'), { system: counters(12, 10), ctl: `AG EF (${nines})` }],
  ['echo of 40 bools: a run', echo(40, 'x && y'), { ...bools, ctl: 'AG !(out.b & out.c)' }],
  ['echo of 40 bools: AG EF', echo(40, 'x && y'), { ...bools, ctl: 'AG EF (out.b & out.c)' }],
  ['echo of 12 digits: a run', echo(12, '(x + y) % 10'), { ...tens, ctl: 'AG !(out.b & out.c = 7)' }],
  ['echo of 12 digits: equivalence', echo(12, '(x + y) % 10'), { ...tens, equivalent: echo(12, '(y + x) % 10'), properties: ['stepwise-equivalence'] }],
]

const cell = (text, width) => String(text).padStart(width)
const idle = missing ? 0 : await best(() => timeNusmv('MODULE main\nVAR x : boolean;\n', [], LIMIT))
console.log(missing ? `!! ${missing}; the comparison is SKIPPED` : `NuSMV -dynamic -coi starts in ${idle.toFixed(1)} ms, which is taken off its times; ms, the best of 3`)
console.log(`${'question'.padEnd(34)}${['verdict', 'states', 'auto', 'symbolic', 'NuSMV', 'NuSMV/symbolic'].map((text) => cell(text, 15)).join('')}`)
const ratios = []
for (const [name, subject, options] of questions) {
  let answer
  const ask = (engine) => async () => {
    const start = performance.now()
    const { results } = await verify(subject, { ...options, engine })
    answer = results[0]
    return answer.verdict === 'UNKNOWN' ? undefined : performance.now() - start
  }
  const auto = await best(ask('auto'))
  const own = await best(ask('symbolic'))
  const model = toSmv(subject, options)
  const theirs = missing ? undefined : Math.max((await best(() => timeNusmv(model, ['-dynamic', '-coi'], LIMIT))) - idle, 0.1)
  const ratio = theirs / own
  if (Number.isFinite(ratio)) ratios.push(ratio)
  const shown = (ms) => ms === undefined ? '-' : ms === Infinity ? 'no answer' : ms.toFixed(1)
  const row = [answer.verdict, answer.states.toExponential(2), shown(auto), shown(own), shown(theirs), Number.isFinite(ratio) ? ratio.toFixed(2) : '-']
  console.log(`${name.padEnd(34)}${row.map((text) => cell(text, 15)).join('')}`)
}
if (ratios.length > 0) {
  const mean = Math.exp(ratios.reduce((all, ratio) => all + Math.log(ratio), 0) / ratios.length)
  console.log(`NuSMV answered ${ratios.length} of ${questions.length}; on those it took ${mean.toFixed(1)} times as long as the symbolic engine in the geometric mean, ${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)} times`)
}

/** The least of three measurements; one without an answer is not tried again. */
async function best(measure) {
  let least = Infinity
  for (let k = 0; k < 3; k++) {
    const ms = await measure()
    if (ms === undefined) return Infinity
    least = Math.min(least, ms)
  }
  return least
}
