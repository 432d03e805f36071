// Pipelines of several inputs and outputs as pull-streams: sources in, sources out, read only as far as asked.
import { WatertightError } from '../error.js'

/** Events that an output may hold for its reader, unless the limits say otherwise; as in src/limits.rs. */
const QUEUE = 1_048_576

/** One source for each output, fed by one source for each input. */
export function sources(pipeline, reads) {
  if (!Array.isArray(reads) || reads.length !== pipeline.inputs.length) {
    throw new WatertightError('E_SHAPE', `sources() needs ${pipeline.inputs.length} source(s), one for each input`)
  }
  const hub = new Hub(pipeline, reads)
  return pipeline.outputs.map((_, output) => (abort, callback) => hub.ask(output, abort, callback ?? (() => {})))
}

class Hub {
  constructor(pipeline, reads) {
    this.pipeline = pipeline
    const { queue = QUEUE, policy } = JSON.parse(pipeline.limits)
    this.most = queue
    this.policy = policy
    this.machine = undefined
    this.inputs = reads.map((read) => ({ read, asking: false, ended: false }))
    this.outputs = pipeline.outputs.map(() => ({ ready: [], at: 0, waiting: undefined, ended: undefined }))
    this.failed = undefined
    this.looping = false
    this.again = false
  }

  ask(k, abort, callback) {
    const output = this.outputs[k]
    if (abort) return this.abort(output, abort, callback)
    if (output.at < output.ready.length) {
      callback(null, next(output))
      // Another output may have waited for this one to be read.
      if (this.policy === 'block') this.turn()
      return
    }
    if (output.ended) return callback(output.ended)
    output.waiting = callback
    this.turn()
  }

  abort(output, abort, callback) {
    if (output.ended && output.at >= output.ready.length) return callback(abort)
    const waiting = output.waiting
    Object.assign(output, { ready: [], at: 0, waiting: undefined, ended: abort })
    const last = this.outputs.every(({ ended }) => ended)
    if (!last) {
      waiting?.(abort)
      return callback(abort)
    }
    this.closeInputs(abort, () => {
      waiting?.(abort)
      callback(abort)
    })
  }

  /** Aborts every source that has not ended; calls back when all have answered. */
  closeInputs(abort, callback) {
    const open = this.inputs.filter((input) => !input.ended)
    this.machine?.release()
    this.machine = undefined
    let left = open.length
    if (left === 0) return callback()
    for (const input of open) {
      input.ended = true
      input.read(abort, () => {
        if (--left === 0) callback()
      })
    }
  }

  turn() {
    if (this.looping) {
      this.again = true
      return
    }
    this.looping = true
    do {
      this.again = false
      for (let k = 0; k < this.outputs.length; k++) this.serve(k)
    } while (this.again)
    this.looping = false
  }

  serve(k) {
    const output = this.outputs[k]
    if (!output.waiting) return
    if (output.at >= output.ready.length && !output.ended) this.want(k)
    const callback = output.waiting
    if (!callback) return
    if (output.at < output.ready.length) {
      output.waiting = undefined
      this.again = true
      callback(null, next(output))
    } else if (output.ended) {
      output.waiting = undefined
      callback(output.ended)
    }
  }

  /** Draws from sources inside the pipeline and asks the inputs this output waits for. */
  want(k) {
    if (this.policy === 'block' && this.outputs.some((output) => this.isFull(output))) return
    this.machine ??= this.pipeline.fresh()
    const needed = this.guarded(() => {
      const { inputs, events } = this.machine.demand(k)
      this.deliver(events)
      return inputs
    })
    if (!needed || this.outputs[k].at < this.outputs[k].ready.length || this.outputs[k].ended) return
    for (const i of needed) this.request(i)
  }

  request(i) {
    const input = this.inputs[i]
    if (input.asking || input.ended) return
    input.asking = true
    input.read(null, (end, value) => {
      input.asking = false
      if (input.ended) return
      if (end) input.ended = true
      if (end && end !== true) return this.fail(end)
      this.guarded(() => this.deliver(end ? this.machine.endInput(i) : this.machine.pushTo(i, value)))
      this.turn()
    })
  }

  guarded(act) {
    if (!this.machine) return undefined
    try {
      return act()
    } catch (error) {
      if (error.outputs) this.put(error.outputs)
      this.fail(error)
      return undefined
    }
  }

  put(events) {
    const columns = this.outputs.length === 1 ? [events] : events
    columns.forEach((column, k) => {
      const output = this.outputs[k]
      if (!output.ended) for (const event of column) output.ready.push(event)
    })
  }

  deliver(events) {
    const full = this.outputs.find((output, k) => this.isFull(output) && (this.outputs.length === 1 ? events : events[k]).length > 0)
    this.put(events)
    if (full) this.passLimit(full)
    this.outputs.forEach((output, k) => {
      if (!output.ended && this.machine.outputDone(k)) output.ended = true
    })
    if (this.outputs.every(({ ended }) => ended)) this.closeInputs(true, () => {})
  }

  /** Whether an output that nobody reads holds as much as it may. What one event brings at once always finds room. */
  isFull({ ended, ready, at }) {
    return !ended && ready.length - at >= this.most
  }

  passLimit(full) {
    if (this.policy !== 'dropOldest') {
      const name = this.pipeline.outputs[this.outputs.indexOf(full)]
      throw new WatertightError('E_LIMIT', `output '${name}' holds ${this.most} events already that nobody has read`)
    }
    for (const output of this.outputs) {
      if (this.isFull(output)) Object.assign(output, { ready: output.ready.slice(-this.most), at: 0 })
    }
  }

  fail(error) {
    this.closeInputs(error, () => {
      for (const output of this.outputs) output.ended ||= error
      this.turn()
    })
  }
}

function next(output) {
  const value = output.ready[output.at++]
  if (output.at === output.ready.length) {
    output.ready = []
    output.at = 0
  }
  return value
}
