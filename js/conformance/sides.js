// Who stands around a module under test, by its kind.
import { Downstream, Upstream } from './neighbours.js'
import { IterableDownstream, IterableUpstream } from './promised/iterable.js'
import { WebDownstream, WebUpstream } from './promised/web.js'

const promised = {
  'async-iterable': { Upstream: IterableUpstream, Downstream: IterableDownstream },
  'web-stream': { Upstream: WebUpstream, Downstream: WebDownstream },
}

/** Streams of promises instead of callbacks. */
export const isPromised = (kind) => Object.hasOwn(promised, kind ?? '')

/** `{ Upstream, Downstream }` for a kind of module. */
export const sides = (kind) => promised[kind] ?? { Upstream, Downstream }
