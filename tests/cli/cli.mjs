// Runs the packed command line as a user would.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../support/root.mjs'

/** Path of the program in the unpacked package. */
export const program = join(root, 'node_modules/watertight/cli.mjs')

/** Resolves to `{ code, stdout, stderr }`; `stdin` is a text or an iterable of texts. */
export function watertight(args, { stdin = '', cwd, nodeArgs = [] } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn('node', [...nodeArgs, program, ...args], { cwd, env: { ...process.env, NO_COLOR: '1' } })
    const out = { stdout: '', stderr: '' }
    child.stdout.setEncoding('utf8').on('data', (text) => (out.stdout += text))
    child.stderr.setEncoding('utf8').on('data', (text) => (out.stderr += text))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, ...out }))
    // The program may stop before it has read everything.
    child.stdin.on('error', () => {})
    feed(child.stdin, typeof stdin === 'string' ? [stdin] : stdin)
  })
}

async function feed(stream, texts) {
  for (const text of texts) {
    if (!stream.write(text)) await new Promise((resolve) => stream.once('drain', resolve).once('close', resolve))
    if (stream.destroyed) return
  }
  stream.end()
}

/** A folder with these files (`{ name: text or JSON }`), removed after the test. */
export function folder(t, files) {
  const path = mkdtempSync(join(tmpdir(), 'watertight-cli-'))
  t.after(() => rmSync(path, { recursive: true, force: true }))
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(join(path, name), typeof content === 'string' ? content : JSON.stringify(content))
  }
  return path
}
