// @most/core.
import { filter, map, newStream, runEffects, tap } from '@most/core'
import { currentTime, newDefaultScheduler } from '@most/scheduler'
import { NONE } from '../steps.mjs'

const isSome = (v) => v !== NONE

function apply(stream, step) {
  if (step.kind === 'map') return map(step.f, stream)
  if (step.kind === 'filter') return filter(step.f, stream)
  if (step.kind === 'scan') {
    // Its own scan emits the start value as an event, at a time of its own.
    let sum = step.start
    return map((v) => (sum = step.f(sum, v)), stream)
  }
  return filter(isSome, map(step.make(), stream))
}

const fromArray = (values) => newStream((sink, scheduler) => {
  const time = currentTime(scheduler)
  for (let k = 0; k < values.length; k++) sink.event(time, values[k])
  sink.end(time)
  return { dispose() {} }
})

/** Runs the steps over the values and hands each result to `sink`. */
export function run(steps, values, sink) {
  return runEffects(tap(sink, steps.reduce(apply, fromArray(values))), newDefaultScheduler())
}
