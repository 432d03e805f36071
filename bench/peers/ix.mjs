// IxJS, iterables.
import { from } from 'ix/iterable'
import { filter, map, scan } from 'ix/iterable/operators'
import { NONE } from '../steps.mjs'

const isSome = (v) => v !== NONE

function operators(step) {
  // Its functions also get the index: hand on the value alone.
  if (step.kind === 'map') return [map((v) => step.f(v))]
  if (step.kind === 'filter') return [filter((v) => step.f(v))]
  if (step.kind === 'scan') return [scan({ seed: step.start, callback: (sum, v) => step.f(sum, v) })]
  const f = step.make()
  return [map((v) => f(v)), filter(isSome)]
}

/** Runs the steps over the values and hands each result to `sink`. */
export function run(steps, values, sink) {
  for (const v of steps.flatMap(operators).reduce((stream, operator) => stream.pipe(operator), from(values))) sink(v)
}
