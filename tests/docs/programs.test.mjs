// Every program and terminal session in the docs runs and prints what the page says.
import { test } from 'node:test'
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../support/root.mjs'
import { commands, programs, runProgram, shell } from './programs.mjs'

const pages = readdirSync(join(root, 'docs'), { recursive: true }).filter((name) => name.endsWith('.md')).map((name) => join('docs', name))

for (const file of ['README.md', ...pages]) {
  const text = readFileSync(join(root, file), 'utf8')
  const name = file.replace(/\.md$/, '').replaceAll(/[\\/]/g, '-')

  programs(text).forEach(({ source, output, line }, k) => {
    test(`${file}: the program in line ${line}`, () => {
      assert.equal(runProgram(source, `${name}-${k}`), output)
    })
  })

  const session = commands(text)
  if (session.length > 0) {
    test(`${file}: the commands`, () => {
      const run = shell(name)
      for (const { command, output, line } of session) assert.equal(run(command), output, `line ${line}: ${command}`)
    })
  }
}
