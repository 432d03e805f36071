// What docs/expressions.md says of expressions and of every named function is so.
import { test } from 'node:test'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Pipeline, catalogue } from 'watertight'
import { root } from '../support/root.mjs'
import { fences, tables } from './markdown.mjs'
import { show } from './show.mjs'

const text = readFileSync(join(root, 'docs/expressions.md'), 'utf8')

/** The value as the page writes it, or the error's code and message. */
function valueOf(fn, event) {
  try {
    return show(Pipeline.from({ processors: [{ type: 'apply', fn }] }).push(event)[0])
  } catch (error) {
    return `${error.code}: ${error.message.replace(/^processor 'p0' \(apply\): /, '')}`
  }
}

test('the examples of operators have the values the page says', () => {
  const event = JSON.parse(fences(text).find(({ info }) => info === 'json x').body)
  const [rows] = tables(text, 'Expression')
  assert.ok(rows.length > 20)
  for (const [expression, value] of rows) assert.equal(valueOf(code(expression), event), code(value), expression)
})

test('every function stands in the table of its set, with its arguments and meaning', () => {
  const told = text.split(/^### /m).slice(1).flatMap((part) => {
    const [set] = part.split('\n')
    return tables(part, 'Function').flat().map(([name, count, about]) => [set, code(name), count, about])
  })
  const listed = catalogue().functions.map((f) => [f.set, f.name, counts(f), f.about])
  assert.deepEqual(told, listed)
})

for (const [name, , , example] of tables(text, 'Function').flat()) {
  test(`${code(name)}: the example has the value the page says`, () => {
    // The key of all slices means something to a slice only.
    if (code(name) === 'everySlice') return assert.match(example, /slice\.md/)
    const [, expression, value] = /^`(.*)` is `(.*)`$/.exec(example)
    assert.ok(expression.includes(`${code(name)}(`))
    assert.equal(valueOf(expression, null), value)
  })
}

test('values have the types the page says', () => {
  const samples = {
    null: null, boolean: true, number: 1, string: 'a', list: [1], set: new Set([1]), map: new Map([[1, 2]]), object: { a: 1 },
  }
  const [rows] = tables(text, 'Type')
  for (const [type, , told] of rows) {
    // There is no multiset in JS: only functions and processors make one.
    const fn = type === 'multiset' ? 'typeOf(multiset(1))' : 'typeOf(x)'
    assert.equal(`'${JSON.parse(valueOf(fn, samples[type]))}'`, code(told))
  }
})

test('the limits of expressions are those of the page', () => {
  const [, depth, operators] = /nest (\d+) deep and have ([\d ]+) operators/.exec(text)
  // The expression itself is the first level.
  const nested = (n) => valueOf('('.repeat(n - 1) + '1' + ')'.repeat(n - 1), null)
  const long = (n) => valueOf('1' + ' + 1'.repeat(n), null)
  const most = Number(operators.replaceAll(' ', ''))
  assert.equal(long(most), String(most + 1))
  assert.match(long(most + 1), /^E_LIMIT/)
  assert.equal(nested(Number(depth)), '1')
  assert.match(nested(Number(depth) + 1), /^E_LIMIT/)
})

function counts({ least, most }) {
  if (most === Infinity) return least === 0 ? 'any number' : `${least} or more`
  return least === most ? String(least) : `${least} to ${most}`
}

function code(cell) {
  return /^`(.*)`$/.exec(cell)[1]
}
