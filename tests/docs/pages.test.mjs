// The pages hang together: every link leads somewhere, and the index lists all there is.
import { test } from 'node:test'
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import * as api from 'watertight'
import { root } from '../support/root.mjs'
import { anchors, relativeLinks, tables } from './markdown.mjs'

const inDocs = readdirSync(join(root, 'docs'), { recursive: true }).filter((name) => name.endsWith('.md')).map((name) => join('docs', name))
const files = ['README.md', 'ARCHITECTURE.md', 'CHANGELOG.md', 'tests/README.md', ...inDocs]
const index = readFileSync(join(root, 'docs/README.md'), 'utf8')

for (const file of files) {
  test(`${file}: every link resolves`, () => {
    const text = readFileSync(join(root, file), 'utf8')
    for (const link of relativeLinks(text)) {
      const [path, anchor] = link.split('#')
      const target = path === '' ? join(root, file) : resolve(dirname(join(root, file)), path)
      assert.ok(existsSync(target), `${link}: there is no such file`)
      if (anchor === undefined || statSync(target).isDirectory()) continue
      assert.ok(anchors(readFileSync(target, 'utf8')).includes(anchor), `${link}: there is no such heading`)
    }
  })
}

test('every page can be reached from the index', () => {
  const reached = new Set(['docs/README.md'])
  for (const file of reached) {
    const text = readFileSync(join(root, file), 'utf8')
    const targets = relativeLinks(text).map((link) => link.split('#')[0]).filter((path) => path.endsWith('.md'))
    for (const path of targets) {
      const target = join(dirname(file), path)
      if (existsSync(join(root, target))) reached.add(target)
    }
  }
  assert.deepEqual(inDocs.filter((file) => !reached.has(file)), [])
})

test('the index lists every processor with what it is about, in the order of the engine', () => {
  const rows = tables(index, 'Processor').flat()
  const listed = api.catalogue().processors.map(({ name, about }) => [`[${name}](processors/${name}.md)`, about])
  assert.deepEqual(rows, listed)
})

test('the index names everything the package exports and everything the builder can do', () => {
  for (const name of Object.keys(api)) {
    if (name !== 'default' && name !== 'module.exports') assert.match(index, new RegExp(`\\b${name}\\b`), name)
  }
  let stream
  api.pipeline((x) => (stream = x))
  const methods = Object.getOwnPropertyNames(Object.getPrototypeOf(stream)).filter((name) => name !== 'constructor')
  assert.ok(methods.length > 80)
  const processors = api.catalogue().processors.map(({ name }) => name)
  for (const name of methods) {
    if (!processors.includes(name)) assert.match(index, new RegExp(`\\b${name}\\b`), name)
  }
  // `custom` is reached by use().
  assert.deepEqual(processors.filter((name) => name !== 'custom' && !methods.includes(name)), [])
})

test('the index names every public member of a pipeline', () => {
  const types = readFileSync(join(root, 'js/pipeline.d.ts'), 'utf8').split('export class Pipeline')[1]
  const members = [...types.matchAll(/^ {2}(?:static |readonly )?(\w+)[<(:]/gm)].map(([, name]) => name)
  assert.ok(members.length > 20)
  for (const name of new Set(members)) assert.match(index, new RegExp(`\\.${name}\\b`), name)
})
