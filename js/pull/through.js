// A pipeline as a pull-stream through: lazy, aborts passed on once, one machine for each stream.
import { WatertightError } from '../error.js'
import { failure, feedNumber } from '../engine.js'
import { readingOf } from '../boundary/fields.js'
import { ITSELF, SILENCE, UNFIT, feedObject, isNumber } from '../boundary/single.js'
import { NOTHING } from '../pipeline.js'
import { inbox } from './inbox.js'
import { sources } from './sources.js'
import { FUSE, fused, VALUES } from './fuse.js'

/** How far to read ahead of sources that only hold values: nobody can see it. */
const FROM_VALUES = 256

/** Makes the through: a function from a read to a read. */
export function through(pipeline, { readAhead = 1 } = {}) {
  if (pipeline.inputs.length !== 1 || pipeline.outputs.length !== 1) {
    throw new WatertightError('E_SHAPE',
      `through() needs one input and one output, this pipeline has ${pipeline.inputs.length} and ${pipeline.outputs.length}: use sources()`)
  }
  if (!Number.isInteger(readAhead) || readAhead < 1) throw new WatertightError('E_TYPE', 'readAhead must be a whole number of at least 1')
  return (read) => {
    if (pipeline.hasSources) return sources(pipeline, [read])[0]
    const before = read[FUSE]
    if (before && !before.started && before.readAhead === readAhead) {
      const whole = fused(before.pipeline, pipeline)
      if (whole) return connect(whole, before.read, readAhead)
    }
    return connect(pipeline, read, readAhead)
  }
}

function connect(pipeline, read, readAhead) {
  const ahead = read[VALUES] && !pipeline.holdsCode ? Math.max(readAhead, FROM_VALUES) : readAhead
  const link = { pipeline, read, readAhead, started: false }
  const stream = new Stream(link, read, ahead)
  const next = (abort, callback) => stream.quick(abort, callback ?? ignore)
  next[FUSE] = link
  return next
}

function ignore() {}

/** No machine's place. */
const NOWHERE = -1

const NONE = []

class Stream {
  constructor(link, read, most) {
    this.link = link
    this.read = read
    this.most = most
    this.machine = undefined
    this.ready = NONE // what came out and was not handed on yet, from `at` on
    this.at = 0
    this.waiting = undefined // the callback of the request under way
    this.owed = undefined // a callback whose request an abort overtook
    this.asking = false // a request to upstream is under way
    this.looping = false
    this.flowing = true // nothing below has happened yet
    this.reading = undefined // what the machine reads of objects, where events may go the quick way
    this.quickly = undefined // the same while nothing stands in that way
    this.prompt = false // the loop of the quick way has asked, and waits for the answer
    this.ended = undefined // what every further request is answered with
    this.closing = undefined // upstream has ended: what to end with once all is delivered
    this.drained = false // the machine has been told that upstream has ended
    this.failed = undefined // the pipeline's own error
    this.stopping = false // upstream was aborted and has not answered yet
    this.later = [] // what to do when it has
    this.size = 1 // how many events make a batch now
    this.event = undefined // came while the loop was on, and waits to be fed
    this.hasEvent = false
    this.answer = (end, value) => {
      if (this.prompt !== true || end !== null) return this.came(end, value)
      this.prompt = false
      this.feed(value)
    }
    this.inbox = inbox(read, most, this.answer)
  }

  /**
   * One event after the other through a pipeline without JS functions: `feed` answers each as it comes. All of it is as
   * short as can be, because this is what the cost of a stream is made of: comparisons with `null` and `true` take less than
   * those of truth. Whatever else happens is left to the general way.
   */
  quick(abort, callback) {
    if (abort !== null || this.quickly === undefined) return this.ask(abort, callback)
    this.waiting = callback
    if (this.looping === true) return
    this.looping = true
    try {
      do {
        this.prompt = true
        this.read(null, this.answer)
      } while (this.prompt === false && this.waiting !== undefined && this.quickly !== undefined)
    } finally {
      this.looping = false
      if (this.prompt === true) this.wait()
    }
    if (this.waiting !== undefined && this.asking === false) this.turn()
  }

