// The limits and error codes of docs/pipelines.md are those of the engine.
import { test } from 'node:test'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Pipeline } from 'watertight'
import { root } from '../support/root.mjs'
import { tables } from './markdown.mjs'

const text = readFileSync(join(root, 'docs/pipelines.md'), 'utf8')
const [rows] = tables(text, 'Limit')
const told = Object.fromEntries(rows.map(([name, , value]) => [name.replaceAll('`', ''), value.replaceAll(/[`' ]/g, '')]))
const passed = ({ code }) => code === 'E_LIMIT'

/** For each limit: an act that passes with exactly so much, and fails with one more. */
const acts = {
  bytes: (n, limits) => Pipeline.from(`{"processors":[{"type":"passthrough"}]}`.padEnd(n), { limits }),
  depth: (n, limits) => {
    // The value itself lies three levels inside the pipeline.
    let value = []
    for (let k = 3; k < n; k++) value = [value]
    return Pipeline.from({ processors: [{ type: 'turnInto', value }] }, { limits })
  },
  processors: (n, limits) => Pipeline.from({ processors: Array.from({ length: n }, () => ({ type: 'passthrough' })) }, { limits }),
  queue: (n, limits) => Pipeline.from({ inputs: ['a', 'b'], processors: [{ type: 'passthrough' }] }, { limits })
    .run({ a: new Float64Array(n) }),
  slices: (n, limits) => Pipeline.from({ processors: [{ type: 'slice', key: 'x', of: { type: 'passthrough' } }, { type: 'turnInto', value: 0 }] }, { limits })
    .run(Float64Array.from({ length: n }, (_, k) => k)),
  width: (n, limits) => Pipeline.from({ processors: [{ type: 'window', width: n, of: { type: 'passthrough' } }] }, { limits }),
  burst: (n, limits) => Pipeline.from({ processors: [{ type: 'unpack' }] }, { limits }).push(new Array(n).fill(0)),
  text: (n, limits) => Pipeline.from({ processors: [{ type: 'apply', fn: 'size(concat(x))' }] }, { limits }).push(''.padEnd(n)),
  elements: (n, limits) => Pipeline.from({ processors: [{ type: 'putInto', into: 'list' }, { type: 'turnInto', value: 0 }] }, { limits })
    .run(new Float64Array(n)),
}

test('the table names every limit', () => {
  assert.deepEqual(Object.keys(told).sort(), [...Object.keys(acts), 'policy'].sort())
  assert.throws(() => Pipeline.from({ type: 'passthrough' }, { limits: { noSuchLimit: 1 } }), { code: 'E_SHAPE' })
})

for (const [name, act] of Object.entries(acts)) {
  test(`the limit ${name} is what the page says, and can be set`, () => {
    const most = Number(told[name])
    act(most, {})
    assert.throws(() => act(most + 1, {}), passed)
    const fewer = Math.floor(most * 0.75)
    act(fewer, { [name]: fewer })
    assert.throws(() => act(fewer + 1, { [name]: fewer }), passed)
  })
}

test('a full queue does what the page says unless told otherwise', () => {
  const push = (limits) => {
    const p = Pipeline.from({ inputs: ['a', 'b'], processors: [{ type: 'apply', fn: 'x + y' }] }, { limits: { queue: 1, ...limits } })
    p.pushTo('a', 1)
    p.pushTo('a', 2)
    return p.pushTo('b', 10)
  }
  assert.throws(() => push({}), passed)
  assert.throws(() => push({ policy: told.policy }), passed)
  assert.deepEqual(push({ policy: 'dropOldest' }), [12])
})

test('the table of errors has every code of the engine and no other', () => {
  const [codes] = tables(text, 'Code')
  const source = readFileSync(join(root, 'src/error.rs'), 'utf8')
  const known = [...source.matchAll(/=> "(E_\w+)"/g)].map(([, code]) => code)
  assert.deepEqual(codes.map(([code]) => code.replaceAll('`', '')), known)
})
