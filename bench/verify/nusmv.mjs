// The time NuSMV takes for a model, as a user would run it.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { root } from '../../tests/support/root.mjs'

const folder = join(root, 'target/peers/nusmv')

/** Milliseconds from start to end; undefined past the limit, in seconds. */
export async function timeNusmv(model, options, limit) {
  const place = mkdtempSync(join(tmpdir(), 'watertight-bench-'))
  const file = join(place, 'model.smv')
  writeFileSync(file, model)
  const start = performance.now()
  const late = await new Promise((resolve, reject) => {
    const child = spawn(join(folder, 'NuSMVa_linux64'), [...options, file], { env: { ...process.env, LD_LIBRARY_PATH: folder }, stdio: 'ignore' })
    const timer = setTimeout(() => child.kill('SIGKILL'), limit * 1000)
    child.on('error', reject)
    child.on('close', (_, signal) => {
      clearTimeout(timer)
      resolve(signal !== null)
    })
  })
  const ms = performance.now() - start
  rmSync(place, { recursive: true, force: true })
  return late ? undefined : ms
}
