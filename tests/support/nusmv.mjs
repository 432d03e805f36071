// NuSMV 2.6.0, where `cargo xtask setup` has put it.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './root.mjs'

const folder = join(root, 'target/peers/nusmv')
const program = join(folder, 'NuSMVa_linux64')

/** Why tests with NuSMV cannot run here; false if they can. */
export const missing = existsSync(program) ? false : 'NuSMV is missing: cargo xtask setup fetches it'

/** Verdicts by property name, and whether every state has a successor; undefined where it took too long. */
export async function nusmv(model, names, { options = ['-dynamic', '-coi'], seconds = 5, total = false } = {}) {
  const commands = ['go', ...(total ? ['check_fsm'] : []), ...names.map((name) => `check_property -P ${name}`)]
  const text = await nusmvSays(model, commands, { options, seconds })
  if (text === undefined) return undefined
  // One line for each property, in the order in which they were asked.
  const verdicts = [...text.matchAll(/^-- (?:specification|invariant) .* is (true|false)$/gm)].map(([, verdict]) => verdict === 'true')
  if (verdicts.length !== names.length) throw new Error(`NuSMV said:\n${text.replace(/^\*\*\*.*\n/gm, '')}`)
  return { verdicts, total: /The transition relation is total/.test(text), text }
}

/** What NuSMV prints on commands about a model, with these files (`{ name: text }`) at hand; undefined where it took too long. */
export async function nusmvSays(model, commands, { options = [], seconds = 5, files = {} } = {}) {
  const place = mkdtempSync(join(tmpdir(), 'watertight-smv-'))
  try {
    const all = { ...files, 'model.smv': model, 'commands': `${[...commands, 'quit'].join('\n')}\n` }
    for (const [name, text] of Object.entries(all)) writeFileSync(join(place, name), text)
    return await run([...options, '-source', 'commands', 'model.smv'], seconds, place)
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}

function run(args, seconds, cwd) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env: { ...process.env, LD_LIBRARY_PATH: folder }, stdio: ['ignore', 'pipe', 'pipe'] })
    const text = { out: '', err: '' }
    child.stdout.setEncoding('utf8').on('data', (chunk) => (text.out += chunk))
    child.stderr.setEncoding('utf8').on('data', (chunk) => (text.err += chunk))
    const timer = setTimeout(() => child.kill('SIGKILL'), seconds * 1000)
    child.on('error', reject)
    child.on('close', (_, signal) => {
      clearTimeout(timer)
      resolve(signal === 'SIGKILL' ? undefined : `${text.out}\n${text.err}`)
    })
  })
}

/** The names of the properties of a printed model, in order. */
export function propertyNames(model) {
  return [...model.matchAll(/^(?:CTLSPEC|LTLSPEC|INVARSPEC) NAME (\S+) :=/gm)].map(([, name]) => name)
}
