// Bad input: one line that names the file and the place, exit 2, never a stack trace.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { folder, watertight } from './cli.mjs'

const sum = { processors: [{ id: 'sum', type: 'cumulate', fn: 'x + y' }] }

async function refuses(t, files, args, stdin, pattern) {
  const { code, stderr } = await watertight(args, { cwd: folder(t, files), stdin })
  assert.equal(code, 2, stderr)
  assert.match(stderr, pattern)
  assert.equal(stderr.split('\n').length, 2, `one line, got: ${stderr}`)
}

test('pipeline files', async (t) => {
  await refuses(t, {}, ['run', 'none.json'], '', /^watertight: none\.json: no such file\n/)
  await refuses(t, { 'p.json': '{\n  "processors": [ oops ]\n}' }, ['run', 'p.json'], '', /p\.json:2:19: not JSON: expected a value, got 'oops \]'/)
  await refuses(t, { 'p.json': { processors: [{ id: 'a', type: 'fly' }] } }, ['run', 'p.json'], '', /p\.json: E_SHAPE: .*fly.*processors\[0\]/)
  await refuses(t, { 'p.json': { processors: [{ id: 'a', type: 'apply', fn: 'x +' }] } }, ['run', 'p.json'], '', /p\.json: E_SYNTAX: .*processors\[0\]\.fn/)
})

test('events', async (t) => {
  await refuses(t, { 's.json': sum }, ['run', 's.json'], '1\n{"a":}\n', /^watertight: stdin:2:6: not JSON: expected a value, got '}'\n/)
  await refuses(t, { 's.json': sum }, ['run', 's.json'], '1\nnull\n', /^watertight: stdin:2:1: E_TYPE: /)
  await refuses(t, { 's.json': sum }, ['run', 's.json', '--input', 'gone'], '', /^watertight: gone: no such file\n/)
  await refuses(t, { 's.json': sum }, ['run', 's.json', '--format', 'xml'], '', /--format must be one of ndjson, csv, json, lines, got 'xml'/)
  await refuses(t, { 's.json': sum }, ['run', 's.json', '--format', 'csv'], 'a,b\n1\n', /stdin:2:1: expected 2 cells, got 1/)
  await refuses(t, { 's.json': sum }, ['run', 's.json', '--format', 'csv'], 'a,b\n"1,2\n', /stdin:2:1: expected a closing quote, got the end/)
  await refuses(t, { 's.json': sum }, ['run', 's.json', '--format', 'csv'], '__proto__\n1\n', /the column name '__proto__' is not allowed/)
  await refuses(t, { 's.json': sum }, ['run', 's.json', '--format', 'csv'], 'a,b,a\n1,2,3\n', /stdin:1:5: the column name 'a' stands there twice/)
  await refuses(t, { 's.json': sum }, ['run', 's.json', '--format', 'json'], '[1,,2]', /stdin:1:4: not JSON: expected a value, got ','/)
  await refuses(t, { 's.json': sum }, ['run', 's.json', '--format', 'json'], '[1,\n]', /stdin:2:1: not JSON: expected a value, got '\]'/)
  await refuses(t, { 's.json': sum }, ['run', 's.json', '--format', 'json'], '{"a":1}', /stdin:1:1: not JSON: expected '\['/)
  await refuses(t, { 's.json': sum }, ['run', 's.json', '--format', 'json'], '[1,\n 2', /stdin:2:3: not JSON: expected ',' or '\]', got the end/)
})

test('bytes that are no text', async (t) => {
  const cwd = folder(t, { 'p.json': { processors: [{ type: 'passthrough' }] } })
  const wrong = Buffer.from([0x61, 0xff])
  for (const [format, before, after, place] of [
    ['ndjson', '1\n"', '"\n2\n', '2:3'], ['lines', 'one\n', '\n2', '2:2'], ['csv', 'n\n1\n', '\n2\n', '3:2'], ['json', '[1,\n"', '",2]', '2:3'],
  ]) {
    const stdin = [Buffer.concat([Buffer.from(before), wrong, Buffer.from(after)])]
    const stopped = await watertight(['run', 'p.json', '--format', format], { cwd, stdin })
    assert.deepEqual([stopped.code, stopped.stderr], [2, `watertight: stdin:${place}: not UTF-8\n`], format)
    const { code, stdout } = await watertight(['run', 'p.json', '--format', format, '--skip-bad', '--reporter', 'json'], { cwd, stdin })
    const { written, skipped } = JSON.parse(stdout)
    assert.deepEqual({ code, written, skipped }, { code: 0, written: 2, skipped: 1 }, format)
  }
  const cut = await watertight(['run', 'p.json', '--format', 'lines'], { cwd, stdin: [Buffer.from([0x61, 0xe2, 0x82])] })
  assert.equal(cut.stderr, 'watertight: stdin:1:2: not UTF-8\n')
})

test('events that nest deeper than can be written', async (t) => {
  const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`
  const files = { 'p.json': { type: 'passthrough' } }
  await refuses(t, files, ['run', 'p.json'], `1\n${deep}\n3\n`, /^watertight: stdin:2:1: E_LIMIT: an event nests too deep/)
  await refuses(t, files, ['run', 'p.json'], `1\n${'['.repeat(5000)}\n`, /^watertight: stdin:2:5001: not JSON: expected a value, got the end/)
})

test('events before the bad one are still written', async (t) => {
  const cwd = folder(t, { 's.json': sum })
  assert.equal((await watertight(['run', 's.json'], { cwd, stdin: '1\n2\noops\n4\n' })).stdout, '1\n3\n')
})

test('--skip-bad passes over them and counts them', async (t) => {
  const cwd = folder(t, { 's.json': sum })
  const { code, stdout, stderr } = await watertight(['run', 's.json', '--skip-bad', '--stats'], { cwd, stdin: '1\noops\n2\n' })
  assert.equal(code, 0)
  assert.equal(stdout, '1\n3\n')
  assert.match(stderr, /skipped: stdin:2:1: not JSON/)
  assert.match(stderr, /1 skipped/)
})
