// Starts the process that tests one module, listens to it, and ends it when it hangs.
import { spawn } from 'node:child_process'

/** What a module may take to load, and how much longer than its own limit a scenario may keep silent. */
const LOAD_MS = 10_000
const GRACE_MS = 1000

/** Resolves to the report of the module, or to `{ module, error }`. */
export async function testInChild(module, settings, onProgress) {
  const heard = await listen(module, settings, onProgress)
  if (heard.report) return { argument: module, ...heard.report }
  const name = heard.about?.module ?? module
  if (heard.error) return { argument: module, module: name, error: heard.error }
  if (heard.isHung && heard.scenario) return blocked(module, settings, heard)
  if (heard.isHung) return { argument: module, module: name, error: `did not load within ${LOAD_MS / 1000} s` }
  const where = heard.scenario ? ` in scenario ${heard.scenario}` : ' while it was loaded'
  if (heard.exit !== undefined) return { argument: module, module: name, error: `called process.exit(${heard.exit})${where}` }
  return { argument: module, module: name, error: `its process ended (${heard.end})${where}${heard.last ? `: ${heard.last}` : ''}` }
}

/** A module that blocks the event loop: the run is made once more, event by event, to show how far it comes. */
async function blocked(module, settings, { about, scenario, done, scenarios }) {
  const again = scenario === 'stack' ? { events: [] } : await listen(module, { ...settings, replay: scenario, echo: true }, () => {})
  const ms = settings.scenarioMs
  const trace = again.events
  const last = trace.findLast(({ event }) => ['ask', 'abort', 'error'].includes(event))
  return {
    argument: module,
    ...about,
    verdict: 'VIOLATED',
    bound: { maxN: settings.maxN, schedules: settings.schedules },
    scenarios,
    done,
    schedules: done,
    pruned: 0,
    violating: 1,
    rules: { 'PS-2': 1 },
    first: [{
      rule: 'PS-2', code: 'no-answer', port: 'T', index: trace.length, inputs: about.inputs,
      statement: 'every expected answer eventually happens',
      message: `no answer${last ? ` to ${last.text}` : ''}: blocks the event loop, stopped after ${ms} ms`,
      replay: scenario, trace,
    }],
    matrix: [{ scenario, rules: ['PS-2'] }],
    notes: [`the test ended at scenario ${scenario}, where the module blocks`],
    seconds: ms / 1000,
  }
}

function listen(module, settings, onProgress) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [process.argv[1], 'test', '--in-child'], { stdio: ['pipe', 'ignore', 'pipe', 'pipe'] })
    // Ctrl-C: the child says how far it came. A terminal tells it itself, others tell only us.
    const interrupt = () => child.kill('SIGINT')
    process.on('SIGINT', interrupt)
    const heard = { events: [], scenario: undefined, done: 0, scenarios: 0 }
    let timer
    const wind = (ms) => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        heard.isHung = true
        child.kill('SIGKILL')
      }, ms)
    }
    wind(LOAD_MS)
    let rest = ''
    child.stdio[3].setEncoding('utf8').on('data', (text) => {
      const lines = (rest + text).split('\n')
      rest = lines.pop()
      for (const line of lines) hear(JSON.parse(line))
    })
    const hear = (message) => {
      if (message.event) heard.events.push(message.event)
      else Object.assign(heard, message)
      wind(settings.scenarioMs + GRACE_MS)
      if (message.progress) onProgress(message.progress)
    }
    let told = ''
    child.stderr.setEncoding('utf8').on('data', (text) => {
      told = (told + text).slice(-2000)
    })
    child.on('error', (error) => resolve({ ...heard, error: error.message }))
    child.on('close', (code, signal) => {
      clearTimeout(timer)
      process.off('SIGINT', interrupt)
      heard.end = signal ?? `exit code ${code}`
      heard.last = told.trim().split('\n').findLast((line) => /\w/.test(line) && !/^\s+at /.test(line) && !/^Node\.js/.test(line))
      resolve(heard)
    })
    child.stdin.on('error', () => {})
    child.stdin.end(JSON.stringify({ module, settings }))
  })
}
