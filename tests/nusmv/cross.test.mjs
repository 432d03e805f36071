// The built-in checker and NuSMV on the same models: the same verdicts.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toSmv, verify } from 'watertight'
import { missing, nusmv, propertyNames } from '../support/nusmv.mjs'
import { problems } from '../verify/problems.mjs'
import { random, randomFormula, randomPipeline } from './random-pipelines.mjs'

const RANDOM = 300

/** A verdict that depends on what comes after an overflow is NuSMV's false: the model as it is breaks the property. */
const holds = ({ verdict }) => verdict === 'PROVED'

async function twoAtATime(list, act) {
  const rest = [...list.entries()]
  const work = async () => {
    for (let next = rest.shift(); next; next = rest.shift()) await act(next[1], next[0])
  }
  await Promise.all([work(), work()])
}

test('the 162 problems, exported', { skip: missing }, async () => {
  let late = 0
  await twoAtATime(problems, async ({ query, property, k, pipeline, options, holds: expected }) => {
    const model = toSmv(pipeline, options)
    const answer = await nusmv(model, propertyNames(model))
    if (!answer) return void late++
    assert.equal(answer.verdicts[0], expected, `${query}, ${property}, k=${k}: ${JSON.stringify(options)}`)
  })
  assert.ok(late <= 2, `${late} of 162 took NuSMV more than 5 s`)
})

test('in the style of the paper', { skip: missing }, async () => {
  const single = problems.filter(({ options }) => !options.equivalent && options.queue <= 2 && options.domain <= 4)
  let answered = 0
  await twoAtATime(single, async ({ query, property, k, pipeline, options, holds: expected }) => {
    const model = toSmv(pipeline, { ...options, paperStyle: true })
    const answer = await nusmv(model, propertyNames(model))
    if (!answer) return
    answered++
    assert.equal(answer.verdicts[0], expected, `${query}, ${property}, k=${k}: ${JSON.stringify(options)}`)
  })
  assert.ok(answered >= single.length / 2, `${answered} of ${single.length} answered within 5 s`)
})

test(`${RANDOM} random pipelines, three properties each`, { skip: missing }, async () => {
  let compared = 0
  await twoAtATime(Array.from({ length: RANDOM }), async (_, seed) => {
    const r = random(seed)
    const pipeline = randomPipeline(r)
    const formula = randomFormula(r)
    const options = {
      properties: [r.pick(['liveness', 'no-full-queue']), r.pick(['bounded-liveness', 'bounded-liveness:2'])],
      ...formula, queue: 1 + r.below(2), domain: 3, inputs: r.pick(['every-step', 'free']), overflow: r.pick(['wrap', 'saturate']),
    }
    const told = () => `seed ${seed}: ${JSON.stringify({ pipeline, options })}`
    const model = toSmv(pipeline, options)
    const { results } = await verify(pipeline, options)
    const answer = await nusmv(model, propertyNames(model), { seconds: 20, options: ['-dynamic'], total: true })
    assert.ok(answer, told())
    assert.ok(answer.total, `every state has a successor, ${told()}`)
    assert.deepEqual(results.map(holds), answer.verdicts, `${told()}\n${results.map(({ verdict }) => verdict)}`)
    compared += answer.verdicts.length
  })
  assert.equal(compared, 3 * RANDOM)
})
