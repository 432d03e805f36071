// The community's modules that tests need, each with the way to make it.
import pull from 'pull-stream'
import abortable from 'pull-abortable'
import append from 'pull-append'
import cat from 'pull-cat'
import caught from 'pull-catch'
import flatmap from 'pull-flatmap'
import fork from 'pull-fork'
import handshake from 'pull-handshake'
import hash from 'pull-hash'
import iterable from 'pull-iterable'
import doubleline from 'pull-json-doubleline'
import live from 'pull-live'
import many from 'pull-many'
import notify from 'pull-notify'
import pair from 'pull-pair'
import paramap from 'pull-paramap'
import probe from 'pull-probe'
import pushable from 'pull-pushable'
import rate from 'pull-rate'
import resolve from 'pull-resolve'
import scan from 'pull-scan'
import serializer from 'pull-serializer'
import stringify from 'pull-stringify'
import tap from 'pull-tap'
import classic from 'pull-through'
import toPromise from 'pull-to-promise'
import window from 'pull-window'
import write from 'pull-write'

const upTo = (n) => Array.from({ length: n }, (_, k) => k + 1)
const through = (name, create, more) => ({ name, kind: 'through', create, ...more })
const source = (name, create) => ({ name, kind: 'source', create })
const sink = (name, create) => ({ name, kind: 'sink', create })

/** Core modules that keep every rule, in the paper's experiment and in all orders. */
export const coreOf = (pull) => [
  through('map', () => pull.map((x) => 2 * x)),
  through('asyncMap', () => pull.asyncMap((x, cb) => setImmediate(cb, null, x))),
  through('asyncMap at once', () => pull.asyncMap((x, cb) => cb(null, x))),
  through('asyncMap with timers', () => pull.asyncMap((x, cb) => setTimeout(cb, 30, null, x))),
  through('asyncMap with promises', () => pull.asyncMap((x, cb) => Promise.resolve(x).then((y) => cb(null, y)))),
  through('filter', () => pull.filter((x) => x % 2)),
  through('filterNot', () => pull.filterNot((x) => x % 2)),
  through('through', () => pull.through(() => {}, () => {})),
  through('unique', () => pull.unique()),
  through('nonUnique', () => pull.nonUnique()),
  through('flatten', () => pull.flatten(), { value: (i) => [i, i] }),
  through('flatten of streams', () => pull.flatten(), { value: (i) => pull.values([i, i]) }),
  source('values', (n) => pull.values(upTo(n))),
  source('keys', (n) => pull.keys(upTo(n))),
  source('count', (n) => pull.count(n - 1)),
  source('once', () => pull.once(1)),
  source('infinite', () => pull.infinite()),
  source('empty', () => pull.empty()),
  source('error', () => pull.error(new Error('no source'))),
  sink('drain', (done) => pull.drain(() => {}, done)),
  sink('onEnd', (done) => pull.onEnd(done)),
  sink('collect', (done) => pull.collect(done)),
  sink('concat', (done) => pull.concat(done)),
  sink('reduce', (done) => pull.reduce((a, b) => a + b, 0, done)),
  sink('find', (done) => pull.find((x) => x === 2, done)),
]

export const core = coreOf(pull)

export const take = {
  'take(1)': through('take(1)', () => pull.take(1)),
  'take(2)': through('take(2)', () => pull.take(2)),
  'take(fn, last)': through('take(fn, last)', () => pull.take((x) => x < 2, { last: true })),
}

/** Packages without a violation of the six invariants in the paper's experiment. */
export const clean = [
  through('pull-catch', () => caught()),
  through('pull-flatmap', () => flatmap((x) => [x, x])),
  source('pull-iterable', (n) => iterable(upTo(n))),
  source('pull-live', (n) => live(() => pull.values(upTo(n)), () => pull.empty())({ live: false })),
  source('pull-notify', (n) => {
    const tell = notify()
    const listener = tell.listen()
    upTo(n).forEach(tell)
    tell.end()
    return listener
  }),
  { name: 'pull-pair', kind: 'duplex', create: () => pair() },
  through('pull-probe', () => probe('test')),
  source('pull-pushable', (n) => {
    const source = pushable()
    upTo(n).forEach((x) => source.push(x))
    source.end()
    return source
  }),
  source('pull-rate', (n) => rate(pull.values(upTo(n).map((x) => [x])), () => {})),
  through('pull-resolve', () => resolve.map((x) => Promise.resolve(x))),
  through('pull-scan', () => scan((a, b) => a + b, 0)),
  through('pull-tap', () => tap.tap(() => {})),
  sink('pull-fork', (done) => fork([pull.drain(null, done)], () => 0)),
  {
    name: 'pull-handshake', kind: 'duplex', create: () => {
      const stream = handshake()
      const { source, sink } = stream.handshake.rest()
      pull(source, sink)
      return stream
    },
    value: (i) => Buffer.from([i]),
  },
  through('pull-hash', () => hash('sha256', 'hex', () => {}), { value: (i) => String(i) }),
  through('pull-json-doubleline', () => doubleline.parse(), { value: (i) => `${i}\n\n` }),
  {
    name: 'pull-serializer', kind: 'duplex', create: () => serializer(pair()), value: (i) => `${i}\n`,
  },
  through('pull-through', () => classic()),
  sink('pull-to-promise', (done) => (read) => {
    toPromise.any(read).then(() => done(null), done)
  }),
  through('pull-window', () => window.recent(2)),
  sink('pull-write', (done) => write((batch, cb) => setImmediate(cb), null, 2, done)),
]

/** Packages that break rules, with the rules. */
export const violating = [
  [through('pull-abortable', () => abortable()), ['PS-2', 'PS-6']],
  [{ name: 'pull-many', kind: 'multi', create: (sources) => many(sources) }, ['PS-V', 'PS-6']],
  [{ name: 'pull-cat', kind: 'multi', create: (sources) => cat(sources) }, ['PS-1', 'PS-4']],
  [through('pull-stringify', () => stringify()), ['PS-V', 'PS-6']],
  [through('pull-append', () => append(() => pull.values([1]))), ['PS-V']],
  [through('pull-paramap', () => paramap((x, cb) => setImmediate(cb, null, x), 2)), ['PS-1', 'PS-4', 'PS-V']],
]
