// Sinks of async iterables and of Web Streams: clean ones of libraries and the platform, and mutants, each caught by
// exactly the rules it breaks.
import { test } from 'node:test'
import assert from 'node:assert/strict'
import * as streaming from 'streaming-iterables'
import * as ix from 'ix/asynciterable'
import { join } from 'node:path'
import { formatReport, pipeline, testAsyncIterable, testModule, testWebStream } from 'watertight'
import { watertight as run } from '../cli/cli.mjs'
import { root } from '../support/root.mjs'

const broken = ({ rules }) => Object.keys(rules).filter((id) => rules[id] > 0)
const never = () => new Promise(() => {})
const asSink = { kind: 'sink' }

const cleanIterableSinks = {
  'a loop to the end': async (source) => {
    const seen = []
    for await (const x of source) seen.push(x)
    return seen
  },
  'a loop that is left': async (source) => {
    for await (const x of source) return x
  },
  'a loop that fails': async (source) => {
    for await (const x of source) if (x === 2) throw new Error('no twos')
  },
  'no reading at all': async () => {},
  'streaming-iterables collect': (source) => streaming.collect(source),
  'streaming-iterables consume': (source) => streaming.consume(source),
  'streaming-iterables reduce': (source) => streaming.reduce((a, b) => a + b, 0, source),
  'ix toArray': (source) => ix.toArray(source),
  'ix first': (source) => ix.first(source),
  'our iterate(), read to the end': (source) => streaming.consume(pipeline((x) => x.sum()).iterate(source)),
}

for (const [name, sink] of Object.entries(cleanIterableSinks)) {
  test(`async iterables, ${name}: every rule is kept in all orders`, async () => {
    const report = await testAsyncIterable(sink, asSink)
    assert.deepEqual([report.kind, report.verdict, report.scenarios], ['async-iterable-sink', 'HOLDS', 16])
    assert.deepEqual(Object.keys(report.rules), ['PS-1', 'PS-5', 'PS-6', 'PS-T', 'PS-EL', 'PS-DC'])
  })
}

test('a sink of two sources', async () => {
  const both = async (sources) => void (await Promise.all(sources.map((source) => streaming.consume(source))))
  // When one fails, nobody waits for the other, but it is read to its end.
  assert.deepEqual(broken(await testAsyncIterable(both, { kind: 'sink', sources: 2 })), [])
  const one = ([source]) => streaming.consume(source)
  assert.deepEqual(broken(await testAsyncIterable(one, { kind: 'sink', sources: 2 })), [], 'what is not opened need not be closed')
})

const manual = (act) => async (source) => await act(source[Symbol.asyncIterator]())

const iterableMutants = {
  'does not close its source when it leaves': ['PS-6', 'left-open', manual(async (iterator) => (await iterator.next()).value)],
  'does not close its source when it throws': ['PS-6', 'left-open', manual(async (iterator) => {
    for (let result; !(result = await iterator.next()).done;) if (result.value === 2) throw new Error('no twos')
  })],
  'asks again after the end': ['PS-1', 'ask-after-end', manual(async (iterator) => {
    while (!(await iterator.next()).done);
    await iterator.next()
  })],
  'asks again after return()': ['PS-1', 'ask-after-abort', manual(async (iterator) => {
    if ((await iterator.next()).done) return
    const closed = iterator.return()
    await iterator.next()
    await closed
  })],
  'asks twice at a time': ['PS-5', 'concurrent-asks', manual(async (iterator) => {
    const [first, second] = await Promise.all([iterator.next(), iterator.next()])
    if (!first.done && !second.done) await iterator.return()
  })],
  'is never done': ['PS-DC', 'never-settled', async (source) => {
    await streaming.consume(source)
    await never()
  }],
  'keeps the error to itself': ['PS-EL', 'source-error-lost', (source) => streaming.consume(source).catch(() => {})],
  'does not wait for its source to be closed': ['PS-EL', 'close-error-lost', manual(async (iterator) => {
    const { done } = await iterator.next()
    if (!done) iterator.return().catch(() => {})
  })],
  'throws instead of a rejection': ['PS-T', 'thrown', () => {
    throw new Error('at once')
  }],
}

for (const [name, [rule, code, sink]] of Object.entries(iterableMutants)) {
  test(`a sink of an async iterable that ${name} breaks ${rule} alone`, async () => {
    const report = await testAsyncIterable(sink, asSink)
    const own = report.first.filter((found) => found.rule === rule)
    assert.ok(own.some((found) => found.code === code), own.map((found) => found.code).join())
    // Two asks at a time meet the end of a short stream together: the second then comes after it.
    assert.deepEqual(broken(report), rule === 'PS-5' ? ['PS-1', 'PS-5'] : [rule])
    const [{ replay, trace }] = own
    const again = await testAsyncIterable(sink, { ...asSink, replay })
    assert.equal(again.rules[rule], 1)
    assert.deepEqual(again.first.find((found) => found.rule === rule).trace, trace)
  })
}

