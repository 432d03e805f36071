// The loaded prover: what checks and proves things, a WebAssembly module of its own, loaded when somebody needs it.
import { WatertightError } from './error.js'

let glue
let broken
let loadNow = () => {}
let loadLater = async () => {}

/** Called by the entry: how the prover is loaded at once (where that is possible), and how when one can wait. */
export function offerProver({ now, later }) {
  loadNow = now ?? loadNow
  loadLater = later ?? (async () => loadNow())
}

/** Called by the entry after the prover was loaded. */
export function attachProver(namespace) {
  if (glue) return
  namespace.start_prover()
  glue = namespace
}

/** The bindings, loaded if they can be at once. */
export function prover() {
  if (broken) throw broken
  if (!glue) loadNow()
  if (!glue) throw new WatertightError('E_FAILED', 'the prover is not loaded yet: await initProver() first')
  return glue
}

/** The bindings, loaded first if need be. */
export async function loadedProver() {
  if (!glue) await loadLater()
  return prover()
}

/** What a call of the prover threw, as an error for users. A trap leaves it refused for good. */
export function proverFailure(thrown) {
  if (thrown instanceof WatertightError) return thrown
  if (typeof thrown?.code === 'string' && !(thrown instanceof Error)) return new WatertightError(thrown.code, thrown.message, { path: thrown.path })
  const trapped = thrown instanceof WebAssembly.RuntimeError || thrown instanceof RangeError
  const error = new WatertightError('E_INTERNAL', `${trapped ? 'a defect of watertight, please report it: ' : ''}${thrown?.message ?? thrown}`, { cause: thrown })
  if (trapped) broken = error
  return error
}
