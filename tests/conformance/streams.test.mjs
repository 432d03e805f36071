// Async iterables and Web Streams by the rules of pull-streams: what is known, our own, and mutants of clean ones.
import { test } from 'node:test'
import assert from 'node:assert/strict'
import * as streaming from 'streaming-iterables'
import * as ix from 'ix/asynciterable'
import * as operators from 'ix/asynciterable/operators'
import { assertModule, formatReport, pipeline, testAsyncIterable, testModule, testWebStream } from 'watertight'

const broken = ({ rules }) => Object.keys(rules).filter((id) => rules[id] > 0)
const two = { sources: 2 }

const open = {
  'streaming-iterables merge': [(sources) => streaming.merge(...sources), two],
  'streaming-iterables parallelMerge': [(sources) => streaming.parallelMerge(...sources), two],
  'streaming-iterables parallelMap': [(source) => streaming.parallelMap(2, async (x) => x, source)],
  'streaming-iterables buffer': [(source) => streaming.buffer(1, source)],
  'ix merge': [(sources) => ix.merge(...sources), two],
  'ix zip': [(sources) => ix.zip(...sources), two],
}

for (const [name, [make, options]] of Object.entries(open)) {
  test(`${name} leaves a source open when the loop is left early`, async () => {
    const report = await testAsyncIterable(make, { name, schedules: 'paper', ...options })
    assert.equal(report.verdict, 'VIOLATED')
    const found = report.first.find(({ code }) => code === 'left-open')
    assert.equal(found.rule, 'PS-6')
    const left = found.trace.findIndex(({ event, interface: k }) => event === 'abort' && k === 0)
    const opened = found.trace.findIndex(({ event, interface: k }) => event === 'ask' && k > 0)
    assert.ok(opened >= 0 && opened < left, 'the source was open when the loop was left')
  })
}

const closing = {
  'a generator': [async function* (source) {
    for await (const x of source) yield x
  }],
  'yield*': [async function* (source) {
    yield* source
  }],
  'a generator of n values': [async function* (n) {
    for (let k = 0; k < n; k++) yield k
  }, { sources: 0 }],
  'streaming-iterables map': [(source) => streaming.map((x) => x, source)],
  'streaming-iterables filter': [(source) => streaming.filter((x) => x % 2, source)],
  'streaming-iterables take': [(source) => streaming.take(2, source)],
  'streaming-iterables concat': [(sources) => streaming.concat(...sources), two],
  'ix map': [(source) => ix.from(source).pipe(operators.map((x) => x))],
  'ix concat': [(sources) => ix.concat(...sources), two],
}

for (const [name, [make, options]] of Object.entries(closing)) {
  test(`${name} keeps every rule in all orders`, async () => {
    const report = await testAsyncIterable(make, options)
    assert.deepEqual(broken(report), [])
    assert.equal(report.verdict, 'HOLDS')
    assert.equal(report.scenarios, options?.sources === 0 ? 144 : 576)
    assert.ok(options?.sources === 0 || report.schedules > 576)
  })
}

const pipelines = {
  'a sum': pipeline((x) => x.sum()),
  'fewer out than in': pipeline((x) => x.decimate(2)),
  'more out than in': pipeline((x) => x.stutter(2)),
  'ends before its source': pipeline((x) => x.prefix(2)),
  'holds back': pipeline((x) => x.window(2, (w) => w.sum())),
}

for (const [name, one] of Object.entries(pipelines)) {
  test(`our iterate() and toTransformStream() keep every rule in all orders: ${name}`, async () => {
    assert.deepEqual(broken(await assertModule({ name, kind: 'async-iterable', create: (source) => one.iterate(source) })), [])
    assert.deepEqual(broken(await assertModule({ name, kind: 'web-stream', create: () => one.toTransformStream() })), [])
  })
}

