// A pipeline: built from JSON or by the builder, fed event by event, in batches, or as a stream.
import { failure, glue, guard, lastError, ready } from './engine.js'
import { WatertightError } from './error.js'
import { heldCount } from './boundary/host.js'
import { receive, soleNumber, sweep } from './boundary/mail.js'
import { readingOf } from './boundary/fields.js'
import { loadPart } from './boundary/columns.js'
import { follow } from './boundary/single.js'
import { pushValue, roomForFew, stageFew } from './boundary/stage.js'
import { joined, result } from './boundary/results.js'
import { prepare } from './spec.js'
import { through } from './pull/through.js'
import { source } from './pull/source.js'
import { sink } from './pull/sink.js'
import { sources } from './pull/sources.js'
import { iterate } from './adapters/iterate.js'
import { toTransformStream } from './adapters/transform-stream.js'
import { toDuplex } from './adapters/duplex.js'

/** Added to an answer when nothing more will come out; see src/wasm/machine.rs. */
const DONE = 2 ** 30

/** What `pushOne` gives when nothing came out. */
export const NOTHING = Symbol('nothing')

/** Events of a batch that cross at a time: numbers of a typed array, and others. The engine takes no more of those in one go. */
const NUMBERS = 8192
const VALUES = 1024

export class Pipeline {
  #raw
  #given
  #limits
  #readings = []
  #busy = false
  #released = false
  #over = false

  constructor(raw, given, limits) {
    if (!given?.text) throw new WatertightError('E_SHAPE', 'a pipeline is made by pipeline() or Pipeline.from(), not by new')
    this.#raw = raw
    this.#given = given
    this.#limits = limits
    this.inputs = Object.freeze(raw.input_names())
    this.outputs = Object.freeze(raw.output_names())
  }

  static from(spec, { limits = {}, lineage = false } = {}) {
    if (spec instanceof Pipeline) return spec.#copy((raw) => raw.fresh())
    ready()
    const given = prepare(spec)
    const raw = attempt(() => glue.RawMachine.compile(given.text, limits, given.functions, given.processors))
    if (lineage) raw.record_lineage()
    return new Pipeline(raw, { ...given, spec }, JSON.stringify(limits))
  }

