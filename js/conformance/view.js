// What the module under test can tell of a run: which call enters it, and inside of which of its own calls. A module that
// behaves the same each time is a function of that, so that orders which look the same to it are one order.

const ENTER = 1
const LEAVE = 2
const CALL = 3
const BACK = 4
const SETTLE = 5

const UNKNOWN = new Int32Array(0)

export class View {
  #words = new Int32Array(256)
  #length = 0
  #isWhole = true

  /** Something happens that the module cannot see. */
  pass() {
    this.#isWhole = false
  }

  /** The module is called: for an answer to `request` of a port, or for the timer of that number. */
  enter(port, request) {
    this.#note(ENTER, port, request)
  }

  leave() {
    this.#note(LEAVE, 0, 0)
  }

  /** The module calls what it was given at a port. */
  call(port) {
    this.#note(CALL, port, 0)
  }

  back() {
    this.#note(BACK, 0, 0)
  }

  /** A promise that the module was given is settled; `late` if it has done something since it was given. */
  settle(port, request, late) {
    this.#isWhole = false
    this.#note(SETTLE, port, late ? -request : request)
  }

  #note(what, port, request) {
    if (this.#length + 3 > this.#words.length) {
      const more = new Int32Array(2 * this.#words.length)
      more.set(this.#words)
      this.#words = more
    }
    this.#words[this.#length++] = what
    this.#words[this.#length++] = port
    this.#words[this.#length++] = request
  }

  /**
   * All that the future of a run depends on, with the recording so far and the clock. Nothing while the module has seen
   * every step: then no other order can look like this one.
   */
  state(rows, clock, timerSteps) {
    if (this.#isWhole) return UNKNOWN
    const { now, immediates, timers } = clock
    const ids = [immediates.length, ...immediates.map(({ id }) => id), ...timers.map(({ id }) => id)]
    const head = [rows.length, this.#length, timerSteps, now, now / 2 ** 32, ...ids]
    const state = new Int32Array(head.length + rows.length + this.#length)
    state.set(head)
    state.set(rows, head.length)
    state.set(this.#words.subarray(0, this.#length), head.length + rows.length)
    return state
  }
}
