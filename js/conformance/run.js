// One run of one scenario: the module between its neighbours, step by step, until nothing more happens.
import { WatertightError } from '../error.js'
import { Clock, leaveRunning, pause, realNow, under } from './clock.js'
import { DONE, OVERFLOW, THROW, classOf } from './recorder.js'
import { isSink } from './sides.js'
import { View } from './view.js'

/** Actors besides the sink (0) and the sources (1, 2, ...): what the module itself is called back for. */
const IMMEDIATES = 30
const TIMERS = 31
/** Pseudo-actors: a source answers later, or at once. */
const LATER = 40
const AT_ONCE = 70
/** Timer steps after which a module that keeps setting timers is left alone. */
const TIMER_STEPS = 500
const IDLE_TIMER_STEPS = 20

/** The port under which a view notes timers and ticks. */
const CLOCK = -1

const actors = new Uint32Array(40)

export class Run {
  /** A run is used once: what the module still holds of it must not reach the next. The recorder is shared. */
  constructor(recorder) {
    this.recorder = recorder
    this.view = new View()
  }

  /** What we lent to the module, with what it does: when that comes back to us as it is, the module is not entered. */
  #lent = new WeakMap()

  /**
   * Connects the module; `choose(actors, run)` says which possible step comes next, -1 to give up: without `run` it is
   * asked in the middle of a step. `jobs()` counts what promises have set off.
   */
  start(subject, inputs, scenario, { choose, separate, jobs }) {
    this.recorder.clear()
    this.isOver = false
    this.isAbandoned = false
    this.order = 0
    this.stamp = () => ++this.order
    this.clock = new Clock(this.stamp)
    this.choose = choose
    this.jobs = jobs
    this.timerSteps = 0
    this.failure = undefined
    this.dones = 0
    this.isSink = isSink(subject.kind)
    const { Upstream, Downstream } = subject
    const { n, r, wait, sourceError, sinkError, sourceSync, sinkSync } = scenario
    this.upstreams = Array.from({ length: inputs }, (_, k) => new Upstream(this, k + 1, {
      n, sync: sourceSync, error: sourceError ? new Error('source error') : undefined, value: subject.value ?? ((i) => i), mixed: separate,
    }))
    const done = (error) => {
      if (this.isOver) return
      this.dones++
      this.recorder.add(DONE, 1, 0, error === true ? 1 : classOf(error), 0, error)
    }
    this.downstream = undefined
    under(this.clock, () => {
      let read
      try {
        read = subject.connect({ n, reads: this.upstreams.map((upstream) => upstream.read), done })
      } catch (error) {
        if (error instanceof WatertightError) throw error
        return this.threw(inputs ? 1 : 0, 0, error)
      }
      if (read === undefined) return
      this.downstream = new Downstream(this, read, {
        r, wait, sync: sinkSync, error: sinkError ? new Error('sink error') : undefined, separate,
      })
      this.downstream.start()
    })
  }

  /** Does the source at `port` answer this request at once? */
  decide(port) {
    actors[0] = LATER + port
    actors[1] = AT_ONCE + port
    return this.choose(actors.subarray(0, 2)) === 1
  }

  /** A function of ours as the module gets it. */
  lend(port, act) {
    const { view } = this
    const lent = (first, second) => {
      view.call(port)
      act(first, second)
      view.back()
    }
    this.#lent.set(lent, act)
    return lent
  }

  /** Calls the module, or us where the module only handed on what we lent to it. */
  enter(fn, port, request, args) {
    const own = this.#lent.get(fn)
    if (own) {
      this.view.pass()
      return own(...args)
    }
    this.view.enter(port, request)
    fn(...args)
    this.view.leave()
  }

  /** All that what comes next depends on; empty if no other order can lead here. */
  state() {
    return this.view.state(this.recorder.view(), this.clock, this.timerSteps)
  }

  threw(port, request, error) {
    if (this.isOver) return
    this.isOver = true
    this.failure = error
    const isOverflow = error instanceof RangeError && /call stack/.test(error.message)
    this.recorder.add(isOverflow ? OVERFLOW : THROW, port, request, 0, 0, error)
  }

  /** Steps until none is possible; false when the real event loop has to turn first. */
  drive(mustTurn) {
    return under(this.clock, () => {
      for (;;) {
        this.#guarded(() => this.clock.flush((tick) => this.enter(tick.fn, CLOCK, tick.id, tick.args)))
        if (this.isOver || this.recorder.isFull) return true
        if (mustTurn()) return false
        const candidates = this.#candidates()
        if (candidates.length === 0) return true
        for (let k = 0; k < candidates.length; k++) actors[k] = candidates[k].actor
        const choice = this.choose(actors.subarray(0, candidates.length), this)
        if (choice < 0) {
          this.isAbandoned = this.isOver = true
          return true
        }
        this.#take(candidates[choice])
      }
    })
  }

  /** The steps that are possible now, those that waited longest first. */
  #candidates() {
    const found = []
    if (this.downstream?.isWaiting) found.push({ actor: 0, since: this.downstream.since })
    for (const upstream of this.upstreams) if (upstream.isWaiting) found.push({ actor: upstream.port, since: upstream.since })
    const { clock } = this
    if (clock.immediates.length > 0) found.push({ actor: IMMEDIATES, since: clock.immediates[0].order })
    else if (clock.timers.length > 0 && this.timerSteps < (this.isSettled ? IDLE_TIMER_STEPS : TIMER_STEPS)) {
      found.push({ actor: TIMERS, since: Infinity })
    }
    return found.sort((a, b) => a.since - b.since)
  }

  #take({ actor }) {
    if (actor === 0) return this.downstream.step()
    if (actor === IMMEDIATES) {
      const { id, fn, args } = this.clock.immediates.shift()
      return this.#guarded(() => this.enter(fn, CLOCK, id, args))
    }
    if (actor === TIMERS) {
      this.timerSteps++
      const { id, fn, args } = this.clock.fire()
      return this.#guarded(() => this.enter(fn, CLOCK, id, args))
    }
    this.upstreams[actor - 1].step()
  }

  #guarded(act) {
    try {
      act()
    } catch (error) {
      this.threw(this.downstream ? 0 : 1, 0, error)
    }
  }

  /** Every interface is over, and a sink has said so. */
  get isSettled() {
    return (!this.downstream || this.downstream.isOver)
      && this.upstreams.every((upstream) => upstream.isOver)
      && (!this.isSink || this.dones > 0)
  }

  /** Timers of the module that are still set. */
  get leaks() {
    return this.clock.timers.length
  }

  /** After `drive`: turns the real event loop as long as the module may still answer from there. */
  async finish(world, { answerMs, scenarioMs }) {
    const started = realNow()
    let since = started
    let seen = this.recorder.length
    leaveRunning(this.clock)
    try {
      for (let turns = 0; !this.isOver && !this.recorder.isFull; turns++) {
        await world.turn()
        // All promises have settled by now but the one we waited for ourselves.
        world.forget()
        this.drive(world.mustTurn)
        const now = realNow()
        if (now - started >= scenarioMs) break
        if (this.recorder.length !== seen) [seen, since] = [this.recorder.length, now]
        if (world.mustTurn()) continue
        if (this.isSettled || (turns > 0 && !world.isBusy()) || now - since >= answerMs) break
        if (turns > 3) await pause(1)
      }
    } finally {
      leaveRunning(undefined)
    }
  }
}