  /** The answer to the quick way's request comes later, if at all. */
  wait() {
    this.prompt = false
    this.asking = true
  }

  /** Feeds an event, and answers the request with the number that comes out. */
  feed(event) {
    const reading = this.quickly
    let out
    try {
      out = typeof event === 'number' ? feedNumber(reading.place, event) : feedObject(event, reading)
    } catch (thrown) {
      return this.fail(failure(thrown))
    }
    if (isNumber(out)) this.reply(null, out)
    else if (out !== SILENCE) this.settle(out, event, reading)
  }

  /** Something else than a number came of an event, or it could not go this way. */
  settle(out, event, reading) {
    // Reading an object may have run code of the user's, which ended the stream.
    if (this.quickly !== reading) return
    if (out === ITSELF) return this.reply(null, event)
    if (out === UNFIT) return this.process(event)
    let followed
    try {
      followed = this.machine.follow(out, event, reading)
    } catch (thrown) {
      return this.fail(thrown)
    }
    this.take(followed)
  }

  /** What came out: a lone number answers the request at once, the rest is kept until it is asked for. */
  take(out) {
    // A function or a getter of the user's may have ended the stream meanwhile.
    if (this.ended) return
    if (this.machine.isOver) this.halt()
    if (typeof out === 'number') return this.reply(null, out)
    if (out === NOTHING || out.length === 0) return
    this.ready = out
    this.quickly = undefined
  }

  /** From now on, other than quickly: the machine is over, has failed, or upstream has ended. */
  halt() {
    this.flowing = false
    this.quickly = undefined
    this.reading = undefined
  }

  ask(abort, callback) {
    if (abort) return this.abort(abort, callback)
    if (this.ended) return callback(this.ended)
    this.waiting = callback
    if (!this.looping) this.turn()
  }

  next() {
    const value = this.ready[this.at++]
    if (this.at === this.ready.length) {
      this.ready = NONE
      this.at = 0
      this.quickly = this.reading
    }
    return value
  }

  abort(abort, callback) {
    this.link.started = true
    if (this.ended) return this.afterStop(() => callback(abort))
    const waiting = this.waiting
    const upstreamOpen = this.closing === undefined && !this.stopping
    this.close(abort)
    if (!upstreamOpen) {
      return this.afterStop(() => {
        waiting?.(abort)
        callback(abort)
      })
    }
    this.owed = waiting
    this.abortUpstream(abort, (end) => {
      this.settleOwed(abort)
      callback(end || abort)
    })
  }

  /** Upstream is aborted, once; others who abort meanwhile are answered after it has answered. */
  abortUpstream(abort, answered) {
    this.stopping = true
    this.read(abort, (end) => {
      this.stopping = false
      answered(end)
      for (const answer of this.later.splice(0)) answer()
    })
  }

  afterStop(answer) {
    if (this.stopping) this.later.push(answer)
    else answer()
  }

  /** A request was under way when the abort came: it is answered before the abort is. */
  settleOwed(end) {
    const owed = this.owed
    this.owed = undefined
    owed?.(end)
  }

  close(end) {
    this.ended = end
    // Should an event be on its way into the machine, it finds nobody there.
    if (this.reading) this.reading.place = NOWHERE
    this.quickly = undefined
    this.reading = undefined
    this.prompt = false
    this.waiting = undefined
    this.ready = NONE
    this.at = 0
    this.inbox.clear()
    this.hasEvent = false
    this.event = undefined
    this.machine?.release()
    this.machine = undefined
  }

  /** An answer of upstream, other than an event for the loop of the quick way. */
  came(end, value) {
    if (this.prompt) this.wait()
    if (end || !this.asking || this.ended) return this.answered(end, value)
    if (!this.looping) return this.answeredLate(value)
    this.asking = false
    if (this.quickly !== undefined) {
      this.feed(value)
    } else if (this.size === 1) {
      this.event = value
      this.hasEvent = true
    } else {
      this.inbox.add(value)
    }
  }

