// What a checker costs for each item on each interface, ours and pull-stream-protocol-checker, in the same run.
import pull from 'pull-stream'
import peer from 'pull-stream-protocol-checker'
import { checker } from 'watertight'

const ITEMS = 100_000
const ROUNDS = 150
const INTERFACES = 3

const makers = {
  'no checker': () => [],
  'watertight checker': () => Array.from({ length: INTERFACES }, () => checker()),
  'pull-stream-protocol-checker 1.2.0': () => Array.from({ length: INTERFACES }, () => peer(true, true, true)),
}

function round(make) {
  const probes = make()
  let sum = 0
  const start = process.hrtime.bigint()
  pull(pull.count(ITEMS - 1), ...probes, pull.drain((value) => {
    sum += value
  }))
  const ns = Number(process.hrtime.bigint() - start)
  if (sum !== (ITEMS * (ITEMS - 1)) / 2) throw new Error(`the checker lost items: ${sum}`)
  return ns / ITEMS
}

const best = {}
for (let k = 0; k < ROUNDS; k++) {
  for (const [name, make] of Object.entries(makers)) best[name] = Math.min(best[name] ?? Infinity, round(make))
}
const bare = best['no checker']
console.log(`${ITEMS} items, ${INTERFACES} interfaces, best of ${ROUNDS} rounds`)
console.log(`${'no checker'.padEnd(36)} ${bare.toFixed(1)} ns per item`)
for (const [name, ns] of Object.entries(best)) {
  if (name !== 'no checker') console.log(`${name.padEnd(36)} ${((ns - bare) / INTERFACES).toFixed(1)} ns per item per interface`)
}
