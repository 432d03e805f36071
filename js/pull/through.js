// A pipeline as a pull-stream through: lazy, aborts passed on once, one machine for each stream.
import { WatertightError } from '../error.js'
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
  const next = (abort, callback) => stream.ask(abort, callback ?? ignore)
  next[FUSE] = link
  return next
}

function ignore() {}

class Stream {
  constructor(link, read, most) {
    this.link = link
    this.read = read
    this.most = most
    this.machine = undefined
    this.ready = []
    this.at = 0
    this.waiting = undefined // the callback of the request under way
    this.ended = undefined // what every further request is answered with
    this.closing = undefined // upstream has ended: what to end with once all is delivered
    this.asking = false // a request to upstream is under way
    this.looping = false
    this.size = 1
    this.inbox = []
    this.failed = undefined
    this.stopping = false
    this.answer = (end, value) => this.answered(end, value)
  }

  ask(abort, callback) {
    this.link.started = true
    if (abort) return this.abort(abort, callback)
    if (this.at < this.ready.length) return callback(null, this.next())
    if (this.ended) return callback(this.ended)
    this.waiting = callback
    this.turn()
  }

  next() {
    const value = this.ready[this.at]
    this.ready[this.at++] = undefined
    if (this.at === this.ready.length) {
      this.ready = []
      this.at = 0
    }
    return value
  }

  abort(abort, callback) {
    if (this.ended) return callback(abort)
    const upstreamOpen = this.closing === undefined && !this.stopping
    const waiting = this.waiting
    this.close(abort)
    if (!upstreamOpen) {
      waiting?.(abort)
      return callback(abort)
    }
    this.owed = waiting
    this.read(abort, (end) => {
      this.settleOwed(abort)
      callback(end || abort)
    })
  }

  /** A request was under way when the abort came: it is answered before the abort is. */
  settleOwed(end) {
    const owed = this.owed
    this.owed = undefined
    owed?.(end)
  }

  close(end) {
    this.ended = end
    this.waiting = undefined
    this.ready = []
    this.at = 0
    this.inbox = []
    this.machine?.free()
    this.machine = undefined
  }

  answered(end, value) {
    this.asking = false
    if (this.ended) return this.settleOwed(this.ended)
    if (end) this.closing = end
    else this.inbox.push(value)
    if (!this.looping && this.waiting) this.turn()
  }

  /** Goes on until the request is answered or upstream keeps us waiting; a loop, so that no stack grows. */
  turn() {
    if (this.looping) return
    this.looping = true
    try {
      while (this.waiting && !this.stopping) {
        if (this.at < this.ready.length) this.reply(null, this.next())
        else if (this.failed) this.stop(this.failed)
        else if (this.inbox.length > 0 && (this.asking || this.closing !== undefined || this.inbox.length >= this.size)) this.process()
        else if (this.closing !== undefined) this.finish()
        else if (this.machine?.over) this.stop(true)
        else if (this.asking) return
        else this.request()
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
    this.asking = true
    this.read(null, this.answer)
    // An answer that is not there yet ends the reading ahead.
    if (this.asking) this.size = 1
  }

  process() {
    this.machine ??= this.link.pipeline.fresh()
    const events = this.inbox
    this.inbox = []
    this.take(() => events.length === 1 ? this.machine.push(events[0]) : this.machine.run(events))
    if (!this.asking) this.size = Math.min(2 * this.size, this.most)
    if (this.machine && !this.failed && this.machine.done) this.machine.over = true
  }

  take(act) {
    try {
      this.ready = act()
    } catch (error) {
      this.ready = error.outputs ?? []
      this.failed = error
    }
    this.at = 0
  }

  /** Upstream has ended: what the pipeline held back comes out, then the end. */
  finish() {
    if (this.closing === true && !this.drained) {
      this.drained = true
      this.machine ??= this.link.pipeline.fresh()
      this.take(() => this.machine.end())
      this.machine.free()
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
    this.stopping = true
    this.read(end, (answer) => {
      this.stopping = false
      if (this.ended) return
      this.close(end === true && answer && answer !== true ? answer : end)
      callback(this.ended)
    })
  }
}
