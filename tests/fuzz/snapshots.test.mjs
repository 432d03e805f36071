// Snapshots cut, flipped and invented: they restore, or they are refused; never a crash.
import assert from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'node:test'
import { Pipeline } from 'watertight'
import { documented, feed } from './documented.mjs'
import { assertAlive, settings, tryOut } from './support.mjs'

const pipelines = [
  { processors: [{ type: 'cumulate', fn: 'x + y' }] },
  { processors: [{ type: 'window', width: 4, of: { type: 'cumulate', fn: 'x + y' } }, { type: 'decimate', interval: 2 }] },
  { processors: [{ id: 'd', type: 'decimate', interval: 3 }, { type: 'apply', fn: 'x + y', from: ['d', 'in'] }] },
  { processors: [{ type: 'slice', key: 'x % 3', of: { type: 'cumulate', fn: 'x + y' } }] },
  { processors: [{ type: 'apply', fn: 'x > 3' }, { type: 'globally' }] },
  { processors: [{ type: 'putInto', into: 'set' }] },
]
const snapshots = pipelines.map((json) => {
  const made = Pipeline.from(json)
  made.run([5, 1, 4, 2, 3])
  const bytes = made.snapshot()
  made.free()
  return bytes
})

function useAnyway(bytes) {
  const made = tryOut(() => Pipeline.restore(bytes))
  if (!made) return false
  for (const value of [1, 2, 'a']) tryOut(() => made.push(value))
  tryOut(() => made.end())
  tryOut(() => made.snapshot())
  made.free()
  return true
}

test('every snapshot restores when it is whole', () => {
  for (const bytes of snapshots) assert.ok(useAnyway(bytes))
})

test('a snapshot cut short at any place is refused', () => {
  for (const bytes of snapshots) {
    for (let length = 0; length < bytes.length; length++) {
      assert.throws(() => Pipeline.restore(bytes.slice(0, length)), { name: 'WatertightError', code: 'E_SNAPSHOT' })
    }
  }
  assertAlive()
})

test('flipped, cut, joined and invented bytes', { timeout: 300_000 }, () => {
  const flips = fc.array(fc.tuple(fc.nat(100_000), fc.nat(255)), { minLength: 1, maxLength: 4 })
  const changed = fc.tuple(fc.constantFrom(...snapshots), flips, fc.uint8Array({ maxLength: 9 })).map(([bytes, list, tail]) => {
    const copy = Uint8Array.from([...bytes, ...tail])
    for (const [at, value] of list) copy[at % copy.length] = value
    return copy
  })
  fc.assert(fc.property(fc.oneof({ weight: 4, arbitrary: changed }, fc.uint8Array({ maxLength: 200 })), (bytes) => {
    useAnyway(bytes)
  }), settings(4000))
  assertAlive()
})

// The checksum finds accidents; behind it, every piece must be checked by itself.
function checksum(bytes) {
  let hash = 0xcbf29ce484222325n
  for (const byte of bytes) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n)
  return hash
}

/** A snapshot of every documented processor, on the way through its example; where its state begins; and the events. */
const states = documented().map(({ json, rows }) => {
  const made = Pipeline.from(json)
  feed(made, rows.slice(0, -1))
  const bytes = made.snapshot()
  made.free()
  return { bytes, from: 24 + new DataView(bytes.buffer, bytes.byteOffset).getUint32(16, true), rows }
})

test('states that no pipeline was ever in', { timeout: 300_000 }, () => {
  assert.ok(states.length > 50)
  const telling = fc.oneof(fc.nat(255), fc.constantFrom(0, 1, 127, 128, 255))
  const flips = fc.array(fc.tuple(fc.nat(100_000), telling), { minLength: 1, maxLength: 3 })
  fc.assert(fc.property(fc.constantFrom(...states), flips, ({ bytes, from, rows }, list) => {
    const copy = Uint8Array.from(bytes)
    for (const [at, value] of list) copy[from + at % (copy.length - from)] = value
    new DataView(copy.buffer).setBigUint64(8, checksum(copy.subarray(16)), true)
    const made = tryOut(() => Pipeline.restore(copy))
    if (!made) return
    tryOut(() => feed(made, rows))
    tryOut(() => made.end())
    tryOut(() => made.snapshot())
    made.free()
  }), settings(4000))
  assertAlive()
})

test('what is not bytes at all', () => {
  for (const wrong of [undefined, null, 7, 'snapshot', {}, [], new Float64Array(4)]) {
    assert.throws(() => Pipeline.restore(wrong), { name: 'WatertightError' })
  }
})
