// Watches one interface. The ordinary way of a stream (ask, value, ask, value) costs a few comparisons an item and
// allocates nothing; anything else is written down and judged by the engine.
import { prover, proverFailure } from '../prover.js'
import { ANSWER, OVERFLOW, REQUEST, Recorder, THROW, classOf } from '../conformance/recorder.js'
import { explain } from '../conformance/explain.js'
import { ProtocolError } from './violation.js'

const IDLE = 0
const ODD = 1
const EVEN = 2
const WATCHED = 3

/** Events of an interface that are kept for its trace. */
const KEPT = 64
/** Ordinary events that are shown before the first extraordinary one. */
const SHOWN = 6

/** Ordinary values are not kept. */
const VALUE = Symbol('v')

let texts
const rules = () => (texts ??= JSON.parse(prover().protocol_rules(1)))

const names = () => ['DI', 'UO']

const nothing = () => {}

export class Interface {
  /**
   * @param {{ allows: (violation: { rule: string, code: string }) => boolean, eager: boolean, stamp: () => number, port?: string }} policy
   */
  constructor(policy) {
    this.policy = policy
    this.hot = { state: IDLE, count: 0 }
    this.log = new Recorder()
    this.orders = []
    this.waiting = []
    this.isAborted = false
    this.isClosed = false
    this.violations = []
    this.known = new Set()
    this.thrown = undefined
  }

  /**
   * The read that stands before `read`. Two callbacks serve the odd and the even requests in turn: a new one for each
   * request would double the cost, and with two a second answer is told from the first answer to the next request.
   */
  connect(read) {
    const watch = this
    let state = IDLE
    let count = 0
    let odd = nothing
    let even = nothing
    let oddRequest = 0
    let evenRequest = 0
    function answerOdd(end, value) {
      if (state === ODD && !end) {
        state = IDLE
        return odd(end, value)
      }
      return watch.answer(state === WATCHED ? oddRequest : count - ((count + 1) & 1), odd, arguments.length, end, value)
    }
    function answerEven(end, value) {
      if (state === EVEN && !end) {
        state = IDLE
        return even(end, value)
      }
      return watch.answer(state === WATCHED ? evenRequest : count - (count & 1), even, arguments.length, end, value)
    }
    function output(abort, callback) {
      if (state === IDLE && !abort && typeof callback === 'function') {
        try {
          if (++count & 1) {
            state = ODD
            odd = callback
            return read(abort, answerOdd)
          }
          state = EVEN
          even = callback
          return read(abort, answerEven)
        } catch (error) {
          throw watch.threw(count, error)
        }
      }
      return watch.request(read, arguments.length, abort, callback)
    }
    this.hot = {
      get state() {
        return state
      },
      set state(next) {
        state = next
        // From now on the count goes its own way.
        oddRequest = count - ((count + 1) & 1)
        evenRequest = count - (count & 1)
      },
      get count() {
        return count
      },
      set count(next) {
        count = next
      },
    }
    return read.length === 2 ? output : Object.defineProperty(output, 'length', { value: read.length })
  }

  get count() {
    return this.hot.count
  }

  /** From the ordinary way to the watched one: what is under way is written down. */
  attend() {
    const { hot } = this
    if (hot.state === WATCHED) return
    const wasAsking = hot.state !== IDLE
    hot.state = WATCHED
    this.log.clear()
    this.orders.length = 0
    this.waiting.length = 0
    const last = hot.count - (wasAsking ? 1 : 0)
    for (let k = Math.max(1, last - SHOWN / 2 + 1); k <= last; k++) {
      this.write(REQUEST, k, 0, 1)
      this.write(ANSWER, k, 0, 1, VALUE)
    }
    if (wasAsking) {
      this.write(REQUEST, hot.count, 0, 1)
      this.waiting.push(hot.count)
    }
  }

  write(what, request, end, flag, detail) {
    this.orders.push(this.policy.stamp())
    this.log.add(what, 0, request, end, flag, detail)
  }

  request(read, length, abort, callback) {
    this.attend()
    const request = ++this.hot.count
    const hasCallback = typeof callback === 'function'
    this.write(REQUEST, request, classOf(abort), hasCallback ? 1 : 0, abort)
    if (abort) this.isAborted = true
    if (hasCallback) this.waiting.push(request)
    else if (abort) this.isClosed = true
    this.judge()
    const watch = this
    try {
      if (!hasCallback) return length < 2 ? read(abort) : read(abort, callback)
      return read(abort, function (end, value) {
        return watch.answer(request, callback, arguments.length, end, value)
      })
    } catch (error) {
      throw this.threw(request, error)
    }
  }

