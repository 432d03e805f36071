// What readers of a module's output share: their next step, at once where they are synchronous, else when its turn comes.

export class Turns {
  #next = undefined
  constructor(run, isSync) {
    this.run = run
    this.isSync = isSync
    this.since = 0
  }

  get isWaiting() {
    return this.#next !== undefined
  }

  step() {
    const next = this.#next
    this.#next = undefined
    next.call(this)
  }

  soon(next) {
    if (this.isSync) return next.call(this)
    this.since = this.run.stamp()
    this.#next = next
  }

  /** What was to come next does not. */
  drop() {
    this.#next = undefined
  }
}
