// The oracle's cases as tests, and the runner's own honesty: a wrong expectation must be reported.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { judge } from './beepbeep/judge.mjs'

const data = new URL('./data/engine.json', import.meta.url)
const runner = fileURLToPath(new URL('./engine.mjs', import.meta.url))

for (const oracleCase of JSON.parse(readFileSync(data, 'utf8'))) {
  test(oracleCase.name, (t) => {
    const { verdict, why, json } = judge(oracleCase)
    if (verdict === 'skipped') return t.skip(why)
    assert.equal(verdict, 'passed', `${why}\n${JSON.stringify(json)}`)
  })
}

const decimate = { name: 'third', pipeline: { type: 'CountDecimate', n: 3 }, inputs: [[1, 2, 3, 4]], mode: 'push' }

test('a case nobody has seen passes when it is right', async (t) => {
  const { stdout, code } = await run(t, [{ ...decimate, outputs: [[1, 4]], steps: [[[1]], [[]], [[]], [[4]]], end_step: [[]] }])
  assert.match(stdout, /\n1 passed, 0 failed, 0 skipped\n$/)
  assert.equal(code, 0)
})

test('a wrong output, a wrong step and a wrong end are failures', async (t) => {
  const { stdout, code } = await run(t, [
    { ...decimate, name: 'output', outputs: [[1, 3]], steps: [[[1]], [[]], [[]], [[3]]], end_step: [[]] },
    { ...decimate, name: 'step', outputs: [[1, 4]], steps: [[[1]], [[]], [[4]], [[]]], end_step: [[]] },
    { ...decimate, name: 'end', outputs: [[1, 4]], steps: [[[1]], [[]], [[]], [[4]]], end_step: [[4]] },
  ])
  assert.match(stdout, /FAIL output: step 3: expected 3, got 4/)
  assert.match(stdout, /FAIL step: step 2: expected \[4\], got \[\]/)
  assert.match(stdout, /FAIL end: end: expected \[4\], got \[\]/)
  assert.match(stdout, /\n0 passed, 3 failed, 0 skipped\n$/)
  assert.equal(code, 1)
})

test('an unknown node type is a failure, not a crash', async (t) => {
  const { stdout, code } = await run(t, [{ ...decimate, pipeline: { type: 'Teleport' }, outputs: [[]], steps: [], end_step: [[]] }])
  assert.match(stdout, /FAIL third: the case cannot be mapped: unknown node type 'Teleport'/)
  assert.equal(code, 1)
})

function run(t, cases) {
  const folder = mkdtempSync(join(tmpdir(), 'oracle-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'cases.json')
  writeFileSync(file, JSON.stringify(cases))
  return new Promise((resolve) => {
    execFile('node', [runner, file], (error, stdout) => resolve({ stdout, code: error?.code ?? 0 }))
  })
}
