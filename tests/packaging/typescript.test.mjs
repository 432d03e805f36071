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
