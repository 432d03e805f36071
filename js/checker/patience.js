// Notices answers that do not come: one timer for any number of interfaces, nothing on the path of items.

/** Calls `stalled(interface)` once an interface has owed the same answer for `timeout` ms. `list()` gives the interfaces. */
export class Patience {
  #timer = undefined
  #seen = new Map()
  constructor(timeout, list, stalled) {
    Object.assign(this, { timeout, list, stalled })
  }

  start() {
    if (this.#timer !== undefined || !(this.timeout > 0)) return
    this.#timer = setInterval(() => this.#look(), Math.max(1, this.timeout / 4))
    this.#timer.unref?.()
  }

  stop() {
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  #look() {
    const now = Date.now()
    const late = []
    for (const watched of this.list()) {
      const { owed } = watched
      const before = this.#seen.get(watched)
      if (!owed || before?.owed !== owed) this.#seen.set(watched, { owed, since: now, isTold: false })
      else if (!before.isTold && now - before.since >= this.timeout) {
        before.isTold = true
        late.push(watched)
      }
    }
    if (late.length > 0) this.stalled(late)
    if (this.list().every((watched) => watched.isClosed && !watched.owed)) this.stop()
  }
}
