// A page without a bundler, under the strictest policy the package promises to run with.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { project } from '../support/project.mjs'
import { openPage } from '../support/chromium.mjs'
import { serve } from '../support/serve.mjs'
import { assertShows, browser, inBrowser } from './program.mjs'

// The import map is inline by nature: the policy names it by its hash.
import { createHash } from 'node:crypto'

const map = (entry) => JSON.stringify({ imports: { watertight: `/node_modules/watertight/${entry}` } })

const html = (imports) => `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><body>
<script type="importmap">${imports}</script><script type="module" src="main.js"></script>\n`

const policy = (imports, wasm = "'wasm-unsafe-eval'") => ({
  'content-security-policy': `script-src 'self' ${wasm} 'sha256-${createHash('sha256').update(imports).digest('base64')}'`,
})

for (const entry of ['browser.js', 'inline.js']) {
  test(`module script with an import map to ${entry} under a content security policy`, browser, async (t) => {
    const folder = await project(t, { 'index.html': html(map(entry)), 'main.js': inBrowser() })
    await assertShows(t, folder, policy(map(entry)))
  })
}

test('the policy is in force: without wasm-unsafe-eval the engine does not load', browser, async (t) => {
  const folder = await project(t, { 'index.html': html(map('browser.js')), 'main.js': inBrowser() })
  const page = await openPage(t)
  await page.goto(await serve(t, folder, policy(map('browser.js'), '')))
  await page.waitForSelector('output')
  assert.match(await page.textContent('output'), /CompileError|Content Security Policy/)
})

test('init accepts the bytes from elsewhere and recovers from a failed attempt', browser, async (t) => {
  const main = `import { init, Pipeline } from 'watertight'
const show = (text) => document.body.append(Object.assign(document.createElement('output'), { textContent: text }))
const failed = await init('/nowhere.wasm').then(() => 'loaded', () => 'refused')
await init((await fetch('/node_modules/watertight/engine_bg.wasm')).arrayBuffer())
await init('/nowhere.wasm')
show(failed + ' ' + typeof Pipeline.from)
`
  const folder = await project(t, { 'index.html': html(map('browser.js')), 'main.js': main })
  const page = await openPage(t)
  await page.goto(await serve(t, folder))
  await page.waitForSelector('output')
  assert.equal(await page.textContent('output'), 'refused function')
})