const cleanStreamSinks = {
  'a loop to the end': cleanIterableSinks['a loop to the end'],
  'a loop that is left': cleanIterableSinks['a loop that is left'],
  'a reader that cancels': async (source) => {
    const reader = source.getReader()
    await reader.read()
    await reader.cancel()
  },
  'a WritableStream': () => new WritableStream({ write() {} }),
  'a WritableStream that takes its time': () => new WritableStream({ write: () => new Promise((resolve) => setTimeout(resolve, 1000)) }),
  'a WritableStream that fails': () => new WritableStream({ write: (x) => (x === 2 ? Promise.reject(new Error('no twos')) : undefined) }),
  'pipeTo': (source) => source.pipeTo(new WritableStream()),
  'Response': [async (source) => await new Response(source).text(), { value: (i) => Uint8Array.of(48 + i) }],
}

for (const [name, entry] of Object.entries(cleanStreamSinks)) {
  test(`Web Streams, ${name}: every rule is kept in all orders`, async () => {
    const [sink, options] = [entry].flat()
    const report = await testWebStream(sink, { ...asSink, ...options })
    assert.deepEqual([report.kind, report.verdict, report.scenarios], ['web-stream-sink', 'HOLDS', 16])
    assert.deepEqual(Object.keys(report.rules), ['PS-1', 'PS-6', 'PS-T', 'PS-EL', 'PS-DC'])
  })
}

const streamMutants = {
  'gives the stream back instead of cancelling it': ['PS-6', 'left-open', async (source) => {
    const reader = source.getReader()
    await reader.read()
    reader.releaseLock()
  }],
  'forbids pipeTo to cancel': ['PS-6', 'left-open', (source) => source.pipeTo(cleanStreamSinks['a WritableStream that fails'](), { preventCancel: true })],
  'never finishes a write': ['PS-DC', 'never-settled', () => new WritableStream({ write: never })],
  'keeps the error to itself': ['PS-EL', 'source-error-lost', (source) => source.pipeTo(new WritableStream()).catch(() => {})],
  'throws instead of a rejection': ['PS-T', 'thrown', () => {
    throw new Error('at once')
  }],
}

for (const [name, [rule, code, sink]] of Object.entries(streamMutants)) {
  test(`a sink of a Web Stream that ${name} breaks ${rule} alone`, async () => {
    const report = await testWebStream(sink, asSink)
    assert.deepEqual(broken(report), [rule])
    assert.ok(report.first.some((found) => found.code === code))
  })
}

test('the diagram of a sink has no reader, and the sentence names the sink', async () => {
  const text = formatReport(await testAsyncIterable(iterableMutants['is never done'][2], asSink))
  assert.match(text, /T never settles the promise it returned/)
  assert.match(text, /^ {5}source {16}module$/m)
})

test('what is no sink is refused by one clear error', async () => {
  await assert.rejects(testAsyncIterable(() => 5, asSink), { code: 'E_SHAPE', message: /a sink must return a promise, got number/ })
  await assert.rejects(testWebStream(() => ({}), asSink), { code: 'E_SHAPE', message: /a sink must return a promise or a WritableStream/ })
  await assert.rejects(testAsyncIterable(() => {}, { kind: 'sinks' }), { code: 'E_TYPE', path: 'kind' })
  await assert.rejects(testAsyncIterable(async () => {}, { kind: 'sink', sources: 0 }), { code: 'E_SHAPE', message: /at least one source/ })
})

test('adapters of sinks, and exports of packages by --kind', async () => {
  const adapter = { name: 'collect', kind: 'async-iterable-sink', create: (source) => streaming.collect(source) }
  assert.equal((await testModule(adapter)).verdict, 'HOLDS')
  const watertight = (...args) => run(['test', ...args, '--reporter', 'json'], { cwd: join(root, 'tests/conformance/modules') })
  const collect = await watertight('streaming-iterables', '--export', 'collect', '--kind', 'async-iterable-sink')
  assert.deepEqual([collect.code, JSON.parse(collect.stdout).kind, JSON.parse(collect.stdout).verdict], [0, 'async-iterable-sink', 'HOLDS'])
  const open = await watertight('./peek.mjs')
  assert.deepEqual([open.code, JSON.parse(open.stdout).rules['PS-6'] > 0], [1, true])
})

test('kind: source is the same as no sources', async () => {
  const report = await testAsyncIterable(async function* (n) {
    for (let k = 0; k < n; k++) yield k
  }, { kind: 'source' })
  assert.deepEqual([report.verdict, report.scenarios], ['HOLDS', 144])
})
