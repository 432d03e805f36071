// Installs the packages of the list, in exact versions, into a folder of their own. One that cannot be installed is left
// out with its reason.
import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const ARGS = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--omit=dev', '--loglevel=error', '--fetch-retries=1']
const PATIENCE_MS = 240_000

/** Resolves to `{ name: reason }` of what is missing afterwards. */
export async function install(lines, folder) {
  mkdirSync(folder, { recursive: true })
  const wanted = Object.fromEntries(lines.map(({ name, version }) => [name, version]))
  if (await attempt(wanted, folder, []) === undefined) return {}
  // Not all together: find out who it is, without fetching anything, and leave those out.
  const missing = {}
  for (const [name, version] of Object.entries(wanted)) {
    const place = join(folder, 'alone', name)
    mkdirSync(place, { recursive: true })
    const reason = await attempt({ [name]: version }, place, ['--package-lock-only', '--fetch-timeout=20000'])
    if (reason) missing[name] = `does not install: ${reason}`
  }
  const rest = Object.fromEntries(Object.entries(wanted).filter(([name]) => !missing[name]))
  const reason = await attempt(rest, folder, [])
  if (reason) throw new Error(`npm cannot install the packages: ${reason}`)
  return missing
}

async function attempt(dependencies, folder, more) {
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'board', private: true, dependencies }, null, 2))
  try {
    await run('npm', [...ARGS, ...more], { cwd: folder, timeout: PATIENCE_MS, shell: process.platform === 'win32' })
  } catch (error) {
    const told = String(error.stderr || error.message).split('\n').filter((line) => /^npm error/.test(line))
    return (told[1] ?? told[0] ?? error.message).replace(/^npm error (code )?/, '').trim()
  }
  return undefined
}

/** The version that is installed, or none. */
export function installedVersion(name, folder) {
  try {
    return JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8')).version
  } catch {
    return undefined
  }
}
