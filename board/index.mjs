// The community board: installs the packages of the list, tests them, and writes docs/board.md.
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { totals } from './figures.mjs'
import { install } from './install.mjs'
import { packages } from './packages.mjs'
import { page } from './page.mjs'
import { testAll } from './run.mjs'

/** Orders tried in each scenario besides the paper's one. */
const ORDERS = 20

const at = (path) => fileURLToPath(new URL(path, import.meta.url))
const folder = at('../target/board')
const cli = at('../node_modules/watertight/cli.mjs')
const list = at('./packages.mjs')
const versionIn = (path) => JSON.parse(readFileSync(at(path), 'utf8')).version
const say = (text) => process.stdout.write(`${text}\n`)

say(`installing ${packages.length} packages`)
const missing = await install(packages.filter(({ reason }) => !reason), folder)

const started = performance.now()
const test = (schedules) => testAll(packages, {
  cli, list, folder, schedules, missing,
  onDone: ({ line, report, reason }) => say(`${line.name.padEnd(32)} ${report ? `${report.verdict} in ${report.violating} of ${report.scenarios}, ${report.seconds} s` : reason}`),
})
const results = await test('paper')
say(`\nthe same in up to ${ORDERS} orders a scenario`)
const more = await test(String(ORDERS))
const seconds = ((performance.now() - started) / 1000).toFixed(1)

const text = page(results, more, {
  date: new Date().toISOString().slice(0, 10),
  versions: { 'watertight': versionIn('../node_modules/watertight/package.json'), 'Node.js': process.versions.node, 'pull-stream': versionIn('../target/board/node_modules/pull-stream/package.json') },
  seconds,
  orders: ORDERS,
})
// Whole or not at all.
writeFileSync(at('../target/board/board.md'), text)
renameSync(at('../target/board/board.md'), at('../docs/board.md'))
const { tested, violating, six, pending } = totals(results)
say(`\ndocs/board.md: ${tested} packages tested in ${seconds} s, ${violating} break a rule, ${six} one of the six, ${pending} of these only while an ask is pending`)