/** A correct iterator written by hand; a mutant replaces parts of it. */
const byHand = (change) => (source) => {
  const input = source[Symbol.asyncIterator]()
  const clean = {
    isOver: false,
    async next() {
      if (this.isOver) return { done: true, value: undefined }
      try {
        const result = await input.next()
        this.isOver ||= result.done
        return result
      } catch (error) {
        this.isOver = true
        throw error
      }
    },
    async return() {
      this.isOver = true
      await input.return()
      return { done: true, value: undefined }
    },
    async throw(error) {
      this.isOver = true
      await input.return()
      throw error
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
  return Object.assign(clean, change?.(input, { ...clean }))
}

test('the iterator that mutants are made of keeps every rule', async () => {
  assert.deepEqual(broken(await testAsyncIterable(byHand())), [])
})

const done = { done: true, value: undefined }
const never = () => new Promise(() => {})
const iterableMutants = {
  'does not close its source': ['PS-6', 'left-open', () => ({
    async return() {
      this.isOver = true
      return done
    },
    async throw(error) {
      this.isOver = true
      throw error
    },
  })],
  'passes next() on after the end': ['PS-1', 'ask-after-end', (input) => ({ next: () => input.next() })],
  'gives a value after the end': ['PS-V', 'value-after-end', (_, { next }) => ({
    async next() {
      return this.isOver ? { done: false, value: 0 } : await next.call(this)
    },
  })],
  'gives a value for return()': ['PS-V', 'abort-answered-without-end', (input) => ({
    async return() {
      this.isOver = true
      await input.return()
      return { done: false, value: 0 }
    },
  })],
  'forgets return() while next() is pending': ['PS-2', 'no-answer', (input, { next }) => ({
    async next() {
      this.isPending = true
      try {
        return await next.call(this)
      } finally {
        this.isPending = false
      }
    },
    return() {
      this.isOver = true
      const isPending = this.isPending
      return input.return().then(() => (isPending ? never() : done))
    },
  })],
  'forgets next() when return() is called': ['PS-2', 'no-answer', (input, { next }) => ({
    async next() {
      const result = await next.call(this)
      return this.hasLeft && !result.done ? never() : result
    },
    async return() {
      this.hasLeft = this.isOver = true
      await input.return()
      return done
    },
  })],
  'takes an error of the source for its end': ['PS-EL', 'source-error-lost', (_, { next }) => ({
    async next() {
      return await next.call(this).catch(() => done)
    },
  })],
  'hides that its source could not be closed': ['PS-EL', 'close-error-lost', (input) => ({
    async return() {
      this.isOver = true
      await input.return().catch(() => {})
      return done
    },
  })],
  'swallows what is thrown into it': ['PS-AL', 'thrown-error-lost', (input) => ({
    async throw() {
      this.isOver = true
      await input.return()
      return done
    },
  })],
  'throws instead of a rejection': ['PS-T', 'thrown', () => ({
    next() {
      throw new Error('at once')
    },
  })],
  'answers with no object': ['PS-T', 'thrown', () => ({ next: async () => 5 })],
}

for (const [name, [rule, code, change]] of Object.entries(iterableMutants)) {
  test(`an async iterable that ${name} breaks ${rule} alone`, async () => {
    const report = await testAsyncIterable(byHand(change), { name })
    assert.deepEqual(broken(report), [rule])
    assert.ok(report.first.some((found) => found.code === code), report.first.map((found) => found.code).join())
    assert.match(formatReport(report), new RegExp(`${rule} ${code}`))
  })
}

test('a run is called up again by its token', async () => {
  const { first: [{ replay, trace }] } = await testAsyncIterable(byHand(iterableMutants['does not close its source'][2]))
  const again = await testAsyncIterable(byHand(iterableMutants['does not close its source'][2]), { replay })
  assert.equal(again.scenarios, 1)
  assert.deepEqual(again.first[0].trace, trace)
})

test('an async iterable is late by timers: they run on the virtual clock', async () => {
  const report = await testAsyncIterable(async function* (source) {
    for await (const x of source) {
      await new Promise((resolve) => setTimeout(resolve, 60_000))
      yield x
    }
  }, { schedules: 'paper' })
  assert.equal(report.verdict, 'HOLDS')
})

/** A correct stream written by hand; a mutant replaces parts of it. */
const streamByHand = (change, strategy = { highWaterMark: 0 }) => (source) => {
  const reader = source.getReader()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await reader.read()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: (reason) => reader.cancel(reason),
    ...change?.(reader),
  }, strategy)
}

/** No ReadableStream, but an object that one can read from. */
const duck = (change) => (source) => {
  const reader = source.getReader()
  return { getReader: () => ({ read: () => reader.read(), cancel: (reason) => reader.cancel(reason), ...change?.(reader) }) }
}

