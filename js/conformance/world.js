// What a run must wait for outside of our clock: promises under way, and real timers, files and sockets.

const builtin = globalThis.process?.getBuiltinModule
const hooks = builtin?.('v8')?.promiseHooks

/** Watches promises and resources from now on; `close` when done. */
export class World {
  #made = false
  #stop = undefined
  #calm = 0
  #base = resources()
  constructor() {
    const made = () => {
      this.#made = true
    }
    this.#stop = hooks?.onInit(made)
    this.mustTurn = () => this.#made
  }

  /** After a turn of the real event loop: what was made before has settled. */
  forget() {
    this.#made = false
  }

  /** Something real is pending that was not when the test began. Without a way to know, it may be. */
  isBusy() {
    const now = resources()
    if (now === undefined) return ++this.#calm < 50
    return now > this.#base
  }

  close() {
    this.#stop?.()
  }
}

// Our own pauses and turns show up as timers and immediates; they are not counted, so that a module's real timer is
// seen through Timeout handles that stay.
function resources() {
  const list = globalThis.process?.getActiveResourcesInfo?.()
  return list?.filter((name) => name !== 'Immediate').length
}
