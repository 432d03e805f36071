// npm pull-stream.
import pull from 'pull-stream'
import { NONE } from '../steps.mjs'

const isSome = (v) => v !== NONE

function through(step) {
  if (step.kind === 'map') return [pull.map(step.f)]
  if (step.kind === 'filter') return [pull.filter(step.f)]
  if (step.kind === 'scan') {
    let sum = step.start
    return [pull.map((v) => (sum = step.f(sum, v)))]
  }
  return [pull.map(step.make()), pull.filter(isSome)]
}

/** Runs the steps over the values; gives the results as an array. */
export function collect(steps, values) {
  return new Promise((resolve, reject) => {
    pull(pull.values(values), ...steps.flatMap(through), pull.collect((error, results) => (error ? reject(error) : resolve(results))))
  })
}

/** Runs the steps over the values and hands each result to `sink`. */
export function run(steps, values, sink) {
  return new Promise((resolve, reject) => {
    pull(pull.values(values), ...steps.flatMap(through), pull.drain(sink, (error) => (error ? reject(error) : resolve())))
  })
}
