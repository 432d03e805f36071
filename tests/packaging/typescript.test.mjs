// TypeScript: strict checks of a user's program against the shipped types, libraries included.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { project } from '../support/project.mjs'
import { root, tool } from '../support/root.mjs'
import { run } from '../support/run.mjs'
import { imported } from './program.mjs'

const settings = (module, moduleResolution, others = { lib: ['es2022', 'esnext.disposable', 'dom'], types: [] }) => JSON.stringify({
  compilerOptions: {
    module, moduleResolution, target: 'es2022', strict: true, noEmit: true, skipLibCheck: false, ...others,
  },
  include: ['*.ts', '*.mts', '*.cts'],
})

const wrong = "import { Pipeline } from 'watertight'\nPipeline.from({ processors: [] }).noSuchMethod()\n"

const projects = {
  'nodenext, ES module': [settings('nodenext', 'nodenext'), 'main.mts'],
  'nodenext, CommonJS': [settings('nodenext', 'nodenext'), 'main.cts'],
  'bundler': [settings('esnext', 'bundler'), 'main.ts'],
}

const tested = `import { testAsyncIterable, testModule, testWebStream, type TestReport } from 'watertight'
const collect = async (source: AsyncIterable<number>) => {
  for await (const x of source) x.toFixed()
}
async function* doubles(source: AsyncIterable<number>) {
  for await (const x of source) yield 2 * x
}
export const reports: Promise<TestReport>[] = [
  testModule({ kind: 'async-iterable-sink', create: collect }, { prune: false }),
  testAsyncIterable(collect, { kind: 'sink' }),
  testAsyncIterable(doubles, { maxN: 2 }),
  testWebStream(() => new WritableStream<number>(), { kind: 'sink' }),
  testWebStream((source: ReadableStream<number>) => source.pipeTo(new WritableStream()), { kind: 'sink' }),
  testWebStream(() => new TransformStream<number, number>()),
]
export const leftOut = (report: TestReport): number => report.pruned
`

test('tsc knows what a tester takes, by its kind', async (t) => {
  const config = settings('nodenext', 'nodenext')
  const cwd = await project(t, { 'tsconfig.json': config, 'main.mts': tested })
  await run(tool('tsc'), ['-p', '.'], { cwd })
  const sink = "import { testAsyncIterable } from 'watertight'\ntestAsyncIterable(async (source) => source)\n"
  const other = await project(t, { 'tsconfig.json': config, 'main.mts': sink })
  await assert.rejects(run(tool('tsc'), ['-p', '.'], { cwd: other }), /TS2\d+/)
})

const batches = `import { init, Pipeline, pipeline } from 'watertight'
export const loaded = (bytes: Uint8Array) => [init(bytes), init(new URL('file:///engine.wasm')), init(fetch('/engine.wasm'))]
const p: Pipeline<[number], [number]> = pipeline((x) => x)
export const out: number[][] = [p.run([1]), p.run(Int8Array.of(1)), p.run({ in: [1] })]
export const web = p.toTransformStream({ readable: { highWaterMark: 4 } }).readable.getReader()
`

// As a program for Node has it: the types of Node, none of browsers.
const node = settings('nodenext', 'nodenext', { lib: ['es2022'], types: ['node'], typeRoots: [join(root, 'node_modules/@types')] })

test('tsc without the types of browsers', async (t) => {
  const cwd = await project(t, { 'tsconfig.json': node, 'main.mts': imported, 'batches.mts': batches })
  await run(tool('tsc'), ['-p', '.'], { cwd })
})

test('tsc refuses batches that run() does not take', async (t) => {
  for (const wrong of ['new Set([1])', 'BigInt64Array.of(1n)', '{ length: 1, 0: 1 }', '"text"']) {
    const main = `import { Pipeline } from 'watertight'\nexport const f = (p: Pipeline<[number], [number]>) => p.run(${wrong})\n`
    const cwd = await project(t, { 'tsconfig.json': node, 'main.mts': main })
    await assert.rejects(run(tool('tsc'), ['-p', '.'], { cwd }), /TS2\d+/, wrong)
  }
})

for (const [name, [config, main]] of Object.entries(projects)) {
  test(`tsc ${name}`, async (t) => {
    const cwd = await project(t, { 'tsconfig.json': config, [main]: imported })
    await run(tool('tsc'), ['-p', '.'], { cwd })
  })

  test(`tsc ${name} refuses what the API does not have`, async (t) => {
    const cwd = await project(t, { 'tsconfig.json': config, [main]: wrong })
    await assert.rejects(run(tool('tsc'), ['-p', '.'], { cwd }), /noSuchMethod/)
  })
}
