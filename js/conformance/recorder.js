// Writes down what crosses the interfaces of a module, as rows of numbers that the judge reads (src/pullstream/trace.rs).

export const REQUEST = 1
export const ANSWER = 2
export const THROW = 3
export const DONE = 4
export const OVERFLOW = 5

const FIELDS = 5
/** More than this many events in one short scenario is a module that runs away. */
const MOST = 4000

/** 0 for null and false, 1 for true, 2 for an error or anything else. */
export const classOf = (end) => (!end ? 0 : end === true ? 1 : 2)

export class Recorder {
  rows = new Int32Array(64 * FIELDS)
  details = []
  length = 0
  /** Called after each event, when somebody looks on. */
  watch = undefined

  clear() {
    this.length = 0
    this.details.length = 0
  }

  get isFull() {
    return this.length >= MOST
  }

  add(what, port, request, end, flag, detail) {
    if (this.length >= MOST) return
    const at = this.length * FIELDS
    if (at === this.rows.length) {
      const more = new Int32Array(2 * at)
      more.set(this.rows)
      this.rows = more
    }
    const { rows } = this
    rows[at] = what
    rows[at + 1] = port
    rows[at + 2] = request
    rows[at + 3] = end
    rows[at + 4] = flag
    this.details[this.length++] = detail
    if (this.watch !== undefined) this.watch(this)
  }

  /** The latest event as an object. */
  last(names) {
    const at = this.length - 1
    return describe(this.rows.subarray(at * FIELDS, (at + 1) * FIELDS), this.details[at], names)
  }

  /** The rows so far, without a copy. */
  view() {
    return this.rows.subarray(0, this.length * FIELDS)
  }

  /** The rows as objects that people can read; `names` gives the ports of each interface. */
  trace(names) {
    return Array.from({ length: this.length }, (_, k) => describe(this.rows.subarray(k * FIELDS, (k + 1) * FIELDS), this.details[k], names))
  }
}

function describe([what, port, request, end, flag], detail, names) {
  const [asks, answers] = names(port)
  const x = `x${request}`
  switch (what) {
    case REQUEST: {
      const event = ['ask', 'abort', 'error'][end]
      const text = `${asks}: ${end === 2 ? `error[err, ${x}]` : `${event}[${x}]`}${flag ? '' : ' without callback'}`
      return { port: asks, interface: port, event, i: request, ...(flag ? {} : { callback: false }), text }
    }
    case ANSWER: {
      const event = ['value', 'done', 'err'][end]
      const value = end === 0 || flag ? { value: show(detail) } : {}
      const text = `${answers}: ${x} := ${end === 0 ? show(detail) : event}${end !== 0 && flag ? ` with ${show(detail)}` : ''}`
      return { port: answers, interface: port, event, i: request, ...value, text }
    }
    case THROW:
      return { port: 'T', interface: port, event: 'throw', i: request, message: show(detail), text: `T: throws ${show(detail)}` }
    case DONE:
      return { port: 'T', interface: port, event: end === 2 ? 'done-error' : 'done', i: 0, text: `T: done${end === 2 ? ' with an error' : ''}` }
    default:
      return { port: 'T', interface: port, event: 'overflow', i: 0, text: 'T: the stack is full' }
  }
}

/** A value in a few letters. */
export function show(value) {
  if (value instanceof Error) return value.message
  if (typeof value === 'symbol') return value.description ?? 'symbol'
  let text
  try {
    text = typeof value === 'string' ? JSON.stringify(value) : typeof value === 'object' ? JSON.stringify(value) : String(value)
  } catch {
    text = Object.prototype.toString.call(value)
  }
  text ??= String(value)
  return text.length > 40 ? `${text.slice(0, 39)}…` : text
}
