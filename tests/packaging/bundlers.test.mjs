// Vite, webpack and esbuild: a default build of a page, then the page in chromium.
import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { project } from '../support/project.mjs'
import { tool } from '../support/root.mjs'
import { run } from '../support/run.mjs'
import { assertShows, browser, expected, imported, inBrowser } from './program.mjs'

const page = (script) => `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><body>
<script type="module" src="${script}"></script>\n`

test('Vite build', browser, async (t) => {
  const cwd = await project(t, { 'index.html': page('/main.js'), 'main.js': inBrowser() })
  await run(tool('vite'), ['build', '--logLevel', 'warn'], { cwd })
  assert.ok((await readdir(join(cwd, 'dist/assets'))).some((file) => file.endsWith('.wasm')))
  await assertShows(t, join(cwd, 'dist'))
})

test('webpack build', browser, async (t) => {
  const cwd = await project(t, { 'src/index.js': inBrowser(), 'dist/index.html': page('main.js') })
  await run(tool('webpack'), ['--mode', 'production'], { cwd })
  assert.ok((await readdir(join(cwd, 'dist'))).some((file) => file.endsWith('.wasm')))
  await assertShows(t, join(cwd, 'dist'))
})

test('esbuild of the inline entry', browser, async (t) => {
  const cwd = await project(t, { 'main.js': inBrowser('watertight/inline'), 'dist/index.html': page('main.js') })
  await run(tool('esbuild'), ['main.js', '--bundle', '--format=esm', '--outdir=dist', '--log-level=warning'], { cwd })
  await assertShows(t, join(cwd, 'dist'))
})

test('esbuild for Node, with the package left outside the bundle', async (t) => {
  const cwd = await project(t, { 'main.mjs': imported })
  await run(tool('esbuild'), ['main.mjs', '--bundle', '--platform=node', '--packages=external', '--outfile=out.cjs'], { cwd })
  assert.equal((await run('node', ['out.cjs'], { cwd })).trim(), expected)
})
