// Pipelines on async iterables, Web Streams and Node streams.
import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
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
