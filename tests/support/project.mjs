// An empty project with the packed package installed, as a user would have it.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { run } from './run.mjs'
import { tarball } from './tarball.mjs'

/** Makes the project with these files (`{ path: text }`) and removes it after the test; resolves to its folder. */
export async function project(t, files) {
  // Outside the checkout, so that nothing but the project's own node_modules can answer.
  const folder = await mkdtemp(join(tmpdir(), 'watertight-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  await writeFile(join(folder, 'package.json'), '{ "name": "project", "private": true }\n')
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', '--loglevel=error', tarball()], { cwd: folder })
  return folder
}
