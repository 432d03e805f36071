// The benchmarks: node --expose-gc bench/index.mjs [--events N] [--only TEXT]. All peers in one run, on one machine.
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { Pipeline } from 'watertight'
import { GROWTH, JAVA, THROUGH } from './bars.mjs'
import { cases } from './cases/index.mjs'
import { threeValued } from './cases/logic.mjs'
import { growth, memory } from './growth.mjs'
import { eventsOf, nanoseconds, time } from './measure.mjs'
import { sizes, startUp } from './package.mjs'
import * as ix from './peers/ix.mjs'
import * as most from './peers/most.mjs'
import * as pullStream from './peers/pull-stream.mjs'
import * as rxjs from './peers/rxjs.mjs'
import { batch, oneByOne, readAhead } from './peers/watertight.mjs'

const { values: options } = parseArgs({ options: { events: { type: 'string', default: '200000' }, only: { type: 'string' } } })
const n = Number(options.events)
const peers = [pullStream, rxjs, most, ix]
const ours = [batch, oneByOne, readAhead]

console.log(`node ${process.versions.node}, ${cpus()[0]?.model.trim()}, ${n} events, best of 7 runs once warm`)
console.log('nanoseconds of CPU time per event (and how many times as fast as npm pull-stream)\n')
const columns = ['loop', ...peers.map(({ name }) => name), ...ours.map(({ name }) => name)]
row('', columns)

const results = {}
for (const each of cases.filter(({ name }) => name.includes(options.only ?? ''))) {
  const values = eventsOf(each, n)
  // The others take plain arrays; typed ones would cost them a conversion.
  const list = Array.from(values)
  const { best, seen } = await time('loop', (sink) => each.loop(values, sink), n)
  const found = { loop: best }
  for (const peer of peers) found[peer.name] = (await time(peer.name, (sink) => peer.run(each.steps, list, sink), n, seen)).best
  for (const way of ours) {
    try {
      found[way.name] = (await time(way.name, (sink) => way.run(each.json, way === batch ? values : list, sink), n, seen)).best
    } catch (error) {
      console.log(`  ${each.name}, ${way.name}: ${error.message}`)
      process.exitCode = 1
    }
  }
  results[each.name] = found
  row(each.name, columns.map((name) => cell(found[name], found['pull-stream'])))
}

if (!options.only) {
  const values = eventsOf({}, n)
  results[threeValued.name] = { 'ours run': await nanoseconds(() => {
    const p = Pipeline.from(threeValued.json)
    p.run(values)
    p.free()
  }, n, { runs: 3 }) }

  console.log('\ncost per event, ns')
  const grown = await growth(n)
  for (const [what, points] of Object.entries(grown)) {
    console.log(`  ${what}: ${points.map(([size, ns]) => `${size}: ${ns.toFixed(1)}`).join(', ')}`)
  }

  console.log('\nbytes kept per million events')
  const chosen = cases.filter(({ name }) => ['running sum', 'window sum 100', 'slice by 100 keys', 'five processors'].includes(name))
  for (const { name, bytes } of memory(chosen)) console.log(`  ${name}: ${bytes}`)

  const { bare, loaded } = startUp()
  console.log(`\nstart-up: node alone ${bare.toFixed(0)} ms, with the package ${loaded.toFixed(0)} ms`)
  console.log(`size: ${Object.entries(sizes()).map(([what, bytes]) => `${what} ${(bytes / 1000).toFixed(0)} kB`).join(', ')}`)

  console.log('\nbars')
  for (const [name, java, isEmptyLoop] of JAVA) {
    const perSecond = 1e9 / results[name]?.['ours run']
    bar(`${name}: ${perSecond.toExponential(1)} events/s against ${java.toExponential(1)} of Java`, perSecond >= java, isEmptyLoop ? ' (a goal: an empty loop for a JIT)' : '')
  }
  for (const [way, wanted] of Object.entries(THROUGH)) {
    const found = results['five processors']
    const ratio = found['pull-stream'] / found[way]
    bar(`${way} on five processors: ${ratio.toFixed(1)}x npm pull-stream, at least ${wanted}x wanted`, ratio >= wanted)
  }
  for (const [what, points] of Object.entries(grown)) {
    const ratio = points.at(-1)[1] / points[0][1]
    bar(`${what}: cost times ${ratio.toFixed(2)} from ${points[0][0]} to ${points.at(-1)[0]}`, ratio <= GROWTH)
  }
}

function cell(ns, base) {
  return ns === undefined ? '-' : `${ns.toFixed(1)} (${(base / ns).toFixed(1)}x)`
}

function row(name, cells) {
  console.log(name.padEnd(24) + cells.map((text) => String(text).padStart(16)).join(''))
}

function bar(text, isMet, note = '') {
  console.log(`  ${isMet ? 'met    ' : 'NOT MET'} ${text}${note}`)
}
