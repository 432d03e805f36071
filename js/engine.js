// The loaded engine: the entry attaches it once; everything else asks here.
import { WatertightError } from './error.js'
import { host, takeCause, takePanic } from './boundary/host.js'

/** The exports of the bindings. */
export let glue

/** The memory of the engine, whose buffer changes when it grows. */
export let memory

/** Two of those exports, for single events: they are called so often that looking them up counts. See js/boundary/single.js. */
export let feedNumber, feedMembers

let broken

/** Called by the entry after the engine was loaded. */
export function attach(namespace) {
  if (glue) return
  // Loading again hands back the exports of the instance that is there.
  memory = namespace.engine_memory()
  namespace.install(host)
  feedNumber = namespace.feed
  feedMembers = namespace.feed_object
  glue = namespace
}

/** The bindings, or an error that says what to do first. */
export function ready() {
  if (broken) throw broken
  if (!glue) throw new WatertightError('E_FAILED', 'the engine is not loaded yet: await init() first')
  return glue
}

/** What a call of the bindings threw, as an error for users. A trap leaves the engine refused for good. */
export function failure(thrown) {
  if (thrown instanceof WatertightError) return thrown
  if (typeof thrown?.code === 'string' && !(thrown instanceof Error)) return asError(thrown)
  if (thrown instanceof WebAssembly.RuntimeError || thrown instanceof RangeError) {
    const told = takePanic() ?? thrown.message
    broken = new WatertightError('E_INTERNAL', `a defect of watertight, please report it: ${told}`, { cause: thrown })
    return broken
  }
  return new WatertightError('E_INTERNAL', String(thrown?.message ?? thrown), { cause: thrown })
}

/** The error of a call that answered with a negative number. */
export function lastError() {
  return asError(glue.take_error())
}

/** Throws if the engine trapped earlier. */
export function guard() {
  if (broken) throw broken
}

function asError({ code, message, path }) {
  return new WatertightError(code, message, { path, cause: code === 'E_HOST' ? takeCause() : undefined })
}
