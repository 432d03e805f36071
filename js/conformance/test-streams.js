// Tests of async iterables and of Web Streams, by the rules of pull-streams.
import { WatertightError } from '../error.js'
import { testModule } from './test-module.js'

/**
 * Tests what `make` makes of an async iterable: `make(source)`, with `{ sources: 2 }` `make([a, b])`, with
 * `{ kind: 'source' }` `make(n)` for an iterable of n values; with `{ kind: 'sink' }` what it does with one until the
 * promise it returns is settled. Resolves to the report, also when rules are broken.
 */
export const testAsyncIterable = async (make, options = {}) => await testStream('async-iterable', make, options)

/**
 * Tests what `make` makes of a ReadableStream: another, or `{ readable, writable }` such as a TransformStream, which it
 * is then piped through; with `{ kind: 'sink' }` a promise, or a WritableStream that it is then piped to. `sources` as in
 * `testAsyncIterable`; `highWaterMark` is how many chunks may be pulled while the reader waits for nothing (default 1).
 */
export const testWebStream = async (make, options = {}) => await testStream('web-stream', make, options)

const ROLES = ['source', 'through', 'sink']

function testStream(stream, make, { kind = 'through', name, sources, value, ...options }) {
  if (!ROLES.includes(kind)) throw new WatertightError('E_TYPE', `kind must be one of ${ROLES.join(', ')}, got '${kind}'`, { path: 'kind' })
  return testModule({
    kind: kind === 'sink' ? `${stream}-sink` : stream,
    create: make,
    name: name ?? (make?.name || stream),
    sources: kind === 'source' ? 0 : sources,
    value,
  }, options)
}
