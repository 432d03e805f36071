// The machine's chromium, headless, for tests.
import { existsSync, readFileSync } from 'node:fs'
import { chromium } from 'playwright-core'

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium'
const { args } = JSON.parse(readFileSync(new URL('./webdriver.json', import.meta.url)))['goog:chromeOptions']

/** For a test's `skip` option: the reason why no browser test can run here, or false. */
export const noChromium = existsSync(executablePath)
  ? false
  : `no chromium at ${executablePath}: install it, or set CHROMIUM to its path`

/** Opens a page, closed after the test; `page.errors` collects uncaught errors and console errors. */
export async function openPage(t) {
  const browser = await chromium.launch({ executablePath, args, headless: true })
  t.after(() => browser.close())
  const page = await browser.newPage()
  page.errors = []
  page.on('pageerror', (error) => page.errors.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error') page.errors.push(message.text())
  })
  return page
}
