// Pipelines on async iterables, Web Streams and Node streams.
import assert from 'node:assert/strict'
import { Readable, Writable } from 'node:stream'
import { pipeline as chain } from 'node:stream/promises'
import { test } from 'node:test'
import { pipeline } from 'watertight'

const sums = pipeline((x) => x.window(2, (w) => w.sum()))
const strict = pipeline((x) => x.times(1))

async function all(iterable) {
  const out = []
  for await (const event of iterable) out.push(event)
  return out
}

async function* numbers(log, n = 5) {
  try {
    for (let k = 1; k <= n; k++) {
      log?.push(k)
      yield k
    }
  } finally {
    log?.push('closed')
  }
}

test('an async iterable, and an array', async () => {
  assert.deepEqual(await all(sums.iterate(numbers())), [3, 5, 7, 9])
  assert.deepEqual(await all(sums.iterate([1, 2, 3])), [3, 5])
})

test('leaving the loop early closes the source, which was read no further', async () => {
  const log = []
  for await (const sum of sums.iterate(numbers(log))) if (sum === 5) break
  assert.deepEqual(log, [1, 2, 3, 'closed'])
})

test('a pipeline that has said all it will closes the source', async () => {
  const log = []
  assert.deepEqual(await all(pipeline((x) => x.prefix(2)).iterate(numbers(log))), [1, 2])
  assert.equal(log.at(-1), 'closed')
  assert.ok(log.length <= 4, String(log))
})

test('errors of the source and of the pipeline reach the loop', async () => {
  async function* failing() {
    yield 1
    throw new Error('no more')
  }
  await assert.rejects(all(strict.iterate(failing())), /no more/)
  const log = []
  async function* mixed() {
    yield* numbers(log, 2)
    yield 'three'
  }
  await assert.rejects(all(strict.iterate(mixed())), { code: 'E_TYPE' })
  assert.equal(log.at(-1), 'closed')
})

// Two events come out of the one that makes it fail.
const failing = pipeline((x) => x.insert(2, 0).apply('x - 1'))

async function until(iterable) {
  const out = []
  try {
    for await (const event of iterable) out.push(event)
  } catch (error) {
    out.push(error.code)
  }
  return out
}

test('what came out before the pipeline failed is delivered first', async () => {
  const expected = [-1, -1, 'E_TYPE']
  assert.deepEqual(await until(failing.iterate(['q'])), expected)
  assert.deepEqual(await until(Readable.from(['q']).pipe(failing.toDuplex())), expected)
  for (const highWaterMark of [0, 1, 5]) {
    const web = failing.toTransformStream({ readable: { highWaterMark } })
    assert.deepEqual(await until(ReadableStream.from(['q']).pipeThrough(web)), expected)
  }
})

test('iterate() takes iterables only', () => {
  for (const wrong of [5, undefined, {}]) assert.throws(() => sums.iterate(wrong), { code: 'E_TYPE' })
})

test('a TransformStream is one: it reads as asked, and closes both ways', async () => {
  const web = sums.toTransformStream()
  assert.ok(web instanceof TransformStream)
  const log = []
  const reader = ReadableStream.from(numbers(log)).pipeThrough(web).getReader()
  assert.deepEqual(await reader.read(), { value: 3, done: false })
  await reader.cancel()
  await new Promise(setImmediate)
  assert.equal(log.at(-1), 'closed')
  assert.ok(log.length <= 6, String(log))

  const aborted = sums.toTransformStream()
  const reading = aborted.readable.getReader().read()
  await aborted.writable.abort(new Error('stop'))
  await assert.rejects(reading, /stop/)
})

test('a TransformStream', async () => {
  assert.deepEqual(await all(ReadableStream.from([1, 2, 3]).pipeThrough(sums.toTransformStream())), [3, 5])
  const last = pipeline((x) => x.keepLast())
  assert.deepEqual(await all(ReadableStream.from([1, 2]).pipeThrough(last.toTransformStream())), [2])
  await assert.rejects(all(ReadableStream.from([1, 'b']).pipeThrough(strict.toTransformStream())), { code: 'E_TYPE' })
  const prefix = pipeline((x) => x.prefix(1))
  assert.deepEqual(await all(ReadableStream.from([1, 2, 3]).pipeThrough(prefix.toTransformStream())), [1])
})

test('a Node duplex', async () => {
  assert.deepEqual(await all(Readable.from([1, 2, 3]).pipe(sums.toDuplex())), [3, 5])
  const out = []
  await chain(Readable.from([1, 2, 3]), sums.toDuplex(), async (source) => out.push(...await all(source)))
  assert.deepEqual(out, [3, 5])
  await assert.rejects(chain(Readable.from([1, 'b']), strict.toDuplex(), async (source) => all(source)), { code: 'E_TYPE' })
  await assert.rejects(chain(Readable.from([1]), pipeline((x) => x.turnInto(null)).toDuplex(), async (source) => all(source)), { code: 'E_TYPE' })
})

async function* endless(log) {
  try {
    for (let k = 1; ; k++) {
      log.push(k)
      yield k
      if (k % 5 === 0) await new Promise(setImmediate)
    }
  } finally {
    log.push('closed')
  }
}

test('a Node duplex of a pipeline that is done ends, and so does its source', async () => {
  const three = pipeline((x) => x.prefix(3))
  const log = []
  const out = []
  const slow = new Writable({
    objectMode: true,
    highWaterMark: 1,
    write: (event, _, callback) => setTimeout(() => callback(void out.push(event)), 5),
  })
  const source = Readable.from(endless(log))
  await chain(source, three.toDuplex(), slow)
  assert.deepEqual(out, [1, 2, 3])
  assert.equal(source.destroyed, true)
  assert.equal(log.at(-1), 'closed')
  assert.deepEqual(await all(Readable.from(endless([])).pipe(three.toDuplex())), [1, 2, 3])
  // Whoever writes by hand may go on: it is passed over.
  const duplex = three.toDuplex()
  for (const event of [1, 2, 3, 4, 5]) duplex.write(event)
  duplex.end()
  assert.deepEqual(await all(duplex), [1, 2, 3])
})
