// The reference sink: r requests, the last ones terminating (the paper's Figure 13), and on demand a sink that does
// not know when to stop.
import { isBoolean, isEnd, later } from './source.js'
import { positionalOr } from './settings.js'

/**
 * `sink({ r, index, abort, answer, wait, cont, done, sync })`, or the positions of the community's package
 * `sink(r, index, abort, answer, sync, cont, done)`, whose `sync` is what we call `wait`.
 *
 * Asks until `index` requests were made, then terminates with `abort`, up to `r` requests in all. `wait`: the answer
 * to the last ask is waited for. `sync`: requests follow answers at once, otherwise by setImmediate.
 * Misbehaviours: `answer: false` aborts without a callback; `cont: true` goes on terminating after the end.
 */
export function sink(...args) {
  const isPositional = args.length !== 1 || typeof args[0] !== 'object'
  const order = isPositional ? ['r', 'index', 'abort', 'answer', 'wait', 'cont', 'done', 'sync'] : Object.keys(PARAMETERS)
  const { r, index, abort, answer, wait, cont, done, sync } = positionalOr('sink', args, Object.fromEntries(order.map((name) => [name, PARAMETERS[name]])))
  return function sink(read) {
    new Asker({ read, r, index, abort, answer, wait, cont, done, soon: sync ? (act) => act() : later }).start()
  }
}

const PARAMETERS = {
  r: { default: Infinity, must: 'be a number of at least 0', holds: (r) => typeof r === 'number' && r >= 0 },
  index: { default: ({ r }) => r, must: 'be a number from 0 to r', holds: (index, { r }) => typeof index === 'number' && index >= 0 && index <= r },
  abort: { default: true, must: 'be true or an error', holds: isEnd },
  answer: { default: true, must: 'be a boolean', holds: isBoolean },
  sync: { default: true, must: 'be a boolean', holds: isBoolean },
  cont: { default: false, must: 'be a boolean', holds: isBoolean },
  wait: { default: true, must: 'be a boolean', holds: isBoolean },
  done: { default: () => () => {}, must: 'be a function', holds: (done) => typeof done === 'function' },
}

class Asker {
  #made = 0
  #isEnded = false
  #isDone = false
  #isLooping = false
  #isReady = false
  constructor(settings) {
    Object.assign(this, settings)
    // The request at `index` and later ones terminate; before them come index - 1 asks, or index if the stream may end by itself.
    this.asks = Math.max(0, this.index === Infinity ? Infinity : this.index)
    this.terminates = Math.max(1, this.r - this.index + 1)
  }

  start() {
    this.soon(() => this.#turn())
  }

  /** A loop instead of recursion: a long synchronous stream needs no stack. */
  #turn() {
    this.#isReady = true
    if (this.#isLooping) return
    this.#isLooping = true
    while (this.#isReady) {
      this.#isReady = false
      this.#next()
    }
    this.#isLooping = false
  }

  #next() {
    if (this.#isEnded && !this.cont) return this.#finish()
    if (this.#made >= this.asks) return this.#terminate(this.terminates)
    const isLast = ++this.#made === this.asks
    let isAnswered = false
    this.read(null, (end) => {
      if (isAnswered) return
      isAnswered = true
      if (end) this.#isEnded = true
      if (isLast && !this.wait) {
        if (end && !this.cont && !this.isAborting) this.#finish()
        return
      }
      if (end && this.cont) return this.soon(() => this.#terminate(this.terminates))
      if (end) return this.#finish()
      this.soon(() => this.#turn())
    })
    if (isLast && !this.wait && (!this.#isEnded || this.cont)) {
      this.isAborting = true
      this.#terminate(this.terminates)
    }
  }

  #terminate(left) {
    if (!this.answer) {
      for (let k = 0; k < left; k++) this.read(this.abort)
      return this.#finish()
    }
    let isAnswered = false
    this.read(this.abort, () => {
      if (isAnswered) return
      isAnswered = true
      this.#isEnded = true
      if (left > 1 && this.wait) this.soon(() => this.#terminate(left - 1))
      else if (left <= 1) this.#finish()
    })
    if (left > 1 && !this.wait) this.#terminate(left - 1)
  }

  #finish() {
    if (this.#isDone) return
    this.#isDone = true
    this.done()
  }
}
