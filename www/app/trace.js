// Runs a pipeline event by event and keeps what came out of every box: the page is a view of this trace.
import { Pipeline } from '../watertight/browser.js'
import { graphOf } from './graph.js'

/** Steps shown at most; more would only make the table long. */
export const most = 1000

/**
 * `{ ports, steps, error }`: each step has the event given and, for each port, the list of events it put out; the last
 * step is the end of the trace. An error in the middle leaves the steps before it.
 */
export function traceOf(pipeline, events) {
  const graph = graphOf(pipeline)
  const ports = graph.boxes.flatMap((box, index) =>
    Array.from({ length: box.outs }, (_, k) => ({ box: index, k, type: box.type, name: box.outs > 1 ? `${box.id}.${k}` : box.id })))
  for (const port of ports) port.final = graph.outputs.some((out) => out.box === port.box && out.k === port.k)
  const watched = Pipeline.from({ ...pipeline, outputs: ports.map((port) => port.name) })
  const steps = []
  let error = null
  try {
    const many = graph.inputs.length > 1
    for (const event of Array.from(events.slice(0, most))) {
      if (many && !Array.isArray(event)) {
        throw new TypeError(`this pipeline has ${graph.inputs.length} inputs: an event is a list [${graph.inputs.join(', ')}]`)
      }
      steps.push({ event, outs: perPort(many ? watched.push(...event) : watched.push(event), ports) })
    }
    steps.push({ last: true, outs: perPort(watched.end(), ports) })
  } catch (thrown) {
    error = thrown
  } finally {
    watched.free()
  }
  return { ports, steps, error, inputs: graph.inputs }
}

/** With one output the engine gives its events, with several a list for each. */
function perPort(outs, ports) {
  return ports.length === 1 ? [Array.from(outs)] : Array.from(outs, (list) => Array.from(list))
}
