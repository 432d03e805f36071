// Reads a stream of promises: `r` asks, then it leaves, waiting for the last answer or not; and when all is over it asks
// once more, which must give nothing and reach no source.
import { ANSWER, REQUEST, classOf } from '../recorder.js'
import { Turns } from '../turns.js'

export class Consumer extends Turns {
  #asked = 0
  #requests = 0
  #hasEnded = false
  #hasLeft = false
  #isProbed = false
  #pending = 0
  constructor(run, stream, { r, wait, sync, error, separate }) {
    super(run, sync)
    Object.assign(this, { r, wait, error, separate })
    this.isOver = false
    try {
      this.open(stream)
    } catch (error) {
      run.threw(0, 0, error)
    }
  }

  start() {
    this.soon(this.#turn)
  }

  #turn() {
    if (this.#hasEnded || this.#hasLeft) return
    if (this.#asked === this.r) return this.#leave()
    this.#asked++
    const isLast = this.#asked === this.r && !this.wait
    this.#request(0, () => this.ask(), (end) => {
      if (!end && !isLast) this.soon(this.#turn)
    })
    if (isLast && this.separate) this.soon(this.#leave)
    else if (isLast) this.#leave()
  }

  #leave() {
    if (this.#hasEnded || this.run.isOver) return
    this.#hasLeft = true
    this.#request(this.classOfAbort(this.error), () => this.abort(this.error), () => {})
  }

  #probe() {
    this.#isProbed = true
    this.#request(0, () => this.ask(), () => {})
  }

  #request(kind, act, answered) {
    const { run } = this
    if (run.isOver) return
    const request = ++this.#requests
    run.recorder.add(REQUEST, 0, request, kind, 1, this.error)
    this.#pending++
    let promise
    try {
      promise = Promise.resolve(act())
    } catch (error) {
      return run.threw(0, request, error)
    }
    promise.then((result) => {
      if (result === null || typeof result !== 'object') {
        return run.threw(0, request, new TypeError(`expected an object { done, value }, got ${result}`))
      }
      this.#settled(request, result.done ? true : null, result.done ? undefined : result.value, answered)
    }, (error) => this.#settled(request, error ?? new Error('rejected without an error'), undefined, answered))
  }

  #settled(request, end, value, answered) {
    const { run } = this
    if (run.isOver) return
    this.#pending--
    run.recorder.add(ANSWER, 0, request, classOf(end), end ? 0 : 1, value)
    if (end) this.#hasEnded = true
    answered(end)
    if (this.#pending > 0 || !this.#hasEnded) return
    if (this.#isProbed) this.isOver = true
    else this.soon(this.#probe)
  }
}
