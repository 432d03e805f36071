// Start-up time and size of the package.
import { execFileSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { tarball } from '../tests/support/tarball.mjs'

const home = dirname(createRequire(import.meta.url).resolve('watertight/package.json'))

/** Milliseconds that loading the package adds to a bare Node process: the best of several. */
export function startUp(runs = 7) {
  const best = (program) => Math.min(...Array.from({ length: runs }, () => {
    const start = performance.now()
    execFileSync('node', ['-e', program], { cwd: home })
    return performance.now() - start
  }))
  return { bare: best(''), loaded: best(`require(${JSON.stringify(join(home, 'node.cjs'))})`) }
}

/** Bytes of what is downloaded. */
export function sizes() {
  const wasm = readFileSync(join(home, 'engine_bg.wasm'))
  const browser = readFileSync(join(home, 'browser.js'))
  return {
    'tarball': statSync(tarball()).size,
    'engine': wasm.length,
    'engine, gzip': gzipSync(wasm, { level: 9 }).length,
    'browser.js, gzip': gzipSync(browser, { level: 9 }).length,
  }
}
