// Node: require, import, both at once, and the command line, from an installed tarball.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { project } from '../support/project.mjs'
import { run } from '../support/run.mjs'
import { expected, imported, required } from './program.mjs'

test('require', async (t) => {
  const cwd = await project(t, { 'main.cjs': required })
  assert.equal((await run('node', ['main.cjs'], { cwd })).trim(), expected)
})

test('import', async (t) => {
  const cwd = await project(t, { 'main.mjs': imported })
  assert.equal((await run('node', ['main.mjs'], { cwd })).trim(), expected)
})

test('require and import share one instance and the same names', async (t) => {
  const main = `import { createRequire } from 'node:module'
import assert from 'node:assert/strict'
import * as imported from 'watertight'
const required = createRequire(import.meta.url)('watertight')
assert.deepEqual(Object.keys(imported).sort(), Object.keys(required).sort())
for (const name of Object.keys(required)) assert.equal(imported[name], required[name], name)
assert.ok(Object.keys(required).includes('Pipeline'))
`
  await run('node', ['main.mjs'], { cwd: await project(t, { 'main.mjs': main }) })
})

test('init in Node is a resolved no-op', async (t) => {
  const main = `import { init } from 'watertight'\nconsole.log(await init(), await init())\n`
  const cwd = await project(t, { 'main.mjs': main })
  assert.equal((await run('node', ['main.mjs'], { cwd })).trim(), 'undefined undefined')
})

test('inline in Node', async (t) => {
  const main = `import { init, Pipeline } from 'watertight/inline'\nawait init()\n${imported.split('\n')[1]}\n`
  const cwd = await project(t, { 'main.mjs': main })
  assert.equal((await run('node', ['main.mjs'], { cwd })).trim(), expected)
})

test('npx finds the command line', async (t) => {
  const cwd = await project(t, {})
  assert.match(await run('npx', ['--no-install', 'watertight', '--help'], { cwd }), /watertight/)
})
