// The source and the consumer around an async iterable under test: next() is an ask, return() an abort, throw(error)
// an abort with an error. Like a generator the source answers in order, what was asked before return() with a value.
import { ANSWER, REQUEST, classOf } from '../recorder.js'
import { Consumer } from './consumer.js'

/** Feeds one input: `n` values, then done or an error; a source that fails also fails when it is closed. */
export class IterableUpstream {
  #pending = []
  #asked = 0
  #given = 0
  #isClosed = false
  constructor(run, port, { n, sync, error, value, mixed }) {
    Object.assign(this, { run, port, n, sync, error, value, mixed })
    this.since = 0
    this.isOver = false
    const iterator = {
      next: () => this.#request(null),
      return: (value) => this.#request(true, value),
      throw: (error) => this.#request(error ?? new Error('thrown without an error')),
      [Symbol.asyncIterator]: () => iterator,
    }
    this.read = { [Symbol.asyncIterator]: () => iterator }
  }

  get isWaiting() {
    return this.#pending.length > 0
  }

  #request(abort, value) {
    const { run } = this
    if (run.isOver) return new Promise(() => {})
    const request = ++this.#asked
    run.recorder.add(REQUEST, this.port, request, classOf(abort), 1, abort)
    const answer = new Promise((resolve, reject) => {
      const entry = { request, abort, value, resolve, reject, jobs: run.jobs() }
      if (this.#pending.length === 0 && (this.sync || (this.mixed && run.decide(this.port)))) return this.#answer(entry)
      if (this.#pending.length === 0) this.since = run.stamp()
      this.#pending.push(entry)
    })
    // Nobody has to listen: what a module does not hear is judged by the trace.
    answer.catch(() => {})
    return answer
  }

  step() {
    const entry = this.#pending.shift()
    this.since = this.run.stamp()
    this.#answer(entry)
  }

  #answer({ request, abort, value, resolve, reject, jobs }) {
    const [end, result] = this.#next(abort, value)
    // Whether a promise is settled shows first when what waits for it goes on: until then it may as well have been at once.
    this.run.view.settle(this.port, request, this.run.jobs() !== jobs)
    if (end) this.isOver = true
    this.run.recorder.add(ANSWER, this.port, request, classOf(end), end ? 0 : 1, result)
    if (end && end !== true) reject(end)
    else resolve({ done: Boolean(end), value: result })
  }

  #next(abort, value) {
    if (abort) {
      const failure = this.#isClosed ? undefined : this.error
      this.#isClosed = true
      return [abort === true ? failure ?? true : abort, abort === true ? value : undefined]
    }
    if (this.#isClosed) return [true]
    if (this.#given < this.n) return [null, this.value(++this.#given)]
    this.#isClosed = true
    return [this.error ?? true]
  }
}

/** Reads as a `for await` loop does, left early by return() or by throw(error). */
export class IterableDownstream extends Consumer {
  open(iterable) {
    this.iterator = iterable[Symbol.asyncIterator]()
  }

  ask() {
    return this.iterator.next()
  }

  abort(error) {
    if (error && typeof this.iterator.throw === 'function') return this.iterator.throw(error)
    return this.iterator.return?.() ?? { done: true }
  }

  /** Without throw() a loop has only return(). */
  classOfAbort(error) {
    return error && typeof this.iterator.throw === 'function' ? 2 : 1
  }
}
