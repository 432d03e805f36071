// A clock of our own for the module under test: its timers, immediates and ticks happen when the scheduler says so.

const scope = globalThis
const real = {
  setTimeout: scope.setTimeout,
  setImmediate: scope.setImmediate,
  Date: scope.Date,
  now: scope.Date.now,
}

/** Waits in the real world: one turn of the event loop, or some milliseconds. `before` is called before who waits goes on. */
export const turn = (before) => new Promise((resolve) => (real.setImmediate ?? real.setTimeout).call(scope, () => {
  before?.()
  resolve()
}, 0))
export const pause = (ms) => new Promise((resolve) => real.setTimeout.call(scope, resolve, ms))
export const realNow = () => real.now.call(real.Date)

/** The clock of the code that runs now, or none: then the functions below are the real ones. */
let running
// What a module goes on with later, from a promise or from the real world, keeps the clock it was started under;
// others who share the event loop with us keep the real one.
const { AsyncLocalStorage } = scope.process?.getBuiltinModule?.('async_hooks') ?? {}
const storage = AsyncLocalStorage && new AsyncLocalStorage()
const current = () => running ?? storage?.getStore()
let installed = 0
let undo

/** What a module asked to be called back for; `order` says who asked first. */
export class Clock {
  now = 0
  ticks = []
  immediates = []
  timers = []
  #id = 0
  constructor(stamp) {
    this.stamp = stamp
  }

  later(list, fn, args, ms = 0, every = undefined) {
    const entry = { id: ++this.#id, at: this.now + ms, every, order: this.stamp(), fn, args }
    entry.ref = entry.unref = () => entry
    entry.hasRef = () => true
    entry.refresh = () => entry
    entry[Symbol.toPrimitive] = () => entry.id
    list.push(entry)
    return entry
  }

  drop(handle) {
    const same = (entry) => entry !== handle && entry.id !== Number(handle)
    this.immediates = this.immediates.filter(same)
    this.timers = this.timers.filter(same)
  }

  /** Everything that has to happen before the next step: nextTick and queueMicrotask, in order. */
  flush(act) {
    while (this.ticks.length > 0) act(this.ticks.shift())
  }

  #next() {
    let first
    for (const timer of this.timers) {
      if (!first || timer.at < first.at || (timer.at === first.at && timer.order < first.order)) first = timer
    }
    return first
  }

  /** Takes the timer that is due first, and moves on to its time. */
  fire() {
    const timer = this.#next()
    this.now = Math.max(this.now, timer.at)
    if (timer.every === undefined) this.timers = this.timers.filter((entry) => entry !== timer)
    else {
      timer.at = this.now + Math.max(1, timer.every)
      timer.order = this.stamp()
    }
    return timer
  }
}

/** Runs `act` with the module's time under `clock`. */
export function under(clock, act) {
  const before = running
  running = clock
  try {
    return storage ? storage.run(clock, act) : act()
  } finally {
    running = before
  }
}

/** Where a clock cannot be tied to the code under it, it runs on between turns of the real event loop. */
export function leaveRunning(clock) {
  if (!storage) running = clock
}

/** Puts our functions in place of the real ones; the result takes them away again. Nested calls count. */
export function install() {
  if (installed++ === 0) undo = replaceAll()
  let taken = false
  return () => {
    if (taken) return
    taken = true
    if (--installed === 0) undo()
  }
}

const ms = (delay) => (delay >= 1 && delay <= 2147483647 ? Math.trunc(delay) : 1)
const callable = (fn) => {
  if (typeof fn !== 'function') throw new TypeError('the callback must be a function')
}

