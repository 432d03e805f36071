// The benchmarks: node --expose-gc bench/index.mjs [--events N] [--only TEXT]. All programs in one run, on one machine.
import { execFileSync } from 'node:child_process'
import { cpus } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { Pipeline } from 'watertight'
import { ofGrowth, ofMemory, ofSpeed } from './bars.mjs'
import { cases } from './cases/index.mjs'
import { threeValued } from './cases/logic.mjs'
import { growth, longRun, memory } from './growth.mjs'
import { eventsOf, isSame, middle, nanoseconds, speedUp } from './measure.mjs'
import { sizes, startUp } from './package.mjs'
import { programs } from './programs.mjs'

const { values: options } = parseArgs({ options: { events: { type: 'string', default: '200000' }, only: { type: 'string' } } })
const n = Number(options.events)

/** V8 does not compile the same program the same way each time, and machines have slow minutes: each round has all programs. */
const ROUNDS = 5

console.log(`node ${process.versions.node}, ${cpus()[0]?.model.trim()}, ${n} events, the middle of ${ROUNDS} rounds, in each a process for each program`)
console.log('nanoseconds of CPU time per event (and how many times as fast as npm pull-stream)\n')
row('', programs.map(({ name }) => name))

const results = {}
for (const each of cases.filter(({ name }) => name.includes(options.only ?? ''))) {
  const found = {}
  let wanted
  for (let round = 0; round < ROUNDS; round++) {
    for (const { name } of programs) {
      const { best, seen } = measured(each.name, name)
      wanted ??= seen
      if (isSame(seen, wanted)) (found[name] ??= []).push(best)
      else {
        console.log(`  ${each.name}: ${name} computed ${JSON.stringify(seen)}, expected ${JSON.stringify(wanted)}`)
        process.exitCode = 1
      }
    }
  }
  results[each.name] = found
  row(each.name, programs.map(({ name }) => cell(found[name], found['pull-stream'])))
}

const bars = []
if (!options.only) {
  const values = eventsOf({}, n)
  const ns = await nanoseconds(() => {
    const p = Pipeline.from(threeValued.json)
    p.run(values)
    p.free()
  }, n, { runs: 3 })
  results[threeValued.name] = { arrays: [ns] }

  console.log('\ncost per event, ns')
  const grown = await growth(n)
  for (const [what, points] of Object.entries(grown)) {
    console.log(`  ${what}: ${points.map(([size, ns]) => `${size}: ${ns.toFixed(1)}`).join(', ')}`)
  }
  bars.push(...ofGrowth(grown))

  console.log('\nbytes kept per million events')
  const chosen = cases.filter(({ name }) => ['running sum', 'window sum 100', 'slice by 100 keys', 'five processors'].includes(name))
  for (const { name, bytes } of memory(chosen)) console.log(`  ${name}: ${bytes}`)
  bars.push(ofMemory(longRun()))

  const { bare, loaded } = startUp()
  console.log(`\nstart-up: node alone ${bare.toFixed(0)} ms, with the package ${loaded.toFixed(0)} ms`)
  console.log(`size: ${Object.entries(sizes()).map(([what, bytes]) => `${what} ${(bytes / 1000).toFixed(0)} kB`).join(', ')}`)
}

console.log('\nbars')
for (const { isMet, text } of [...ofSpeed(results), ...bars]) console.log(`  ${isMet ? 'met    ' : 'NOT MET'} ${text}`)

function measured(caseName, programName) {
  const program = fileURLToPath(new URL('one.mjs', import.meta.url))
  return JSON.parse(execFileSync(process.execPath, [program, caseName, programName, String(n)], { stdio: ['ignore', 'pipe', 'inherit'] }))
}

function cell(rounds, base) {
  return rounds === undefined ? '-' : `${middle(rounds).toFixed(1)} (${speedUp(rounds, base).toFixed(1)}x)`
}

function row(name, cells) {
  console.log(name.padEnd(24) + cells.map((text) => String(text).padStart(16)).join(''))
}
