// The source and the sink around a module under test: they keep every rule themselves, and say of each step whether
// it happens now or is left to the scheduler (the paper's Figures 12 and 13).
import { ANSWER, REQUEST, classOf } from './recorder.js'
import { Turns } from './turns.js'

/**
 * Feeds one input of the module: `n` values, then done or an error. When all orders are tried, an asynchronous source
 * may also answer at once (`mixed`).
 */
export class Upstream {
  #pending = []
  #asked = 0
  #given = 0
  constructor(run, port, { n, sync, error, value, mixed }) {
    Object.assign(this, { run, port, n, sync, error, value, mixed })
    this.ended = undefined
    this.isOver = false
    this.since = 0
    this.read = run.lend(port, (abort, callback) => this.request(abort, callback))
  }

  request(abort, callback) {
    const { run } = this
    if (run.isOver) return
    const hasCallback = typeof callback === 'function'
    const request = ++this.#asked
    run.recorder.add(REQUEST, this.port, request, classOf(abort), hasCallback ? 1 : 0, abort)
    if (abort) {
      this.ended ??= abort
      if (!hasCallback) this.isOver = true
    }
    if (!hasCallback) return
    if (this.sync || (this.mixed && this.#pending.length === 0 && run.decide(this.port))) return this.answer(request, callback)
    if (this.#pending.length === 0) this.since = run.stamp()
    this.#pending.push([request, callback])
  }

  /** A step is left to the scheduler. */
  get isWaiting() {
    return this.#pending.length > 0
  }

  step() {
    const [request, callback] = this.#pending.shift()
    // The next answer was due right after this one.
    this.since = this.run.stamp()
    this.answer(request, callback)
  }

  answer(request, callback) {
    const { run } = this
    let value
    if (this.ended === undefined) {
      if (this.#given < this.n) value = this.value(++this.#given)
      else this.ended = this.error ?? true
    }
    const end = this.ended ?? null
    if (end) this.isOver = true
    run.recorder.add(ANSWER, this.port, request, classOf(end), end ? 0 : 1, value)
    try {
      run.enter(callback, this.port, request, end ? [end] : [null, value])
    } catch (error) {
      run.threw(this.port, request, error)
    }
  }
}

/** Reads the output of the module: `r` asks, then an abort, waiting for the last answer or not. */
export class Downstream extends Turns {
  #asked = 0
  #requests = 0
  constructor(run, read, { r, wait, sync, error, separate }) {
    super(run, sync)
    Object.assign(this, { read, r, wait, error, separate })
    this.isOver = false
  }

  start() {
    this.soon(this.#turn)
  }

  #turn() {
    if (this.isOver) return
    if (this.#asked === this.r) return this.#abort()
    this.#asked++
    const isLast = this.#asked === this.r && !this.wait
    this.#request(null, (end) => {
      if (end) {
        this.isOver = true
        this.drop()
      } else if (!isLast) this.soon(this.#turn)
    })
    // The abort follows at once; when all orders are tried, an asynchronous sink may take its time.
    if (isLast && this.separate) this.soon(this.#abort)
    else if (isLast) this.#abort()
  }

  #abort() {
    if (this.isOver) return
    this.#request(this.error ?? true, () => {
      this.isOver = true
    })
  }

  #request(abort, answered) {
    const { run } = this
    if (run.isOver) return
    const request = ++this.#requests
    let isAnswered = false
    run.recorder.add(REQUEST, 0, request, classOf(abort), 1, abort)
    try {
      run.enter(this.read, 0, request, [abort, run.lend(0, (end, value) => {
        if (run.isOver) return
        run.recorder.add(ANSWER, 0, request, classOf(end), value === undefined || value === null ? 0 : 1, value)
        if (isAnswered) return
        isAnswered = true
        answered(end)
      })])
    } catch (error) {
      run.threw(0, request, error)
    }
  }
}