const ours = {
  setTimeout: (real) => (fn, delay, ...args) => {
    const clock = current()
    if (!clock) return real(fn, delay, ...args)
    callable(fn)
    return clock.later(clock.timers, fn, args, ms(delay))
  },
  setInterval: (real) => (fn, delay, ...args) => {
    const clock = current()
    if (!clock) return real(fn, delay, ...args)
    callable(fn)
    return clock.later(clock.timers, fn, args, ms(delay), ms(delay))
  },
  setImmediate: (real) => (fn, ...args) => {
    const clock = current()
    if (!clock) return real(fn, ...args)
    callable(fn)
    return clock.later(clock.immediates, fn, args)
  },
  queueMicrotask: (real) => (fn) => {
    const clock = current()
    if (!clock) return real(fn)
    callable(fn)
    clock.later(clock.ticks, fn, [])
  },
  nextTick: (real) => (fn, ...args) => {
    const clock = current()
    if (!clock) return real(fn, ...args)
    callable(fn)
    clock.later(clock.ticks, fn, args)
  },
  clearTimeout: (real) => (handle) => clear(real, handle),
  clearInterval: (real) => (handle) => clear(real, handle),
  clearImmediate: (real) => (handle) => clear(real, handle),
}

// What util.promisify and node:timers/promises give.
const promised = {
  setTimeout: (real) => (delay, value, options) => {
    if (!current()) return real(delay, value, options)
    return new Promise((resolve) => scope.setTimeout(resolve, delay, value))
  },
  setImmediate: (real) => (value, options) => {
    if (!current()) return real(value, options)
    return new Promise((resolve) => scope.setImmediate(resolve, value))
  },
}

function clear(real, handle) {
  if (handle != null) current()?.drop(handle)
  // A handle of ours means nothing to the real one.
  if (!handle || !('at' in Object(handle))) real(handle)
}

function replaceAll() {
  const builtin = scope.process?.getBuiltinModule
  const places = [
    [scope, ['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask', 'clearTimeout', 'clearInterval', 'clearImmediate']],
    [builtin?.('timers'), ['setTimeout', 'setInterval', 'setImmediate', 'clearTimeout', 'clearInterval', 'clearImmediate']],
    [scope.process, ['nextTick']],
  ]
  const back = []
  const put = (object, name, value) => {
    const before = Object.getOwnPropertyDescriptor(object, name)
    Object.defineProperty(object, name, { value, writable: true, configurable: true, enumerable: before?.enumerable ?? true })
    back.push(() => (before ? Object.defineProperty(object, name, before) : delete object[name]))
  }
  const { custom } = builtin?.('util').promisify ?? {}
  for (const [object, names] of places) {
    for (const name of names) {
      const before = object?.[name]
      if (typeof before !== 'function') continue
      const after = ours[name](before.bind(object))
      if (custom && before[custom]) after[custom] = promised[name](before[custom])
      put(object, name, after)
    }
  }
  const promises = builtin?.('timers/promises')
  if (promises) for (const name of Object.keys(promised)) put(promises, name, promised[name](promises[name]))
  put(scope, 'Date', virtualDate())
  if (scope.performance?.now) {
    const before = scope.performance.now.bind(scope.performance)
    put(scope.performance, 'now', () => current()?.now ?? before())
  }
  // Modules that import these by name see the change too.
  const { syncBuiltinESMExports } = builtin?.('module') ?? {}
  syncBuiltinESMExports?.()
  return () => {
    for (const act of back.reverse()) act()
    syncBuiltinESMExports?.()
  }
}

// The virtual time starts at a fixed day, so that runs are the same whenever they are made.
const EPOCH = 1.6e12

function virtualDate() {
  const now = () => {
    const clock = current()
    return clock ? EPOCH + clock.now : realNow()
  }
  const RealDate = real.Date
  const VirtualDate = function Date(...args) {
    if (!new.target) return new RealDate(now()).toString()
    return Reflect.construct(RealDate, args.length ? args : [now()], new.target === VirtualDate ? RealDate : new.target)
  }
  Object.setPrototypeOf(VirtualDate, RealDate)
  VirtualDate.prototype = RealDate.prototype
  VirtualDate.now = now
  return VirtualDate
}
