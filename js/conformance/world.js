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
    // Either may let something go on in the next microtask.
    const stops = [hooks?.onInit(made), hooks?.onSettled(made)]
    this.#stop = () => stops.forEach((stop) => stop?.())
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
    for (const [name, count] of now) if (count > (this.#base.get(name) ?? 0)) return true
    return false
  }

  close() {
    this.#stop()
  }
}

/** How many of each kind of thing keep the event loop alive; our own turns of it are not counted. */
function resources() {
  const list = globalThis.process?.getActiveResourcesInfo?.()
  if (!list) return undefined
  const counts = new Map()
  for (const name of list) if (name !== 'Immediate') counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}
