// What a run must wait for outside of our clock: promises under way, and real timers, files and sockets.

import { turn } from './clock.js'

const builtin = globalThis.process?.getBuiltinModule
const hooks = builtin?.('v8')?.promiseHooks

/** Watches promises and resources from now on; `close` when done. */
export class World {
  #made = false
  #stop = undefined
  #calm = 0
  #jobs = 0
  #isOurs = false
  /** We have waited for something real: what happens is not in our hands alone. */
  hasWaited = false
  #base = resources()
  constructor() {
    const made = () => {
      this.#made = true
    }
    const began = () => {
      if (!this.#isOurs) this.#jobs++
    }
    // The first two may let something go on in the next microtask, the third is when it does.
    const stops = [hooks?.onInit(made), hooks?.onSettled(made), hooks?.onBefore(began)]
    this.#stop = () => stops.forEach((stop) => stop?.())
    this.mustTurn = () => this.#made
    /** How much was set off by promises; never the same twice where we cannot know. */
    this.jobs = () => (hooks ? this.#jobs : NaN)
  }

  /** One turn of the real event loop; call `forget` right after it. */
  turn() {
    // The way back to us is no doing of the module.
    return turn(() => {
      this.#isOurs = true
    })
  }

  /** After a turn of the real event loop: what was made before has settled. */
  forget() {
    this.#made = this.#isOurs = false
  }

  /** Something real is pending that was not when the test began. Without a way to know, it may be. */
  isBusy() {
    const now = resources()
    const isBusy = now === undefined ? ++this.#calm < 50 : [...now].some(([name, count]) => count > (this.#base.get(name) ?? 0))
    this.hasWaited ||= isBusy
    return isBusy
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
