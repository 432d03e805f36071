// Who stands around a module under test, by its kind.
import { Downstream, Upstream } from './neighbours.js'
import { IterableDownstream, IterableUpstream } from './promised/iterable.js'
import { WebDownstream, WebUpstream } from './promised/web.js'

const promised = {
  'async-iterable': { Upstream: IterableUpstream, Downstream: IterableDownstream },
  'web-stream': { Upstream: WebUpstream, Downstream: WebDownstream },
  'async-iterable-sink': { Upstream: IterableUpstream },
  'web-stream-sink': { Upstream: WebUpstream },
}

/** Streams of promises instead of callbacks. */
export const isPromised = (kind) => Object.hasOwn(promised, kind ?? '')

/** A sink that says by a promise that it is done. */
export const hasPromisedEnd = (kind) => isPromised(kind) && !promised[kind].Downstream

/** Nothing is read from it. */
export const isSink = (kind) => kind === 'sink' || hasPromisedEnd(kind)

/** `{ Upstream, Downstream }` for a kind of module. */
export const sides = (kind) => promised[kind] ?? { Upstream, Downstream }
