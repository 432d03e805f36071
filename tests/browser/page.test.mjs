// The demo page in chromium: choose an example, step through it, edit it, break it, measure it.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { noChromium, openPage } from '../support/chromium.mjs'
import { root } from '../support/root.mjs'
import { serve } from '../support/serve.mjs'

const policy = { 'content-security-policy': "script-src 'self' 'wasm-unsafe-eval'" }
const names = JSON.parse(readFileSync(join(root, 'www/examples/index.json'), 'utf8'))
const browser = { skip: noChromium, timeout: 120_000 }

async function open(t, name = '') {
  const page = await openPage(t)
  await page.setViewportSize({ width: 1360, height: 1000 })
  await page.goto(`${await serve(t, join(root, 'target'), policy)}www/#${name}`)
  await page.waitForSelector('html[data-ready]', { timeout: 20_000 })
    .catch((cause) => { throw new Error(`the page did not start: ${page.errors.join('; ')}`, { cause }) })
  return page
}

/** A column of the table: its texts from top to bottom, '·' where nothing came out. */
const column = (page, head) => page.evaluate((head) => {
  const table = document.querySelector('#steps table')
  const at = [...table.tHead.rows[0].cells].findIndex((cell) => cell.textContent.split(' ')[0] === head)
  return [...table.tBodies[0].rows].map((row) => row.cells[at].textContent)
}, head)

const edit = (page, change) => page.fill('#pipeline', JSON.stringify(change, null, 2))

test('the first example shows what comes out of each box', browser, async (t) => {
  const page = await open(t)
  assert.deepEqual((await column(page, 'third')).slice(0, 7), ['0', '·', '·', '3', '·', '·', '6'])
  assert.deepEqual((await column(page, 'sum')).slice(0, 7), ['0', '·', '·', '4', '·', '·', '8'])
  assert.equal(await page.locator('#graph .box').count(), 2)
  await page.screenshot({ path: join(root, 'target/page-light.png'), fullPage: true })
  assert.deepEqual(page.errors, [])
})

for (const name of names) {
  test(`the example ${name} runs without an error and puts something out`, browser, async (t) => {
    const page = await open(t, name)
    assert.equal(await page.locator('.problem.bad').allTextContents().then((texts) => texts.join()), '')
    const last = await page.locator('#steps thead .final').first().textContent()
    const outs = (await column(page, last.split(' ')[0])).filter((text) => text !== '·')
    assert.ok(outs.length > 0, 'nothing comes out')
    assert.deepEqual(page.errors, [])
  })
}

test('choosing, stepping and the keyboard', browser, async (t) => {
  const page = await open(t)
  await page.click('#example-customers')
  assert.equal(await page.textContent('#title'), 'Totals by customer')
  assert.ok(page.url().endsWith('#customers'))
  await page.focus('#steps')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  assert.equal(await page.textContent('#position'), 'step 3 of 8')
  assert.equal(await page.textContent('tr[aria-current=step] th'), '3')
  assert.deepEqual((await column(page, 'totals')).slice(0, 3), ['{ada: 30}', '{ada: 30, bob: 12}', '{ada: 35, bob: 12}'])
  await page.focus('.box')
  await page.keyboard.press('Enter')
  const chosen = await page.evaluate(() => {
    const area = document.activeElement
    return area.value.slice(area.selectionStart, area.selectionEnd)
  })
  assert.equal(JSON.parse(chosen).id, 'totals')
  await page.click('#theme')
  await page.click('#theme')
  assert.equal(await page.getAttribute('html', 'data-dark'), '')
  await page.screenshot({ path: join(root, 'target/page-dark.png'), fullPage: true })
})

test('an edit takes effect at once', browser, async (t) => {
  const page = await open(t)
  await edit(page, { processors: [{ id: 'double', type: 'apply', fn: 'x * 2' }] })
  await page.selectOption('#kind', 'lines')
  await page.fill('#events', '1\n2\n2.5')
  assert.deepEqual(await column(page, 'double'), ['2', '4', '5', '·'])
  await page.click('#measure')
  assert.match(await page.textContent('#speed'), /^[\d.]+ (million|thousand) events\/s \([\d,]+ in \d+ ms\)$/)
})

test('a wrong pipeline is named by its JSON path, the drawing stays', browser, async (t) => {
  const page = await open(t)
  await edit(page, { processors: [{ id: 'a', type: 'trim', count: 1 }, { id: 'b', type: 'aply', fn: 'x' }] })
  const problem = await page.textContent('#problem.bad')
  assert.match(problem, /E_SHAPE/)
  assert.match(problem, /\$\.processors\[1\]\.type/)
  assert.match(problem, /\(line 10\)/)
  assert.equal(await page.textContent('#gutter .bad'), '10\n')
  assert.equal(await page.locator('#graph.stale .box').count(), 2)
  await page.screenshot({ path: join(root, 'target/page-wrong.png'), fullPage: true })
  await page.click('#problem button')
  assert.equal(await page.evaluate(() => document.activeElement.id), 'pipeline')
  await edit(page, { processors: [{ id: 'a', type: 'apply', fn: 'x +' }] })
  assert.match(await page.textContent('#problem.bad'), /\$\.processors\[0\]\.fn/)
  await edit(page, { processors: [{ id: 'a', type: 'apply', fn: 'x + 1' }] })
  assert.equal(await page.textContent('#problem'), 'Valid: 1 processor.')
})

test('a text that is not JSON is shown with line and column', browser, async (t) => {
  const page = await open(t)
  await page.fill('#pipeline', '{\n  "processors": [\n    oops ]\n}')
  assert.match(await page.textContent('#problem.bad'), /not JSON 3:5/)
  assert.equal(await page.textContent('#gutter .bad'), '3\n')
})

test('a bad event is shown with its line, a failing one with its step', browser, async (t) => {
  const page = await open(t)
  await page.selectOption('#kind', 'lines')
  await page.fill('#events', '1\n{"a": }\n3')
  assert.match(await page.textContent('#trouble.bad'), /not JSON 2:7/)
  await edit(page, { processors: [{ id: 'gate', type: 'filterOn', fn: 'x' }] })
  await page.fill('#events', 'true\nfalse\n7')
  assert.match(await page.textContent('#trouble.bad'), /step 3: E_TYPE/)
  assert.deepEqual(await column(page, 'gate'), ['true', '·'])
})

test('a narrow page scrolls nothing sideways but the drawing and the tables', browser, async (t) => {
  const page = await open(t)
  await page.setViewportSize({ width: 420, height: 900 })
  const [wide, seen] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
  assert.ok(wide <= seen, `${wide} > ${seen}`)
})