  /** An event that its source kept us waiting for. */
  answeredLate(value) {
    if (this.quickly === undefined || !this.waiting) return this.answered(null, value)
    this.asking = false
    this.looping = true
    try {
      this.feed(value)
    } finally {
      this.looping = false
    }
    if (this.waiting) this.turn()
  }

  answered(end, value) {
    this.asking = false
    if (this.ended) return this.settleOwed(this.ended)
    const looping = this.looping
    this.looping = true
    try {
      if (end) {
        this.closing = end
        this.halt()
      } else if (this.size === 1 && this.inbox.size() === 0 && this.waiting) {
        this.process(value)
      } else {
        // Read ahead, and nobody waits for it yet.
        this.inbox.add(value)
      }
    } finally {
      this.looping = looping
    }
    if (!looping && this.waiting) this.turn()
  }

  /** Goes on until the request is answered or upstream keeps us waiting; a loop, so that no stack grows. */
  turn() {
    this.looping = true
    try {
      while (this.waiting && !this.stopping) {
        if (this.hasEvent) {
          this.hasEvent = false
          this.process(this.event)
        } else if (this.at < this.ready.length) {
          this.reply(null, this.next())
        } else if (this.inbox.size() > 0 && (!this.flowing || this.asking || this.inbox.size() >= this.size)) {
          this.process()
        } else if (this.flowing) {
          if (this.asking) return
          this.request()
        } else if (this.failed) {
          this.stop(this.failed)
        } else if (this.closing !== undefined) {
          this.finish()
        } else {
          this.stop(true)
        }
      }
    } finally {
      this.looping = false
    }
  }

  reply(end, value) {
    const callback = this.waiting
    this.waiting = undefined
    callback(end, value)
  }

  request() {
    this.link.started = true
    this.asking = true
    try {
      if (this.most === 1) return this.read(null, this.answer)
      const came = this.inbox.gather(this.size)
      if (came) this.asking = false
      // An answer that is not there yet ends the reading ahead.
      else if (came === false) this.size = 1
    } catch (thrown) {
      this.asking = false
      throw thrown
    }
  }

  /** Hands one event, or those of the inbox, to the machine. */
  process(value) {
    let out
    try {
      const machine = this.machine ?? this.start()
      out = this.inbox.size() > 0 ? this.inbox.feed(machine) : machine.pushOne(value)
    } catch (error) {
      return this.fail(error)
    }
    if (this.size < this.most && !this.asking) this.size = Math.min(2 * this.size, this.most)
    this.take(out)
  }

  /** From now on this stream has a machine of its own. */
  start() {
    this.machine = this.link.pipeline.fresh()
    // With JS functions inside, a call may lead back here.
    if (this.most === 1 && !this.machine.holdsCode) this.quickly = this.reading = readingOf(this.machine.raw, 0)
    return this.machine
  }

  /** The pipeline failed: what came out before still goes on. */
  fail(error) {
    if (this.ended) return
    this.ready = error.outputs?.length > 0 ? error.outputs : NONE
    this.failed = error
    this.halt()
  }

  /** Upstream has ended: what the pipeline held back comes out, then the end. */
  finish() {
    if (this.closing === true && !this.drained) {
      this.drained = true
      try {
        const machine = this.machine ?? this.start()
        const held = machine.end()
        if (!this.ended) this.ready = held
      } catch (error) {
        this.fail(error)
      }
      this.machine?.release()
      this.machine = undefined
      return
    }
    const callback = this.waiting
    this.close(this.closing)
    callback(this.ended)
  }

  /** Nothing more comes of the pipeline: upstream is aborted, then the sink sees the end or the error. */
  stop(end) {
    const callback = this.waiting
    if (this.closing !== undefined) {
      this.close(end)
      return callback(end)
    }
    this.abortUpstream(end, (answer) => {
      if (this.ended) return
      this.close(end === true && answer && answer !== true ? answer : end)
      callback(this.ended)
    })
  }
}
