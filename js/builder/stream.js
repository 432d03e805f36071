// A stream in a pipeline under construction: each method adds a processor and gives the stream that comes out of it.
import { WatertightError } from '../error.js'
import { numberText } from '../constants.js'
import { CUSTOM } from '../define.js'
import { prepare } from '../spec.js'
import { PLACE, portOf } from './graph.js'
import { folds, operators, rows } from './methods.js'
import { nested } from './nested.js'

/** Made by `pipeline()`; its methods carry the names of the processors. */
export class Stream {
  constructor(graph, port) {
    this[PLACE] = { graph, port }
  }

  /** Any processor by its type, with parameters as in JSON; `others` are its further inputs. */
  add(type, parameters = {}, ...others) {
    const { graph, port } = this[PLACE]
    return new Stream(graph, graph.add(type, parameters, [port, ...others.map((other) => portOf(other, graph))]))
  }

  /** The k-th output of the processor this stream comes from. */
  out(k) {
    const { graph, port } = this[PLACE]
    return new Stream(graph, `${port.replace(/\.\d+$/, '')}.${k}`)
  }

  /** A source of given events beside this stream. */
  values(values, { loop } = {}) {
    const { graph } = this[PLACE]
    return new Stream(graph, graph.add('values', { values, loop }, []))
  }

  /** A source of several lists of events, one after the other, beside this stream. */
  splice(...sources) {
    const { graph } = this[PLACE]
    return new Stream(graph, graph.add('splice', { sources }, []))
  }

  /** A processor made by `defineProcessor`. */
  use(processor, ...others) {
    const made = processor?.[CUSTOM]
    if (!made) throw new WatertightError('E_SHAPE', 'use() takes a processor made by defineProcessor()')
    return several(this.add('custom', { host: processor }, ...others), made.outputs, false)
  }

  /** A function of each event. */
  map(fn) {
    return this.apply(fn)
  }

  not() {
    return this.apply('!x')
  }

  /** Where this is true, so is the other. */
  implies(other) {
    return this.apply(other instanceof Stream ? '!x || y' : `!x || ${literal(other)}`, ...(other instanceof Stream ? [other] : []))
  }

  /** How many events so far. */
  count() {
    return this.turnInto(1).sum()
  }

  /** The mean of the events so far. */
  average() {
    return this.sum().dividedBy(this.count())
  }
}

function of(what) {
  return nested(what, (graph, port) => new Stream(graph, port))
}

function several(stream, outputs, always) {
  if (!always && outputs <= 1) return stream
  return Array.from({ length: outputs }, (_, k) => (k === 0 ? stream : stream.out(k)))
}

function literal(value) {
  if (typeof value === 'function' || value === undefined) {
    throw new WatertightError('E_SHAPE', `expected a stream or a constant, got ${typeof value}`)
  }
  if (typeof value === 'number') return numberText(value)
  if (typeof value === 'string') return JSON.stringify(value)
  const { text, code } = prepare(value)
  if (code) throw new WatertightError('E_SHAPE', 'expected a stream or a constant, got one with a function in it')
  return text
}

// Not enumerable, like methods written in the class.
function method(name, value) {
  Object.defineProperty(value, 'name', { value: name })
  Object.defineProperty(Stream.prototype, name, { value, writable: true, configurable: true })
}

for (const [type, row] of Object.entries(rows(of))) {
  method(type, function (...args) {
    const [parameters, others = [], outputs = 1, always = false] = row(...args)
    return several(this.add(type, parameters, ...others), outputs, always)
  })
}

for (const [name, sign] of Object.entries(operators)) {
  method(name, function (other) {
    return other instanceof Stream ? this.apply(`x ${sign} y`, other) : this.apply(`x ${sign} ${literal(other)}`)
  })
}

for (const [name, [fn, start]] of Object.entries(folds)) {
  method(name, function () {
    return this.cumulate(fn, start)
  })
}
