// The 162 problems of Bedard & Halle, as calls of `verify`.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../support/root.mjs'

const pipelines = JSON.parse(readFileSync(join(root, 'tests/verify/pipelines.json'), 'utf8'))

const NAMES = {
  'No full queues': 'no-full-queue',
  'Liveness': 'liveness',
  'Bounded liveness': 'bounded-liveness',
  'Stepwise equivalence': 'stepwise-equivalence',
  'Sequence equivalence': 'sequence-equivalence',
}

/** Each with its pipeline, the options of `verify`, NuSMV's verdict and its times on the authors' models. */
export const problems = readFileSync(join(root, 'tests/verify/data/problems.csv'), 'utf8').trim().split('\n').slice(1).map((line) => {
  const [query, property, queue, domain, k, verdict, defaultMs, coiMs] = line.split(',')
  const options = { properties: [NAMES[property]], queue: Number(queue), domain: Number(domain), inputs: 'free' }
  const pipeline = built(query, k)
  if (property.endsWith('equivalence')) options.equivalent = built(`${query} (other)`, k) ?? pipeline
  return { query, property, k: Number(k), pipeline, options, holds: verdict === 'true', defaultMs: Number(defaultMs), coiMs: Number(coiMs) }
})

function built(name, k) {
  return pipelines[name] && JSON.parse(JSON.stringify(pipelines[name]).replaceAll('"$k"', k))
}
