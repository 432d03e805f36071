// The traces in the docs: one line for each event, `event -> what came out`, and one for the end.
//
// A pipeline with several inputs takes objects with a member for each input that gets an event, one with several
// outputs shows `name: event`; both as `watertight run` does.
import { Pipeline } from 'watertight'
import { show } from './show.mjs'

/** The lines of a trace: what each of the events (as text) gives, and the end; `names` are those of the outputs. */
export function trace(pipeline, events, names) {
  const machine = Pipeline.from(pipeline)
  const width = Math.max(3, ...events.map((event) => event.length))
  const line = (left, emitted) => `${left.padEnd(width)} -> ${told(names ?? machine.outputs, emitted)}`.trimEnd()
  const lines = events.map((text) => line(text, feed(machine, JSON.parse(text))))
  return [...lines, line('end', machine.end())]
}

/** The events of a trace, as text. */
export function eventsOf(lines) {
  return lines.slice(0, -1).map((line) => line.slice(0, line.indexOf('->')).trimEnd())
}

function feed(machine, event) {
  if (machine.inputs.length === 1) return machine.push(event)
  const emitted = machine.inputs.filter((name) => Object.hasOwn(event, name)).map((name) => machine.pushTo(name, event[name]))
  return machine.outputs.length === 1 ? emitted.flat() : machine.outputs.map((_, port) => emitted.flatMap((ports) => ports[port]))
}

function told(names, emitted) {
  if (names.length === 1) return emitted.map(show).join(', ')
  return emitted.flatMap((events, port) => events.map((event) => `${names[port]}: ${show(event)}`)).join(', ')
}
