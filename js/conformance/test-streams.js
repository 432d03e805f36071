// Tests of async iterables and of Web Streams, by the rules of pull-streams.
import { testModule } from './test-module.js'

/**
 * Tests what `make` makes of an async iterable: `make(source)`, with `{ sources: 2 }` `make([a, b])`, with `{ sources: 0 }`
 * `make(n)` for an iterable of n values. Resolves to the report, also when rules are broken.
 */
export const testAsyncIterable = (make, options = {}) => testModule(adapter('async-iterable', make, options), options)

/**
 * Tests what `make` makes of a ReadableStream: another, or `{ readable, writable }` such as a TransformStream, which it
 * is then piped through. `sources` as in `testAsyncIterable`; `highWaterMark` is how many chunks may be pulled while the
 * reader waits for nothing (default 1).
 */
export const testWebStream = (make, options = {}) => testModule(adapter('web-stream', make, options), options)

function adapter(kind, make, { name, sources, value }) {
  return { kind, create: make, name: name ?? (make?.name || kind), sources, value }
}
