// The tarball itself: its manifest, its size, its types, and nothing a strict page would refuse.
import assert from 'node:assert/strict'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { project } from '../support/project.mjs'
import { root, tool } from '../support/root.mjs'
import { run } from '../support/run.mjs'
import { tarball } from '../support/tarball.mjs'

async function installed(t) {
  return join(await project(t, {}), 'node_modules/watertight')
}

test('no install script and no dependency', async (t) => {
  const manifest = JSON.parse(await readFile(join(await installed(t), 'package.json')))
  assert.equal(manifest.scripts, undefined)
  assert.equal(manifest.dependencies, undefined)
})

test('the manifest names only files that are there', async (t) => {
  const folder = await installed(t)
  const manifest = JSON.parse(await readFile(join(folder, 'package.json')))
  const named = JSON.stringify([manifest.main, manifest.types, manifest.bin, manifest.exports, manifest.sideEffects])
  const paths = named.match(/"(?:\.\/)?[\w./]+\.(?:js|cjs|mjs|wasm|json|d\.ts|d\.cts)"/g).map((path) => JSON.parse(path))
  assert.ok(paths.length > 8)
  const keys = new Set(Object.keys(manifest.exports))
  for (const path of paths) if (!keys.has(path)) await readFile(join(folder, path))
})

test('the licences and the README are inside', async (t) => {
  const files = await readdir(await installed(t))
  for (const file of ['LICENSE-MIT', 'LICENSE-APACHE', 'README.md']) assert.ok(files.includes(file), file)
})

test('the engine is at most 400 kB when compressed', async (t) => {
  const size = gzipSync(await readFile(join(await installed(t), 'engine_bg.wasm')), { level: 9 }).length
  t.diagnostic(`${size} bytes`)
  assert.ok(size <= 400_000, `${size} bytes`)
})

test('no eval and no new Function in what browsers load', async (t) => {
  const folder = await installed(t)
  for (const file of ['browser.js', 'inline.js', 'node.cjs']) {
    const text = await readFile(join(folder, file), 'utf8')
    assert.doesNotMatch(text, /\beval\s*\(|\bnew\s+Function\b|(?<![.\w`])Function\s*\(/, file)
  }
})

test('publint finds nothing', async () => {
  await run(tool('publint'), ['run', tarball(), '--strict'], { cwd: root })
})

test('are the types wrong? no', async () => {
  const attw = (...args) => run(tool('attw'), [tarball(), '--no-emoji', '--no-color', '--format', 'ascii', ...args], { cwd: root })
  await attw('--entrypoints', '.')
  await attw('--entrypoints', './inline', '--profile', 'esm-only')
})
