// Tests the packages of the list, two at a time, each by `watertight test` in processes of its own.
import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { installedVersion } from './install.mjs'

/** No package may keep the others waiting for longer. */
const LIMIT_MS = 60_000

/** `cli` is the command-line program, `list` the module that exports `packages`, `folder` where they are installed. */
export async function testAll(lines, { cli, list, folder, schedules, missing = {}, onDone = () => {} }) {
  const adapters = join(folder, 'adapters')
  mkdirSync(adapters, { recursive: true })
  const results = []
  let next = 0
  const worker = async () => {
    while (next < lines.length) {
      const k = next++
      results[k] = await testOne(lines[k])
      onDone(results[k])
    }
  }
  const testOne = async (line) => {
    const reason = missing[line.name] ?? line.reason
    if (reason) return { line, reason }
    const version = installedVersion(line.name, folder)
    if (version !== line.version) return { line, reason: version ? `version ${version} is installed` : 'is not installed' }
    const file = join(adapters, `${line.name}.mjs`)
    writeFileSync(file, adapterText(line.name, { list, folder }))
    let report = await command(cli, file, schedules, folder)
    // A machine that was busy with something else gets a second chance; a package that cannot be loaded fails again.
    if (report.error) report = await command(cli, file, schedules, folder)
    return report.error ? { line, reason: report.error } : { line, report }
  }
  await Promise.all([worker(), worker()])
  return results
}

const here = (name) => new URL(name, import.meta.url).href

function adapterText(name, { list, folder }) {
  return `import { adapterOf } from ${JSON.stringify(here('./adapter.mjs'))}
import { packages } from ${JSON.stringify(pathToFileURL(list).href)}
export default adapterOf(packages.find(({ name }) => name === ${JSON.stringify(name)}), ${JSON.stringify(folder)})
`
}

function command(cli, file, schedules, folder) {
  return new Promise((resolve) => {
    const args = [cli, 'test', file, '--schedules', schedules, '--reporter', 'json', '--scenario-ms', '1500']
    const child = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] })
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      child.kill('SIGINT')
    }, LIMIT_MS)
    let text = ''
    child.stdout.setEncoding('utf8').on('data', (part) => {
      text += part
    })
    child.on('close', () => {
      clearTimeout(timer)
      try {
        resolve(JSON.parse(text))
      } catch {
        resolve({ error: isLate ? `took longer than ${LIMIT_MS / 1000} s` : 'gave no report' })
      }
    })
  })
}
