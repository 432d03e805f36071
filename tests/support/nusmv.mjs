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
  const place = mkdtempSync(join(tmpdir(), 'watertight-smv-'))
  try {
    const commands = [
      'read_model', 'flatten_hierarchy', 'encode_variables', 'build_model',
      ...(total ? ['check_fsm'] : []),
      ...names.map((name) => `check_property -P ${name}`),
      'quit',
    ]
    writeFileSync(join(place, 'model.smv'), model)
    writeFileSync(join(place, 'commands'), `${commands.join('\n')}\n`)
    const text = await run([...options, '-source', join(place, 'commands'), join(place, 'model.smv')], seconds)
    if (text === undefined) return undefined
    // One line for each property, in the order in which they were asked.
    const verdicts = [...text.matchAll(/^-- (?:specification|invariant) .* is (true|false)$/gm)].map(([, verdict]) => verdict === 'true')
    if (verdicts.length !== names.length) throw new Error(`NuSMV said:\n${text.replace(/^\*\*\*.*\n/gm, '')}`)
    return { verdicts, total: /The transition relation is total/.test(text), text }
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}

function run(args, seconds) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { env: { ...process.env, LD_LIBRARY_PATH: folder } })
    let text = ''
    const take = (chunk) => (text += chunk)
    child.stdout.setEncoding('utf8').on('data', take)
    child.stderr.setEncoding('utf8').on('data', take)
    const timer = setTimeout(() => child.kill('SIGKILL'), seconds * 1000)
    child.on('error', reject)
    child.on('close', (_, signal) => {
      clearTimeout(timer)
      resolve(signal === 'SIGKILL' ? undefined : text)
    })
  })
}

/** The names of the properties of a printed model, in order. */
export function propertyNames(model) {
  return [...model.matchAll(/^(?:CTLSPEC|LTLSPEC|INVARSPEC) NAME (\S+) :=/gm)].map(([, name]) => name)
}
