// The packages of the board: for each its exact version and how to make a module of it. `create` gets the package, what
// the scenario gives (see docs/protocol.md), and tools: pull-stream, other packages, and values 1 ... n.

const line = (kind) => (name, version, what, create, more) => ({ name, version, kind, what, create, ...more })
const through = line('through')
const source = line('source')
const sink = line('sink')
const multi = line('multi')
const duplex = line('duplex')
/** Listed, with the reason why it has no adapter. */
const out = (name, version, reason) => ({ name, version, reason })

const bytes = { value: (i) => Buffer.from([i]) }
const texts = { value: (i) => String(i) }
const lines = { value: (i) => `${i}\n` }
const records = { value: (i) => ({ key: i, value: i, timestamp: i }) }
const same = (x) => x
const add = (a, b) => a + b
const order = (a, b) => a - b
/** Records after `gt`, two at a time, as databases give them. */
const pages = (n, { pull, upTo }) => ({ gt = 0 }) => pull.values(upTo(n).filter((k) => k > gt).slice(0, 2).map((k) => ({ timestamp: k })))

export const packages = [
  source('async-iterator-to-pull-stream', '1.3.0', 'of an async generator', (m, n, { upTo }) => m((async function* () {
    yield* upTo(n)
  })())),
  through('map-filter-reduce', '3.2.2', '[{ $filter: { $gt: 0 } }]', (m) => m([{ $filter: { $gt: 0 } }])),
  through('packet-stream-codec', '1.2.0', 'encode()', (m) => m.encode(), { value: (i) => ({ req: i, stream: false, end: false, value: 'x' }) }),
  through('pull-abortable', '4.1.1', '()', (m) => m()),
  through('pull-append', '1.0.0', '(values([1]))', (m, _, { pull }) => m(() => pull.values([1]))),
  source('pull-async', '1.0.0', '(cb => cb(null, 1))', (m) => m((cb) => setImmediate(cb, null, 1))),
  through('pull-async-filter', '1.0.0', '(keeps all)', (m) => m((_, cb) => setImmediate(cb, null, false))),
  through('pull-batch', '1.0.0', '(2)', (m) => m(2)),
  through('pull-block', '1.4.0', '(2)', (m) => m(2), bytes),
  through('pull-block-filter', '1.0.0', '(blocks of one byte)', (m, _, { pull }) => m(pull.values([{ length: 1 }, { length: 1 }, { length: 1 }])), bytes),
  through('pull-box-stream', '1.0.13', 'createBoxStream(key, nonce)', (m) => m.createBoxStream(Buffer.alloc(32, 1), Buffer.alloc(24, 2)), bytes),
  through('pull-buffer', '1.0.2', '()', (m) => m()),
  through('pull-buffered', '0.3.4', '(read).lines', (m) => (read) => m(read).lines, lines),
  through('pull-cache', '0.0.0', '(read)()', (m) => (read) => m(read)()),
  multi('pull-cat', '1.1.11', '([a, b])', (m, reads) => m(reads)),
  through('pull-catch', '1.1.0', '()', (m) => m()),
  multi('pull-combine-latest', '1.1.2', '([a, b])', (m, reads) => m(reads)),
  sink('pull-concat', '1.1.1', 'string(done)', (m, done) => m.string(done), texts),
  source('pull-cont', '0.1.1', '(cb => cb(null, values))', (m, n, { pull, upTo }) => m((cb) => setImmediate(cb, null, pull.values(upTo(n))))),
  through('pull-core', '1.1.0', 'Through(read => read)()', (m) => m.Through((read) => (abort, cb) => read(abort, cb))()),
  sink('pull-crypto', '1.0.3', '({}, done)', (m, done) => m({}, done), texts),
  out('pull-cursor', '3.0.0', 'reads a log by a callback of its own; there is no stream to put before it'),
  through('pull-debounce', '1.1.1', '(10)', (m) => m(10)),
  source('pull-defer', '0.2.3', 'source(), resolved later', (m, n, { pull, upTo }) => {
    const deferred = m.source()
    setImmediate(() => deferred.resolve(pull.values(upTo(n))))
    return deferred
  }),
  through('pull-delay', '1.0.1', '(10)', (m) => m(10)),
  sink('pull-drain-gently', '1.1.0', '({ ceiling: 99, wait: 10 }, op, done)', (m, done) => m({ ceiling: 99, wait: 10 }, () => {}, done)),
  out('pull-element', '1.2.0', 'a widget for pages, no pull-stream'),
  source('pull-file', '1.1.0', '(file, { end: n, bufferSize: 1 })', (m, n, { file }) => m(file, { end: n, bufferSize: 1 })),
  through('pull-flat-merge', '2.1.0', '()', (m) => m(() => {}), { value: (i, { pull }) => pull.values([i]) }),
  through('pull-flatmap', '0.0.1', '(x => [x, x])', (m) => m((x) => [x, x])),
  sink('pull-fork', '2.1.0', '([drain], () => 0)', (m, done, { pull }) => m([pull.drain(null, done)], () => 0)),
  through('pull-fs', '1.1.6', 'isFile()', (m) => m.isFile(), { value: (_, { file }) => file }),
  source('pull-glob', '1.0.7', '(file)', (m, _, { file }) => m(file)),
  through('pull-group', '1.0.1', '(2)', (m) => m(2)),
  duplex('pull-handshake', '1.1.4', 'echoes', (m, _, { pull }) => {
    const stream = m()
    const { source, sink } = stream.handshake.rest()
    pull(source, sink)
    return stream
  }, bytes),
  out('pull-hang', '0.0.0', 'never answers an ask: that is its purpose'),
  through('pull-hash', '1.0.0', "('sha256', 'hex', cb)", (m) => m('sha256', 'hex', () => {}), texts),
  out('pull-http-client', '0.0.1', 'needs a server'),
  through('pull-hyperscript', '0.2.2', "('p', null, read)", (m) => (read) => m('p', null, read), { value: (i) => [String(i)] }),
  through('pull-identify-filetype', '1.1.0', '(cb)', (m) => m(() => {}), bytes),
  duplex('pull-inactivity', '2.1.4', '(pair(), 1000)', (m, _, { load }) => m(load('pull-pair')(), 1000, () => {})),
  source('pull-iterable', '0.1.0', '([1 ... n])', (m, n, { upTo }) => m(upTo(n))),
  multi('pull-join', '1.0.0', '(a, b)', (m, [a, b]) => m(a, b), records),
  through('pull-json-doubleline', '2.0.0', 'parse()', (m) => m.parse(), { value: (i) => `${i}\n\n` }),
  through('pull-json-parse', '0.0.3', '', (m) => m, lines),
  multi('pull-kvdiff', '0.0.0', "([a, b], 'key')", (m, reads) => m(reads, 'key'), records),
  duplex('pull-lend', '2.1.6', 'lent again and again', (m) => {
    const lender = m()
    const borrow = () => lender.lend((end, value, give) => {
      if (end) return
      give(null, value)
      setImmediate(borrow)
    })
    setImmediate(borrow)
    return lender
  }),
  duplex('pull-lend-stream', '1.2.2', 'lent to map', (m, _, { pull }) => {
    const lender = m()
    setImmediate(() => lender.lendStream((end, stream) => {
      if (!end) pull(stream, pull.map(same), stream)
    }))
    return lender
  }),
  through('pull-length-prefixed', '1.3.3', 'encode()', (m) => m.encode(), bytes),
  out('pull-level', '2.0.4', 'needs a database'),
  duplex('pull-limit', '1.2.2', '(map, 1)', (m, _, { pull }) => m(pull.map(same), 1)),
  source('pull-live', '1.0.1', '(old, live)({ live: false })', (m, n, { pull, upTo }) => m(() => pull.values(upTo(n)), () => pull.empty())({ live: false })),
  through('pull-looper', '1.0.0', '', (m) => m),
  multi('pull-many', '1.0.9', '([a, b])', (m, reads) => m(reads)),
  through('pull-map-last', '1.0.0', '(map, last)', (m) => m(same, () => 'last')),
  multi('pull-merge', '1.0.4', '(a, b)', (m, [a, b]) => m(a, b)),
  source('pull-more', '1.1.0', '(pages, { limit: 2 })', (m, n, tools) => m(pages(n, tools), { limit: 2 })),
  out('pull-mux', '0.1.3', 'does not install from npm alone: it takes a dependency from elsewhere'),
  through('pull-ndjson', '0.2.0', 'parse()', (m) => m.parse(), lines),
  source('pull-next', '1.0.1', '(streams of one value)', (m, n, { pull }) => {
    let k = 0
    return m(() => (k++ < n ? pull.values([k]) : undefined))
  }),
  source('pull-next-query', '1.0.0', '(pages, { query })', (m, n, { pull, upTo }) => {
    const create = ({ query }) => {
      const { $gt = 0 } = query[0].$filter.value?.timestamp ?? {}
      return pull.values(upTo(n).filter((k) => k > $gt).slice(0, 2).map((k) => ({ value: { timestamp: k } })))
    }
    return m(create, { limit: 2, query: [{ $filter: {} }] })
  }),
  source('pull-next-step', '1.0.0', '(pages, { limit: 2 })', (m, n, tools) => m(pages(n, tools), { limit: 2 })),
  source('pull-notify', '0.1.2', 'listen()', (m, n, { upTo }) => {
    const tell = m()
    const listener = tell.listen()
    upTo(n).forEach(tell)
    tell.end()
    return listener
  }),
  through('pull-offset-limit', '1.1.1', '(0, 2)', (m) => m(0, 2)),
  through('pull-paginate', '1.0.0', '(first, map, last, empty)', (m, _, { pull }) => m((x, cb) => cb(null, x), pull.map(same), (x, cb) => cb(null, x), (cb) => cb(null, 'empty'))),
  duplex('pull-pair', '1.1.0', '()', (m) => m()),
  through('pull-paramap', '1.2.2', '(setImmediate, 2)', (m) => m((x, cb) => setImmediate(cb, null, x), 2)),
  through('pull-pause', '0.0.2', '()', (m) => m()),
  through('pull-peek', '0.0.0', '(first)', (m) => m(() => {})),
  out('pull-plex', '1.0.8', 'joins streams of different lengths by an index; it has no end'),
  through('pull-probe', '1.0.2', "('test')", (m) => m('test')),
  through('pull-promise', '2.0.0', 'through(promise)', (m) => m.through((x) => Promise.resolve(x))),
  through('pull-protocol-buffers', '0.1.3', 'encode({ encode })', (m) => m.encode({ encode: (x) => Buffer.from([x]) })),
  source('pull-pushable', '2.2.0', '()', (m, n, { upTo }) => {
    const pushable = m()
    upTo(n).forEach((x) => pushable.push(x))
    pushable.end()
    return pushable
  }),
  duplex('pull-queue', '0.1.4', '(passes on)', (m) => m((end, data, cb) => cb(end, data))),
  through('pull-randomly-split', '1.0.4', '(1, 1)', (m) => m(1, 1), bytes),
  source('pull-rate', '1.0.2', '(values)', (m, n, { pull, upTo }) => m(pull.values(upTo(n).map((x) => [x])), () => {})),
  through('pull-reader', '1.3.1', '().read()', (m) => {
    const reader = m()
    return (read) => {
      reader(read)
      return reader.read()
    }
  }, bytes),
  through('pull-resolve', '1.2.0', 'map(promise)', (m) => m.map((x) => Promise.resolve(x))),
  through('pull-robin', '0.0.3', '', (m) => m),
  through('pull-scan', '1.0.0', '(add, 0)', (m) => m(add, 0)),
  out('pull-scroll', '1.0.9', 'needs a page'),
  duplex('pull-serializer', '0.3.2', '(pair())', (m, _, { load }) => m(load('pull-pair')()), lines),
  through('pull-sink-through', '0.0.0', '(collect)', (m, _, { pull }) => m((cb) => pull.collect(cb))),
  through('pull-skip-footer', '0.1.0', '(1)', (m) => m(1), { value: (i) => Buffer.from([i, i]) }),
  through('pull-sort', '1.0.2', '(order)', (m) => m(order)),
  multi('pull-sorted-merge', '1.0.5', '([a, b], order)', (m, reads) => m(reads, order)),
  through('pull-spec', '0.0.1', '(read)', (m) => (read) => m(read, 'test')),
  through('pull-split', '0.2.1', '()', (m) => m(), lines),
  through('pull-sql', '1.0.0', '().push(map)', (m, _, { pull }) => m().push(pull.map(same))),
  out('pull-stdio', '1.0.0', 'needs a terminal'),
  through('pull-store', '0.1.2', '(add, 0)()', (m) => m(add, 0)()),
  through('pull-stream', '3.7.0', 'take(1)', (m) => m.take(1)),
  duplex('pull-stream-function-to-object', '1.0.1', '(map)', (m, _, { pull }) => m(pull.map(same))),
  multi('pull-stream-merge', '1.0.4', '([a, b], order)', (m, reads) => m(reads, order)),
  sink('pull-stream-to-async-iterator', '1.0.2', 'in a loop that is left at 2', (m, done) => async (read) => {
    try {
      for await (const x of m(read)) if (x === 2) break
      done()
    } catch (error) {
      done(error)
    }
  }),
  sink('pull-stream-to-stream', '2.0.0', 'source(read)', (m, done) => (read) => {
    m.source(read).on('end', () => done()).on('error', done).on('data', () => {})
  }),
  through('pull-stream-util', '0.1.2', 'scan(add, 0)', (m) => m.scan(add, 0)),
  through('pull-stringify', '2.0.0', '()', (m) => m()),
  through('pull-tap', '1.1.1', 'tap(fn)', (m) => m.tap(() => {})),
  through('pull-tee', '2.0.1', '([drain])', (m, _, { pull }) => m([pull.drain(null, () => {})])),
  through('pull-throttle', '1.0.0', '(10)', (m) => m(10)),
  through('pull-through', '1.0.18', '()', (m) => m()),
  through('pull-timeout', '0.0.1', '(10)', (m) => m(10)),
  sink('pull-to-promise', '1.0.1', 'any(read)', (m, done) => (read) => {
    m.any(read).then(() => done(null), done)
  }),
  sink('pull-to-stream', '0.1.1', 'readable(read)', (m, done) => (read) => {
    m.readable(read).on('end', () => done()).on('error', done).resume()
  }, texts),
  source('pull-traverse', '1.0.3', 'depthFirst(1, next)', (m, n, { pull }) => m.depthFirst(1, (x) => (x < n ? pull.values([x + 1]) : pull.empty()))),
  through('pull-utf8-decoder', '1.0.2', "('utf8')", (m) => m('utf8'), { value: (i) => Buffer.from(String(i)) }),
  out('pull-websocket', '3.4.2', 'needs a server'),
  through('pull-window', '2.1.4', 'recent(2)', (m) => m.recent(2)),
  multi('pull-with-latest', '3.0.1', '(null, a, b)', (m, [a, b]) => m(null, a, b)),
  out('pull-worker', '1.2.0', 'needs a worker'),
  sink('pull-write', '1.1.4', '(write, null, 2, done)', (m, done) => m((_, cb) => setImmediate(cb), null, 2, done)),
  sink('pull-write-file', '0.2.4', '(file, done)', (m, done, { sinkhole }) => m(sinkhole, done), texts),
  out('pull-ws', '3.3.2', 'needs a server'),
  multi('pull-zip', '2.0.1', '([a, b])', (m, reads) => m(reads)),
  source('stream-to-pull-stream', '1.7.3', 'source(Readable)', (m, n, { upTo, Readable }) => m.source(Readable.from(upTo(n)))),
]
