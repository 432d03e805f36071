// The program that every project runs: a running sum that must print [1,3,6].
import assert from 'node:assert/strict'
import { noChromium, openPage } from '../support/chromium.mjs'
import { serve } from '../support/serve.mjs'

export const expected = '[1,3,6]'

const sums = "JSON.stringify(Array.from(Pipeline.from({ processors: [{ id: 's', type: 'cumulate', fn: 'x + y' }] }).run([1, 2, 3])))"

export const required = `const { Pipeline } = require('watertight')\nconsole.log(${sums})\n`
export const imported = `import { Pipeline } from 'watertight'\nconsole.log(${sums})\n`

/** For the browser: shows the answer, or the error, as the page's text. */
export function inBrowser(entry = 'watertight') {
  return `import { init, Pipeline } from '${entry}'
const show = (text) => document.body.append(Object.assign(document.createElement('output'), { textContent: text }))
Promise.all([init(), init()]).then(() => show(${sums})).catch((error) => show(String(error)))
`
}

/** Serves a folder, opens its page in chromium and compares what the program shows. */
export async function assertShows(t, folder, headers) {
  const page = await openPage(t)
  await page.goto(await serve(t, folder, headers))
  try {
    await page.waitForSelector('output')
  } catch (error) {
    throw new Error(`the page shows nothing: ${page.errors.join('; ')}`, { cause: error })
  }
  assert.equal(await page.textContent('output'), expected)
  assert.deepEqual(page.errors, [])
}

export const browser = { skip: noChromium }
