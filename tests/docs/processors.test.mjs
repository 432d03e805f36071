// A page for each kind of processor, and everything a page says of parameters, defaults and examples is so.
import { test } from 'node:test'
import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Pipeline, catalogue } from 'watertight'
import { root } from '../support/root.mjs'
import { fences, tables } from './markdown.mjs'
import { eventsOf, trace } from './trace.mjs'

const folder = join(root, 'docs/processors')
const kinds = catalogue().processors.map(({ name }) => name)
/** Keys of the graph, which every processor may have. */
const GRAPH = ['id', 'type', 'from', 'queue', 'parallel']

const pages = readdirSync(folder).map((file) => read(file.replace(/\.md$/, '')))

function read(name) {
  const text = readFileSync(join(folder, `${name}.md`), 'utf8')
  const blocks = fences(text)
  const block = (info) => {
    const found = blocks.filter((each) => each.info === info)
    assert.ok(found.length <= 1, `${name}.md has ${found.length} blocks '${info}'`)
    return found[0]?.body
  }
  const [rows = []] = tables(text, 'Parameter')
  const parameters = rows.map(([key, , fallback]) => ({ key: unquoted(key), fallback }))
  return { name, text, parameters, pipeline: block('json pipeline'), trace: block('trace'), builder: block('js builder') }
}

function unquoted(cell) {
  return /^`(.*)`$/.exec(cell)?.[1]
}

test('every kind of processor has a page, and every page a kind', () => {
  assert.deepEqual(pages.map(({ name }) => name).sort(), [...kinds].sort())
  for (const { name, text } of pages) assert.ok(text.startsWith(`# ${name}\n`), name)
})

// `custom` exists only in code: its example is a program.
const withJson = pages.filter(({ name }) => name !== 'custom')

for (const page of withJson) {
  test(`${page.name}: the example gives what the page says`, () => {
    const lines = page.trace.split('\n')
    assert.match(lines.at(-1), /^end\b/)
    assert.deepEqual(lines, trace(JSON.parse(page.pipeline), eventsOf(lines)))
  })

  test(`${page.name}: the parameters are those of the table, with those defaults`, () => {
    const told = page.parameters.map(({ key }) => key)
    const used = Object.keys(processorOf(page)).filter((key) => !GRAPH.includes(key))
    assert.deepEqual(used.filter((key) => !told.includes(key)), [], 'in the example but not in the table')
    const accepted = known(page)
    assert.deepEqual(accepted.filter((key) => !told.includes(key)), [], 'accepted but not in the table')
    assert.deepEqual(told.filter((key) => !accepted.includes(key)), [], 'in the table but not accepted')
    for (const { key, fallback } of page.parameters) {
      if (fallback === 'required') assertRequired(page, key)
      else if (fallback !== 'none') assertDefault(page, key, JSON.parse(unquoted(fallback)))
    }
  })
}

/** The processor that the page is about, inside a pipeline. */
function find(json, type) {
  if (json === null || typeof json !== 'object') return undefined
  if (json.type === type) return json
  for (const part of Object.values(json)) {
    const found = find(part, type)
    if (found) return found
  }
  return undefined
}

function processorOf(page) {
  return find(JSON.parse(page.pipeline), page.name)
}

function changed(page, change) {
  const json = JSON.parse(page.pipeline)
  change(find(json, page.name))
  return json
}

// The engine names the parameters it knows when it meets one that it does not.
function known(page) {
  try {
    Pipeline.from(changed(page, (processor) => (processor.noSuchParameter = 1)))
  } catch (error) {
    assert.equal(error.code, 'E_SHAPE')
    const [, list] = /^unknown parameter 'noSuchParameter' \(known: (.*)\)$/.exec(error.message)
    return list === 'none' ? [] : list.split(', ')
  }
  assert.fail('an unknown parameter was accepted')
}

function assertRequired(page, key) {
  assert.throws(
    () => Pipeline.from(changed(page, (processor) => delete processor[key])),
    ({ code, path }) => code === 'E_SHAPE' && path.endsWith(`.${key}`),
    `${key} is not required`,
  )
}

// Saying the default is the same as saying nothing.
function assertDefault(page, key, value) {
  const events = eventsOf(page.trace.split('\n'))
  const silent = changed(page, (processor) => delete processor[key])
  const said = changed(page, (processor) => (processor[key] = value))
  assert.deepEqual(trace(said, events), trace(silent, events), `${key} is not ${JSON.stringify(value)} by default`)
}

test('the builder functions draw the same as the JSON beside them', async () => {
  const shown = withJson.filter(({ builder }) => builder)
  assert.deepEqual(withJson.filter(({ builder }) => !builder).map(({ name }) => name), [], 'pages without a builder function')
  const file = join(root, 'target/docs-examples/builders.mjs')
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, `export default {\n${shown.map(({ name, builder }) => `${name}: ${builder},\n`).join('')}}\n`)
  const { default: builders } = await import(pathToFileURL(file))
  const { pipeline } = await import('watertight')
  for (const page of shown) {
    const json = JSON.parse(page.pipeline)
    const events = eventsOf(page.trace.split('\n'))
    const drawn = pipeline(json.inputs ?? ['in'], builders[page.name])
    assert.deepEqual(trace(drawn.toJSON(), events, Pipeline.from(json).outputs), page.trace.split('\n'), page.name)
  }
})

test('the example at the head of each processor\'s source compiles', () => {
  const sources = join(root, 'src/processors')
  let found = 0
  for (const file of readdirSync(sources)) {
    const comment = readFileSync(join(sources, file), 'utf8').split('\n').filter((line) => line.startsWith('//!'))
    for (const { info, body } of fences(comment.map((line) => line.replace(/^\/\/! ?/, '')).join('\n'))) {
      assert.equal(info, 'json', file)
      const processor = JSON.parse(body)
      const inputs = [processor.from ?? (['values', 'splice'].includes(processor.type) ? [] : 'in')].flat()
      assert.doesNotThrow(() => Pipeline.from({ inputs, processors: [processor] }), `src/processors/${file}`)
      found++
    }
  }
  // All but `custom`.
  assert.equal(found, kinds.length - 1)
})