const cleanStreams = {
  'the stream that mutants are made of': streamByHand(),
  'an object with a reader': duck(),
  'the source itself': (source) => source,
  'new TransformStream()': () => new TransformStream(),
  'a transform that fails closes its source': () => new TransformStream({
    transform(x, controller) {
      if (x === 2) throw new Error('no twos')
      controller.enqueue(x)
    },
  }),
}

for (const [name, make] of Object.entries(cleanStreams)) {
  test(`Web Streams, ${name}: every rule is kept in all orders`, async () => {
    const report = await testWebStream(make)
    assert.deepEqual(broken(report), [])
    assert.equal(report.verdict, 'HOLDS')
  })
}

test('a source as a Web Stream', async () => {
  const report = await testWebStream((n) => new ReadableStream({
    pull(controller) {
      if (n-- > 0) controller.enqueue(n)
      else controller.close()
    },
  }), { sources: 0 })
  assert.deepEqual([report.verdict, report.scenarios], ['HOLDS', 144])
})

const streamMutants = {
  'does not cancel its source': ['PS-6', 'left-open', streamByHand(() => ({ cancel: undefined }))],
  'forgets the reason of a cancel': ['PS-AL', 'abort-error-lost', streamByHand((reader) => ({ cancel: () => reader.cancel() }))],
  'takes an error of the source for its end': ['PS-EL', 'source-error-lost', streamByHand((reader) => ({
    async pull(controller) {
      const { done, value } = await reader.read().catch(() => ({ done: true }))
      if (done) controller.close()
      else controller.enqueue(value)
    },
  }))],
  'reads all it can get': ['PS-B', 'read-ahead', streamByHand((reader) => ({
    async start(controller) {
      try {
        for (;;) {
          const { done, value } = await reader.read()
          if (done) return controller.close()
          controller.enqueue(value)
        }
      } catch (error) {
        controller.error(error)
      }
    },
    pull: undefined,
    cancel: (reason) => reader.cancel(reason),
  }))],
  'never answers the second read': ['PS-2', 'no-answer', duck((reader) => {
    let reads = 0
    return { read: () => (++reads === 2 ? reader.read().then(never, never) : reader.read()) }
  })],
  'gives a chunk after it is closed': ['PS-V', 'value-after-end', duck((reader) => {
    let isOver = false
    return {
      cancel: (reason) => {
        isOver = true
        return reader.cancel(reason)
      },
      read: async () => {
        if (isOver) return { done: false, value: 0 }
        const result = await reader.read().catch((error) => {
          isOver = true
          throw error
        })
        isOver ||= result.done
        return result
      },
    }
  })],
  'throws instead of a rejection': ['PS-T', 'thrown', duck(() => ({
    read() {
      throw new Error('at once')
    },
  }))],
  'does not hand an abort of its writable side on': ['PS-2', 'no-answer', () => {
    let output
    const readable = new ReadableStream({ start: (controller) => (output = controller), cancel: (reason) => writer.error(reason) })
    let writer
    const writable = new WritableStream({
      start: (controller) => {
        writer = controller
      },
      write: (x) => output.enqueue(x),
      close: () => output.close(),
    })
    return { readable, writable }
  }, { highWaterMark: 4 }],
}

for (const [name, [rule, code, make, options]] of Object.entries(streamMutants)) {
  test(`a Web Stream that ${name} breaks ${rule} alone`, async () => {
    const report = await testWebStream(make, { name, ...options })
    assert.deepEqual(broken(report), [rule])
    assert.ok(report.first.some((found) => found.code === code), report.first.map((found) => found.code).join())
  })
}

test('the high-water mark is a setting', async () => {
  const ahead = streamByHand(undefined, { highWaterMark: 2 })
  assert.deepEqual(broken(await testWebStream(ahead)), ['PS-B'])
  assert.deepEqual(broken(await testWebStream(ahead, { highWaterMark: 2 })), [])
})

test('what is no stream is refused by one clear error', async () => {
  await assert.rejects(testAsyncIterable(() => 5), { code: 'E_SHAPE', message: /expected an async iterable, got number/ })
  await assert.rejects(testWebStream(() => ({})), { code: 'E_SHAPE', message: /expected a ReadableStream or \{ readable, writable \}/ })
  await assert.rejects(testWebStream((source) => source, { highWaterMark: -1 }), { code: 'E_TYPE', path: 'highWaterMark' })
  await assert.rejects(testModule({ kind: 'async-iterables', create: () => {} }), { code: 'E_SHAPE' })
})
