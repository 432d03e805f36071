// The programs and terminal sessions in the docs, and what they print when they are run.
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { root } from '../support/root.mjs'
import { fences } from './markdown.mjs'

/** Inside the checkout, so that `watertight` and the peers are found by the ordinary rules. */
const folder = join(root, 'target/docs-examples')

/** The blocks ```js runnable of a page, each with the block ```text output after it. */
export function programs(text) {
  const blocks = fences(text)
  return blocks.flatMap((block, k) => {
    if (block.info !== 'js runnable') return []
    const after = blocks[k + 1]
    if (after?.info !== 'text output') throw new Error(`the program in line ${block.line} is not followed by its output`)
    return [{ source: block.body, output: after.body, line: block.line }]
  })
}

/** What a program prints, stdout and stderr together. */
export function runProgram(source, name) {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${name}.mjs`)
  writeFileSync(file, source)
  return printed('node', [file], folder)
}

/** The commands of a page's ```console blocks, each with what the page says it prints, in order. */
export function commands(text) {
  return fences(text).filter(({ info }) => info === 'console').flatMap(({ body, line }) => {
    const found = []
    for (const each of body.split('\n')) {
      if (each.startsWith('$ ')) found.push({ command: each.slice(2), output: [], line })
      else if (found.at(-1)?.command.endsWith('\\') && found.at(-1).output.length === 0) found.at(-1).command += `\n${each}`
      else found.at(-1).output.push(each)
    }
    return found.map((each) => ({ ...each, output: each.output.join('\n') }))
  })
}

/** A shell in an empty folder with `watertight` on its path: give it a command, it gives what that prints. */
export function shell(name) {
  const place = join(folder, name)
  rmSync(place, { recursive: true, force: true })
  mkdirSync(join(place, 'bin'), { recursive: true })
  const program = join(place, 'bin/watertight')
  writeFileSync(program, `#!/bin/sh\nexec node '${join(root, 'node_modules/watertight/cli.mjs')}' "$@"\n`)
  chmodSync(program, 0o755)
  const env = { ...process.env, PATH: `${join(place, 'bin')}${delimiter}${process.env.PATH}` }
  return (command) => printed('sh', ['-c', command], place, env)
}

function printed(program, args, cwd, env = process.env) {
  // One pipe for both, so that they come in the order in which they were written.
  const quoted = [program, ...args].map((part) => `'${part.replaceAll(`'`, `'\\''`)}'`).join(' ')
  const { stdout, error } = spawnSync('sh', ['-c', `exec ${quoted} 2>&1`], { cwd, env: { ...env, NO_COLOR: '1' }, encoding: 'utf8' })
  if (error) throw error
  return stdout.replace(/\n$/, '')
}
