// The source and the reader around a Web Stream under test: a read or a pull is an ask, cancel(reason) an abort.
import { ANSWER, REQUEST, classOf } from '../recorder.js'
import { Consumer } from './consumer.js'

/** A ReadableStream that gives a chunk only when it is pulled: `n` chunks, then it closes or fails. */
export class WebUpstream {
  #pull = undefined
  #asked = 0
  #given = 0
  constructor(run, port, { n, sync, error, value, mixed }) {
    Object.assign(this, { run, port, n, sync, error, value, mixed })
    this.since = 0
    this.isOver = false
    this.read = new ReadableStream({
      pull: (controller) => {
        run.view.call(port)
        const answer = this.#pulled(controller)
        run.view.back()
        return answer
      },
      cancel: (reason) => this.#cancelled(reason),
    }, { highWaterMark: 0 })
  }

  get isWaiting() {
    return this.#pull !== undefined
  }

  #pulled(controller) {
    const { run } = this
    if (run.isOver) return
    const request = ++this.#asked
    run.recorder.add(REQUEST, this.port, request, 0, 1)
    if (this.sync || (this.mixed && run.decide(this.port))) return this.#answer(request, controller)
    this.since = run.stamp()
    return new Promise((resolve) => {
      this.#pull = () => {
        this.#answer(request, controller)
        resolve()
      }
    })
  }

  #cancelled(reason) {
    const { run } = this
    if (run.isOver) return
    this.isOver = true
    this.#pull = undefined
    const request = ++this.#asked
    run.recorder.add(REQUEST, this.port, request, reason instanceof Error ? 2 : 1, 1, reason)
    run.recorder.add(ANSWER, this.port, request, 1, 0)
  }

  step() {
    const pull = this.#pull
    this.#pull = undefined
    pull()
  }

  #answer(request, controller) {
    const isValue = this.#given < this.n
    const end = isValue ? null : this.error ?? true
    const value = isValue ? this.value(++this.#given) : undefined
    if (end) this.isOver = true
    this.run.recorder.add(ANSWER, this.port, request, classOf(end), end ? 0 : 1, value)
    this.run.view.enter(this.port, request)
    if (isValue) controller.enqueue(value)
    else if (this.error) controller.error(this.error)
    else controller.close()
    this.run.view.leave()
  }
}

export class WebDownstream extends Consumer {
  open(readable) {
    this.reader = readable.getReader()
  }

  ask() {
    return this.reader.read()
  }

  abort(error) {
    return Promise.resolve(this.reader.cancel(error)).then(() => ({ done: true }))
  }

  classOfAbort(error) {
    return error ? 2 : 1
  }
}
