// TypeScript: strict checks of a user's program against the shipped types, libraries included.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { project } from '../support/project.mjs'
import { tool } from '../support/root.mjs'
import { run } from '../support/run.mjs'
import { imported } from './program.mjs'

const settings = (module, moduleResolution) => JSON.stringify({
  compilerOptions: {
    module, moduleResolution, target: 'es2022', lib: ['es2022', 'esnext.disposable', 'dom'], types: [],
    strict: true, noEmit: true, skipLibCheck: false,
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