  static restore(bytes, { limits = {}, like } = {}) {
    ready()
    if (!(bytes instanceof Uint8Array)) throw new WatertightError('E_SNAPSHOT', 'a snapshot is a Uint8Array')
    if (like !== undefined && !(like instanceof Pipeline)) throw new WatertightError('E_TYPE', '`like` is a pipeline')
    const { functions, processors, code } = like ? like.#given : prepare({})
    let raw
    try {
      raw = glue.RawMachine.restore(bytes, limits, functions, processors)
    } catch (thrown) {
      const error = failure(thrown)
      // What was saved was a pipeline: it can only lack its functions.
      throw error.code === 'E_SHAPE' && error.path?.startsWith('$') ? withoutCode(like) : error
    }
    const text = raw.to_json()
    if (like && countCode(text) !== countCode(like.#given.text)) {
      raw.free()
      throw withoutCode(like)
    }
    return new Pipeline(raw, { text, functions, processors, code, spec: like ? like.#given.spec : text }, JSON.stringify(limits))
  }

  get warnings() {
    return this.#use().warnings()
  }

  get done() {
    return this.#use().done()
  }

  get holdsCode() {
    return this.#given.code
  }

  get hasSources() {
    return this.#use().has_sources()
  }

  toJSON() {
    if (this.#given.code) throw new WatertightError('E_HOST', 'the pipeline holds a JS function, which JSON cannot: use an expression')
    return JSON.parse(this.#given.text)
  }

  push(...front) {
    if (front.length !== this.inputs.length) {
      throw new WatertightError('E_SHAPE', `the pipeline has ${this.inputs.length} input(s), got ${front.length} event(s)`)
    }
    const out = this.#empty()
    for (let i = 0; i < front.length; i++) this.#feed(i, front[i], out)
    return out
  }

  pushTo(input, value) {
    const out = this.#empty()
    this.#feed(this.#index(input), value, out)
    return out
  }

  endInput(input) {
    const k = this.#index(input)
    return this.#call((raw) => raw.end_input(k), this.#empty())
  }

  end() {
    return this.#call((raw) => raw.end(), this.#empty())
  }

  run(values) {
    const columns = this.#columns(values)
    return this.#run(columns, columns.length > 0 && columns.every((column) => column instanceof Float64Array))
  }

  /** For streams: the same for the events of one input, but numbers that come out stay typed. */
  runAhead(values) {
    return this.#run([values], true)
  }

  reset() {
    this.#attempt((raw) => raw.reset())
    return this
  }

  snapshot() {
    return this.#attempt((raw) => raw.snapshot())
  }

  duplicate() {
    return this.#copy((raw) => raw.duplicate())
  }

  fresh() {
    return this.#copy((raw) => raw.fresh())
  }

  explain(output, k) {
    if (k === undefined) [output, k] = [0, output]
    for (const index of [output, k]) {
      if (!Number.isInteger(index) || index < 0) throw new WatertightError('E_TYPE', `explain() takes whole numbers from 0 on, got ${String(index)}`)
    }
    if (output >= this.outputs.length) throw new WatertightError('E_SHAPE', `there is no output ${output}: the pipeline has ${this.outputs.length}`)
    const flat = this.#attempt((raw) => raw.explain(output, k))
    return Array.from({ length: flat.length / 2 }, (_, i) => ({ input: this.inputs[flat[2 * i]], index: flat[2 * i + 1] }))
  }

  /** For streams: feeds an event; gives the number that came out, NOTHING, or an array of whatever else did. */
  pushOne(event) {
    const raw = this.#use()
    let n
    this.#busy = true
    try {
      n = typeof event === 'number' ? raw.push_num(0, event) : pushValue(raw, 0, event, (this.#readings[0] ??= readingOf(raw, 0)))
    } catch (thrown) {
      throw failure(thrown)
    } finally {
      this.#rest()
    }
    return this.#one(n)
  }

  /** For streams: the bare machine, for those who look after its answers themselves. */
  get raw() {
    return this.#use()
  }

  /** For streams: goes on with an event that was fed to the bare machine, which gave `out`; gives the same as `pushOne`. */
  follow(out, event, reading) {
    return this.#one(this.#attempt((raw) => follow(raw, out, event, reading)))
  }

  /** For streams: feeds the first n of some numbers; gives what came out. */
  runFew(numbers, n) {
    if (n > roomForFew()) return this.run(numbers.subarray(0, n))
    const raw = this.#use()
    stageFew(numbers, n)
    let answer
    this.#busy = true
    try {
      answer = raw.run_few(n)
    } catch (thrown) {
      throw failure(thrown)
    } finally {
      this.#rest()
    }
    return this.#settled(answer, [])
  }

  /** For streams: whether the last call said that nothing more will come out. */
  get isOver() {
    return this.#over
  }

  /** For streams: the inputs to read so that an output can get an event, and what came out of sources inside. */
  demand(output) {
    const inputs = [...this.#attempt((raw) => raw.demand(output))]
    return { inputs, events: this.#call((raw) => raw.collect(), this.#empty()) }
  }

  outputDone(output) {
    return this.#use().output_done(output)
  }

  through(options) {
    return through(this, options)
  }

  source(values) {
    return source(this, values)
  }

  sink(each, done, options) {
    return sink(this, each, done, options)
  }

  sources(reads) {
    return sources(this, reads)
  }

  iterate(iterable) {
    return iterate(this, iterable)
  }

  toTransformStream(options) {
    return toTransformStream(this, options)
  }

  toDuplex(options) {
    return toDuplex(this, options)
  }

  free() {
    if (this.#busy) throw new WatertightError('E_FAILED', 'a pipeline cannot be freed from inside its own functions')
    this.#raw?.free()
    this.#raw = undefined
    if (heldCount() > 0) sweep()
  }

  /** For streams: frees it, from inside its own functions as soon as they are done. */
  release() {
    this.#released = true
    if (!this.#busy) this.free()
  }

  /** What it was made of, JS functions included. */
  get spec() {
    const { spec } = this.#given
    return typeof spec === 'string' ? JSON.parse(spec) : spec
  }

  get limits() {
    return this.#limits
  }

  #use() {
    guard()
    if (!this.#raw) throw new WatertightError('E_FAILED', 'the pipeline was freed')
    if (this.#busy) throw new WatertightError('E_FAILED', 'a pipeline cannot be used from inside its own functions')
    return this.#raw
  }

  /** No call is under way any more. */
  #rest() {
    this.#busy = false
    if (this.#released) this.free()
  }

  #copy(make) {
    return new Pipeline(this.#attempt(make), this.#given, this.#limits)
  }

  #empty() {
    return this.outputs.length === 1 ? [] : this.outputs.map(() => [])
  }

  #index(input) {
    const k = typeof input === 'number' ? input : this.inputs.indexOf(input)
    if (!(Number.isInteger(k) && k >= 0 && k < this.inputs.length)) {
      throw new WatertightError('E_SHAPE', `there is no input '${String(input)}' (inputs: ${this.inputs.join(', ')})`)
    }
    return k
  }

  #feed(input, value, out) {
    if (typeof value === 'number') return this.#call((raw) => raw.push_num(input, value), out)
    const raw = this.#use()
    const reading = (this.#readings[input] ??= readingOf(raw, input))
    let n
    try {
      n = this.#attempt(() => pushValue(raw, input, value, reading))
    } catch (error) {
      // It did not get as far as the engine: a bigint, a getter that throws.
      if (error.code !== 'E_INTERNAL') raw.fail()
      throw Object.assign(error, { outputs: out })
    }
    return this.#settled(n, out)
  }

  /** The lone number of the mailbox, NOTHING, or an array of all that lies there. */
  #one(n) {
    if (heldCount() === 0) {
      if (n === 0) return NOTHING
      const only = n === 1 ? soleNumber() : undefined
      if (only !== undefined) return only
    }
    return this.#settled(n, [])
  }

  /** A call that answers with the number of events in the mailbox. */
  #call(act, out) {
    return this.#settled(this.#attempt(act), out)
  }

  /** Fetches what lies in the mailbox, and the error with it. */
  #settled(n, out) {
    const several = this.outputs.length !== 1
    this.#over = n >= DONE
    if (this.#over) n -= DONE
    if (n !== 0) receive(n < 0 ? -1 - n : n, out, several)
    if (heldCount() > 0) sweep()
    if (n < 0) throw Object.assign(lastError(), { outputs: out })
    return out
  }

  #attempt(act) {
    const raw = this.#use()
    this.#busy = true
    try {
      return act(raw)
    } catch (thrown) {
      throw failure(thrown)
    } finally {
      this.#rest()
    }
  }

  #columns(values) {
    const list = (column, name) => {
      if (Array.isArray(column) || (ArrayBuffer.isView(column) && isOfNumbers(column))) return column
      throw new WatertightError('E_TYPE', `run() takes an array, or a typed array of numbers, for input '${name}'`)
    }
    if (this.inputs.length === 1 && (Array.isArray(values) || ArrayBuffer.isView(values))) return [list(values, this.inputs[0])]
    // Sets, generators and the like have no member for an input.
    const isNamed = typeof values === 'object' && values !== null && (Array.isArray(values) || !(Symbol.iterator in values || Symbol.asyncIterator in values))
    if (!isNamed) throw new WatertightError('E_TYPE', 'run() takes an array, or an object with an array for each input')
    for (const name of Object.keys(values)) this.#index(Array.isArray(values) ? Number(name) : name)
    return this.inputs.map((name, k) => list((Array.isArray(values) ? values[k] : values[name]) ?? [], name))
  }

  /** Runs a batch in parts; what comes out is typed on request, where it is numbers alone. */
  #run(columns, typed) {
    const length = Math.max(0, ...columns.map((column) => column.length))
    const size = columns.every((column) => column instanceof Float64Array) ? NUMBERS : VALUES
    const parts = this.outputs.map(() => [])
    let error
    for (let from = 0; from < length && !error; from += size) error = this.#part(columns, from, Math.min(from + size, length), parts)
    const out = parts.map((pieces) => joined(pieces, typed))
    this.#over = this.done
    if (error) throw Object.assign(error, { outputs: this.outputs.length === 1 ? out[0] : out })
    return this.outputs.length === 1 ? out[0] : out
  }

  /** Runs a part of a batch; gives the error that stopped it, if any. */
  #part(columns, from, to, parts) {
    if (!this.#load(columns, from, to)) return this.#oneByOne(columns, from, to, parts)
    const good = this.#attempt((raw) => raw.run())
    const error = good ? undefined : lastError()
    this.#attempt((raw) => {
      parts.forEach((pieces, output) => pieces.push(result(raw, output)))
      raw.drop_results()
    })
    if (heldCount() > 0) sweep()
    return error
  }

  /** Loads a part of a batch; gives whether all of it can be handed over. */
  #load(columns, from, to) {
    const raw = this.#use()
    const readings = columns.map((_, input) => (this.#readings[input] ??= readingOf(raw, input)))
    this.#busy = true
    try {
      columns.forEach((column, input) => loadPart(raw, column, Math.min(from, column.length), Math.min(to, column.length), readings[input]))
      return true
    } catch (thrown) {
      const error = failure(thrown)
      if (error.code === 'E_INTERNAL') throw error
      raw.drop_loaded()
      return false
    } finally {
      this.#rest()
    }
  }

  /** The same for a part with an event that cannot be handed over: those before it still count, as if each came by itself. */
  #oneByOne(columns, from, to, parts) {
    const out = this.#empty()
    try {
      for (let k = from; k < to; k++) {
        for (const [input, column] of columns.entries()) {
          // Nothing comes of what follows the end.
          if (this.done) return undefined
          if (k < column.length) this.#feed(input, column[k], out)
        }
      }
      return undefined
    } catch (error) {
      return error
    } finally {
      parts.forEach((pieces, output) => pieces.push(this.outputs.length === 1 ? out : out[output]))
    }
  }
}

Pipeline.prototype[Symbol.dispose ?? Symbol.for('Symbol.dispose')] = Pipeline.prototype.free

function isOfNumbers(view) {
  return !(view instanceof DataView || view instanceof BigInt64Array || view instanceof BigUint64Array)
}

function withoutCode(like) {
  return new WatertightError('E_SNAPSHOT', like
    ? 'the snapshot is of a pipeline with other JS functions than those of `like`'
    : 'the snapshot is of a pipeline with JS functions: give a pipeline that has them as `like`')
}

/** How many places of a pipeline's JSON stand for JS functions and processors. */
function countCode(text) {
  let count = 0
  JSON.parse(text, (_, value) => {
    if (Number.isInteger(value?.$host) || value?.type === 'custom') count++
    return value
  })
  return count
}

function attempt(act) {
  try {
    return act()
  } catch (thrown) {
    throw failure(thrown)
  }
}
