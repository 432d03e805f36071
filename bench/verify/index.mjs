// The experiments of Bedard & Halle: the built-in checker and NuSMV on the same 162 problems, in the same run.
//
//   node bench/verify/index.mjs [--quick]    (after `cargo xtask build` and `cargo xtask setup`)
//   node bench/verify/large.mjs              systems too large to be visited state by state
import { performance } from 'node:perf_hooks'
import { missing } from '../../tests/support/nusmv.mjs'
import { problems } from '../../tests/verify/problems.mjs'
import { timeNusmv } from './nusmv.mjs'
import { summary, tables } from './tables.mjs'

const started = performance.now()
const { toSmv, verify } = await import('watertight')

const quick = process.argv.includes('--quick')
const rows = []
let wrong = 0
const first = performance.now()
for (const problem of problems) {
  const start = performance.now()
  const { results: [result] } = await verify(problem.pipeline, problem.options)
  rows.push({ ...problem, states: result.states, own: performance.now() - start })
  const right = result.verdict === (problem.holds ? 'PROVED' : 'VIOLATED')
  if (!right) {
    wrong++
    console.log(`wrong: ${problem.query}, ${problem.property}: ${result.verdict}`)
  }
}
const all = performance.now()
console.log(`${problems.length} problems by the built-in checker (WASM): ${(all - first).toFixed(0)} ms, with start-up ${(all - started).toFixed(0)} ms, ${wrong} wrong verdicts`)

// Each again, warm: what a question costs in a program that runs on. The best of a few, as for NuSMV.
for (const row of rows) {
  row.warm = await best(5, async () => {
    const start = performance.now()
    await verify(row.pipeline, row.options)
    return performance.now() - start
  })
}

if (missing) {
  console.log(`!! ${missing}; the comparison is SKIPPED`)
} else {
  const idle = await best(20, () => timeNusmv('MODULE main\nVAR x : boolean;\n', []))
  console.log(`NuSMV starts in ${idle.toFixed(1)} ms, which is taken off its times`)
  const styles = [
    ['coi', { paperStyle: false }, ['-dynamic', '-coi']],
    ['plain', { paperStyle: false }, []],
    ...(quick ? [] : [['paperCoi', { paperStyle: true }, ['-dynamic', '-coi']], ['paperPlain', { paperStyle: true }, []]]),
  ]
  for (const row of rows) {
    for (const [name, style, options] of styles) {
      if (style.paperStyle && row.options.equivalent) continue
      const model = toSmv(row.pipeline, { ...row.options, ...style })
      const ms = await best(3, () => timeNusmv(model, options))
      row[name] = Math.max(ms - idle, 0.1)
    }
  }
}
console.log(tables(rows))
if (!missing) console.log(summary(rows))
process.exitCode = wrong ? 1 : 0

/** The least of some measurements; one past its limit is not tried again. */
async function best(times, measure) {
  let least = Infinity
  for (let k = 0; k < times; k++) {
    const ms = await measure()
    if (ms === undefined) return Infinity
    least = Math.min(least, ms)
  }
  return least
}
