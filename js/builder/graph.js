// The graph that a builder function draws: processors in the order in which they are added, each with an id of its own.
import { WatertightError } from '../error.js'

/** One pipeline under construction. */
export class Graph {
  processors = []
  #ids

  constructor(inputs) {
    this.inputs = inputs
    this.#ids = new Set(inputs)
  }

  /** Adds a processor that takes its events from these ports; gives its id. */
  add(type, parameters, from) {
    let id = type
    for (let k = 2; this.#ids.has(id); k++) id = `${type}-${k}`
    this.#ids.add(id)
    const set = Object.entries(parameters).filter(([, value]) => value !== undefined)
    const ports = from.length === 0 ? {} : { from: from.length === 1 ? from[0] : from }
    this.processors.push({ id, type, ...Object.fromEntries(set), ...ports })
    return id
  }

  /** What was drawn, as a pipeline object. */
  toSpec(outputs) {
    if (this.processors.length > 0) return { inputs: this.inputs, processors: this.processors, outputs }
    // A pipeline has at least one processor.
    const id = this.add('passthrough', {}, outputs)
    return { inputs: this.inputs, processors: this.processors, outputs: outputs.map((_, k) => `${id}.${k}`) }
  }
}

/** Calls a builder function on streams of a new graph; `wrap(graph, port)` makes them. Gives the pipeline object. */
export function draw(names, build, wrap) {
  const inputs = names ?? namesFor(build.length)
  const graph = new Graph(inputs)
  const drawn = build(...inputs.map((name) => wrap(graph, name)))
  const streams = Array.isArray(drawn) ? drawn : [drawn]
  const outputs = streams.map((stream) => portOf(stream, graph))
  if (outputs.length === 0) throw new WatertightError('E_SHAPE', 'a builder function must return at least one stream', { path: 'outputs' })
  return graph.toSpec(outputs)
}

function namesFor(count) {
  return count <= 1 ? ['in'] : Array.from({ length: count }, (_, k) => `in${k}`)
}

/** The port of a stream, which must belong to the graph. */
export function portOf(stream, graph) {
  const place = stream?.[PLACE]
  if (!place) throw new WatertightError('E_SHAPE', `expected a stream of the builder, got ${described(stream)}`)
  if (place.graph !== graph) {
    throw new WatertightError('E_SHAPE', `the stream '${place.port}' belongs to another pipeline: a nested one takes its events as arguments`)
  }
  return place.port
}

/** On a stream: its graph and port. */
export const PLACE = Symbol('watertight.place')

function described(value) {
  return value === null ? 'null' : `a value of type ${typeof value}`
}
