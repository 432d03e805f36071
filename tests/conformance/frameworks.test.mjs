// Three lines in node:test, tape, mocha and vitest: a clean module passes, a spoilt one fails with its trace.
import { test } from 'node:test'
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { root } from '../support/root.mjs'

const tool = (name) => join(root, 'node_modules/.bin', name)
const file = (name) => join(root, 'tests/conformance/frameworks', name)

const frameworks = {
  'node:test': [process.execPath, ['--test', '--test-reporter=tap', file('node.mjs')]],
  'tape': [tool('tape'), [file('tape.mjs')]],
  'mocha': [tool('mocha'), [file('mocha.mjs')]],
  'vitest': [tool('vitest'), ['run', '--root', root, '--reporter=verbose', 'tests/conformance/frameworks/vitest.spec.mjs']],
}

function run(program, args) {
  // Our own test runner would make its child speak to it instead of to us.
  const env = { ...process.env, NO_COLOR: '1' }
  delete env.NODE_TEST_CONTEXT
  return new Promise((resolve) => {
    execFile(program, args, { cwd: root, env }, (error, stdout, stderr) => resolve({ code: error?.code ?? 0, text: stdout + stderr }))
  })
}

for (const [name, [program, args]] of Object.entries(frameworks)) {
  test(`${name}`, async () => {
    const { code, text } = await run(program, args)
    assert.notEqual(code, 0, text)
    assert.match(text, /identity keeps the protocol/)
    assert.match(text, /PS-1 abort-after-end: TI aborts \(x2\) after the end was answered/)
    assert.match(text, /\|<----- abort 1 ------\|/)
    assert.doesNotMatch(text, /identity[^\n]*\n[^\n]*PS-\d/)
  })
}
