// The process in which one module is loaded and tested. It tells its parent by a pipe, at once: what was not written
// when the event loop blocks would be lost.
import { readFileSync, writeSync } from 'node:fs'
import { testModule } from 'watertight'
import { describe } from '../failure.mjs'
import { load } from './load.mjs'

const PIPE = 3

export async function main() {
  const { module, settings } = JSON.parse(readFileSync(0, 'utf8'))
  let isFinished = false
  process.on('exit', (code) => {
    if (!isFinished) tell({ exit: code })
  })
  const stop = new AbortController()
  process.on('SIGINT', () => stop.abort())
  process.on('uncaughtException', fail)
  process.on('unhandledRejection', fail)
  function fail(error) {
    isFinished = true
    tell({ error: `threw outside of any call: ${error?.message ?? error}` })
    process.exit(2)
  }
  try {
    const { subject, about } = await load(module, settings)
    const report = await testModule(subject, {
      ...settings,
      name: about.module,
      version: about.version,
      signal: stop.signal,
      onStart: ({ kind, inputs, scenarios }) => tell({ about: { ...about, kind, inputs }, scenarios }),
      onScenario: (done, scenario) => tell({ done, scenario }),
      onProgress: (progress) => tell({ progress }),
      onEvent: settings.echo ? (event) => tell({ event }) : undefined,
    })
    isFinished = true
    tell({ report: { ...report, ...about } })
  } catch (error) {
    isFinished = true
    tell({ error: describe(error).replace(/^defect: /, '') })
  }
  // Whatever the module left open must not keep us.
  process.exit(0)
}

function tell(message) {
  let rest = Buffer.from(`${JSON.stringify(message)}\n`)
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(PIPE, rest))
    } catch (error) {
      if (error.code !== 'EAGAIN') return
    }
  }
}
