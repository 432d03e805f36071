// RxJS.
import { filter, from, map, scan } from 'rxjs'
import { NONE } from '../steps.mjs'

const isSome = (v) => v !== NONE

function operators(step) {
  if (step.kind === 'map') return [map(step.f)]
  if (step.kind === 'filter') return [filter(step.f)]
  if (step.kind === 'scan') return [scan(step.f, step.start)]
  return [map(step.make()), filter(isSome)]
}

/** Runs the steps over the values and hands each result to `sink`. */
export function run(steps, values, sink) {
  from(values).pipe(...steps.flatMap(operators)).subscribe(sink)
}
