// The board's own code, on packages that are installed here already; nothing is fetched.
import { test } from 'node:test'
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { broken, onlyPending, totals } from '../../board/figures.mjs'
import { packages } from '../../board/packages.mjs'
import { page } from '../../board/page.mjs'
import { testAll } from '../../board/run.mjs'
import { root } from '../support/root.mjs'

const cli = join(root, 'node_modules/watertight/cli.mjs')
const list = join(root, 'board/packages.mjs')
const lineOf = (name) => packages.find((line) => line.name === name)

/** A folder that looks like the board's, with the packages of this checkout. */
function place(t) {
  const folder = mkdtempSync(join(tmpdir(), 'board-'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
  t.after(() => rmSync(folder, { recursive: true }))
  return folder
}

test('the list has exact versions, each name once, and an adapter or a reason for each', () => {
  assert.ok(packages.filter(({ create }) => create).length >= 80)
  assert.equal(new Set(packages.map(({ name }) => name)).size, packages.length)
  for (const { name, version, create, reason, kind } of packages) {
    assert.match(version, /^\d+\.\d+\.\d+$/, name)
    assert.ok(create ? kind : reason, name)
  }
})

test('packages are tested, and one that cannot be does not stop the others', async (t) => {
  const folder = place(t)
  const lines = [
    lineOf('pull-many'), lineOf('pull-scan'), lineOf('pull-cat'),
    { ...lineOf('pull-tap'), version: '0.0.1' },
    { ...lineOf('pull-tee'), name: 'pull-nothing-of-this-name' },
    lineOf('pull-hang'),
  ]
  const results = await testAll(lines, { cli, list, folder, schedules: 'paper', missing: { 'pull-cat': 'does not install: no network' } })
  const [many, scan, ...others] = results
  assert.deepEqual([many.report.violating, many.report.scenarios, many.report.version], [228, 576, '1.0.9'])
  assert.deepEqual(broken(many.report), ['PS-2', 'PS-4', 'PS-6', 'PS-V'])
  assert.equal(scan.report.verdict, 'HOLDS')
  assert.deepEqual(others.map(({ reason }) => reason), [
    'does not install: no network', 'version 1.1.1 is installed', 'is not installed', 'never answers an ask: that is its purpose',
  ])
  assert.deepEqual(totals(results), { listed: 6, tested: 2, violating: 1, six: 1, pending: 0, unknown: 0 })
  const text = page(results, [], { date: '2024-01-01', versions: { watertight: '1.2.3' }, seconds: 1, orders: 5 })
  assert.match(text, /\*\*1 of 2 packages break a rule; 1 of them one of the six invariants, 0 of these only/)
  assert.match(text, /^\| \[pull-many 1\.0\.9\]\(#pull-many\) \| `\(\[a, b\]\)` \| multi \| {2}\| 68 \| {2}\| 68 \| {2}\| 160 \| 160 \|/m)
  assert.match(text, /^\| pull-scan 1\.0\.0 \| `\(add, 0\)` \| through \|[ |]+$/m)
  assert.match(text, /^\| pull-tap 0\.0\.1 \| version 1\.1\.1 is installed \|$/m)
  assert.match(text, /### pull-many\n\n\*\*PS-2\*\* `no-answer`: TO owes the answer to .*\n\n```text\n *source 1/)
})

test('what is broken only while an ask is pending', () => {
  const report = (...scenarios) => ({ matrix: scenarios.map((scenario) => ({ scenario, rules: ['PS-4'] })) })
  assert.equal(onlyPending(report('n1r1', 'n2r1a')), true)
  assert.equal(onlyPending(report('n1r1', 'n2r1wa')), false)
  assert.equal(onlyPending({ matrix: [{ scenario: 'n1r1', rules: ['PS-V'] }] }), false)
})

test('the page that is committed is of this list', () => {
  const text = readFileSync(join(root, 'docs/board.md'), 'utf8')
  for (const { name, version } of packages) assert.ok(text.includes(`${name} ${version}`), name)
  assert.match(text, /^\| Date \| \d{4}-\d\d-\d\d \|$/m)
})

// What others found before us, by their own experiments.
const CLEAN = `pull-catch pull-flatmap pull-fork pull-handshake pull-hash pull-iterable pull-json-doubleline pull-live pull-notify pull-pair
  pull-probe pull-pushable pull-rate pull-resolve pull-scan pull-serializer pull-tap pull-through pull-to-promise pull-window pull-write`.split(/\s+/)
const VIOLATING = ['pull-abortable', 'pull-many', 'pull-cat', 'pull-stringify', 'pull-append', 'pull-paramap', 'pull-stream-to-async-iterator']

test('the page agrees with what is known of the six invariants', () => {
  const rows = readFileSync(join(root, 'docs/board.md'), 'utf8').split('\n').filter((line) => /^\| .* \| (through|source|sink|multi|duplex) \|/.test(line))
  const six = (name) => {
    const cells = rows.find((row) => row.startsWith(`| ${name} `) || row.startsWith(`| [${name} `)).split(' | ').slice(3, 9)
    return cells.filter((cell) => cell.trim() !== '')
  }
  for (const name of CLEAN) assert.deepEqual(six(name), [], name)
  for (const name of VIOLATING) assert.notDeepEqual(six(name), [], name)
})