  answer(request, callback, length, end, value) {
    this.attend()
    const place = this.waiting.indexOf(request)
    if (place >= 0) this.waiting.splice(place, 1)
    this.write(ANSWER, request, classOf(end), value === undefined || value === null ? 0 : 1, value)
    if (end) this.isClosed = true
    this.judge(request)
    this.settle()
    // As many parameters as there were: a callback may count them.
    return length < 2 ? callback(end) : callback(end, value)
  }

  /** Back to the ordinary way once nothing is under way. */
  settle() {
    if (this.isAborted && this.waiting.length === 0) this.isClosed = true
    if (this.isClosed) return
    if (this.waiting.length === 0) this.hot.state = IDLE
    else if (this.log.length > KEPT) this.shorten()
  }

  /** A stream that never comes to rest keeps only what it still waits for. */
  shorten() {
    const { waiting } = this
    this.log.clear()
    this.orders.length = 0
    for (const request of waiting) this.write(REQUEST, request, 0, 1)
  }

  judge(answered) {
    const engine = prover()
    if (!engine.protocol_watch(this.whole(answered))) return
    for (const found of JSON.parse(engine.protocol_violations())) this.note(found)
  }

  /** The log; an answer to a request that has left it was answered before. */
  whole(answered) {
    const rows = this.log.view()
    if (answered === undefined || hasRequest(rows, answered)) return rows
    return Int32Array.of(REQUEST, 0, answered, 0, 1, ANSWER, 0, answered, 0, 1, ...rows)
  }

  /** Keeps a violation once; throws it if the user wants that. */
  note(found) {
    const key = `${found.code} ${found.request}`
    if (this.known.has(key) || this.policy.allows(found)) return
    this.known.add(key)
    const trace = this.log.trace(this.policy.names ?? names).slice(-KEPT)
    const violation = {
      rule: found.rule,
      code: found.code,
      ...explain(found, trace, this.policy.names ?? names, rules()),
      index: found.request,
      ...(this.policy.stage === undefined ? {} : { between: this.policy.stage }),
      trace,
      stack: new Error(found.code).stack.split('\n').slice(1).join('\n'),
    }
    this.violations.push(violation)
    this.policy.onViolation?.(violation)
    if (this.policy.eager) throw new ProtocolError(violation)
  }

  /** Notes what is thrown through the interface once, whoever threw it; gives it back to be thrown on. */
  threw(request, error) {
    if (error === this.thrown || error instanceof ProtocolError) return error
    this.thrown = error
    const isOverflow = error instanceof RangeError && /call stack/.test(error.message)
    this.attend()
    this.write(isOverflow ? OVERFLOW : THROW, request, 0, 0, error)
    const { eager } = this.policy
    // The error itself goes on; ours would hide it.
    this.policy.eager = false
    this.judge()
    this.policy.eager = eager
    return error
  }

  /** Judges the interface as it is now: what is still owed counts. */
  finish() {
    this.attend()
    const engine = prover()
    try {
      engine.protocol_judge(0, 0, this.log.view())
    } catch (error) {
      throw proverFailure(error)
    }
    for (const found of JSON.parse(engine.protocol_violations())) this.note(found)
    if (!this.isClosed && this.waiting.length === 0) this.note({ rule: 'PS-6', code: 'left-open', interface: 0, request: this.count, event: this.log.length })
    if (!this.isClosed && this.waiting.length === 0) this.hot.state = IDLE
    return this.violations
  }

  /** The request that waits for its answer longest, or 0. */
  get owed() {
    const { state, count } = this.hot
    return state === WATCHED ? this.waiting[0] ?? 0 : state === IDLE ? 0 : count
  }

  /** What that request is, in words. */
  get owedText() {
    const request = this.owed
    const at = this.hot.state !== WATCHED ? undefined : this.log.trace(names).find(({ i, event }) => i === request && ['ask', 'abort', 'error'].includes(event))
    return `${at?.event ?? 'ask'} ${request}`
  }

  /** Says that an answer did not come in time. */
  stalled() {
    this.attend()
    const [request] = this.waiting
    this.note({ rule: 'PS-2', code: 'no-answer', interface: 0, request, event: this.log.length })
  }
}

function hasRequest(rows, request) {
  for (let at = 0; at < rows.length; at += 5) if (rows[at] === REQUEST && rows[at + 2] === request) return true
  return false
}
