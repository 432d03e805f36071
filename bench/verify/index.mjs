// The experiments of Bedard & Halle: the built-in checker and NuSMV on the same 162 problems, in the same run, and whether
// the checker's bars are met.
//
//   node bench/verify/index.mjs [--quick] [--limit SECONDS]    (after `cargo xtask build` and `cargo xtask setup`)
//   node bench/verify/large.mjs              systems too large to be visited state by state
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { toSmv, verify } from 'watertight'
import { missing } from '../../tests/support/nusmv.mjs'
import { root } from '../../tests/support/root.mjs'
import { problems } from '../../tests/verify/problems.mjs'
import { bars } from './bars.mjs'
import { timeNusmv } from './nusmv.mjs'
import { summary, tables } from './tables.mjs'

const RUNS = 5
/** A question that took NuSMV this long is not asked again. */
const SLOW = 1000

const quick = process.argv.includes('--quick')
const at = process.argv.indexOf('--limit')
/** Seconds after which NuSMV counts as not having answered. */
const limit = at < 0 ? 20 : Number(process.argv[at + 1])

// Each in a process of its own; the best of a few, since other processes take their share.
const together = Array.from({ length: RUNS }, () => alone('once.mjs')).reduce((a, b) => (a.ms < b.ms ? a : b))
const window = Array.from({ length: RUNS }, () => alone('window.mjs', 5, 10)).reduce((a, b) => (a.ms < b.ms ? a : b))
const large = Array.from({ length: 2 }, () => alone('window.mjs', 7, 10)).reduce((a, b) => (a.ms < b.ms ? a : b))

// What a question costs in a program that runs on: compilers are done with it by then. The best of a few, as for NuSMV.
const rows = problems.map((problem) => ({ ...problem }))
for (let k = 0; k < RUNS; k++) for (const row of rows) await verify(row.pipeline, row.options)
for (const row of rows) {
  row.warm = await best(RUNS, async () => {
    const start = performance.now()
    await verify(row.pipeline, row.options)
    return performance.now() - start
  })
}

if (missing) {
  console.log(`!! ${missing}; the comparison is SKIPPED`)
} else {
  const idle = await best(20, () => timeNusmv('MODULE main\nVAR x : boolean;\n', [], limit))
  console.log(`NuSMV starts in ${idle.toFixed(1)} ms, which is taken off its times; it has ${limit} s for each problem`)
  const styles = [
    ['coi', { paperStyle: false }, ['-dynamic', '-coi']],
    ['plain', { paperStyle: false }, []],
    ...(quick ? [] : [['paperCoi', { paperStyle: true }, ['-dynamic', '-coi']], ['paperPlain', { paperStyle: true }, []]]),
  ]
  for (const row of rows) {
    for (const [name, style, options] of styles) {
      if (style.paperStyle && row.options.equivalent) continue
      const model = toSmv(row.pipeline, { ...row.options, ...style })
      row[name] = Math.max((await best(3, () => timeNusmv(model, options, limit))) - idle, 0.1)
    }
  }
}
console.log(tables(rows, limit))
if (!missing) console.log(summary(rows, limit))
const ratios = missing ? undefined : rows.map((row) => Math.min(row.coi, limit * 1000) / row.warm)
console.log(`\n${bars({ together: { ...together, count: problems.length, runs: RUNS }, window, large, ratios })}`)
process.exitCode = together.wrong ? 1 : 0

/** What a script of this folder prints, run alone. */
function alone(script, ...args) {
  return JSON.parse(execFileSync(process.execPath, [join(root, 'bench/verify', script), ...args.map(String)], { encoding: 'utf8' }))
}

/** The least of some measurements; one past its limit, or a slow one, is not tried again. */
async function best(times, measure) {
  let least = Infinity
  for (let k = 0; k < times; k++) {
    const ms = await measure()
    if (ms === undefined) return Infinity
    least = Math.min(least, ms)
    if (ms > SLOW) break
  }
  return least
}
