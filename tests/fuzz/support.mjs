// What fuzz tests share: the seed, the number of runs, and the one law: it works, or it throws a WatertightError.
import assert from 'node:assert/strict'
import { Pipeline, WatertightError } from 'watertight'

/** FUZZ_RUNS and FUZZ_SEED make a run longer, or another one. */
export const settings = (runs) => ({ numRuns: Number(process.env.FUZZ_RUNS ?? runs), seed: Number(process.env.FUZZ_SEED ?? 20_240_607) })

const codes = new Set(['E_SHAPE', 'E_LIMIT', 'E_TYPE', 'E_UNKNOWN_FN', 'E_SYNTAX', 'E_SNAPSHOT', 'E_FAILED', 'E_HOST', 'E_MODEL'])

/** Does `work`; any other error than a WatertightError with a known code fails the test. E_INTERNAL is a defect. */
export function tryOut(work) {
  try {
    return work()
  } catch (error) {
    return refused(error)
  }
}

/** The same for work that takes its time; `look` sees what was refused. */
export async function tryLater(work, look = () => {}) {
  try {
    return await work()
  } catch (error) {
    refused(error)
    look(error)
    return undefined
  }
}

function refused(error) {
  if (!(error instanceof WatertightError)) throw error
  assert.ok(codes.has(error.code), `${error.code}: ${error.message}`)
  assert.ok(error.message.length > 0 && !error.message.includes('\n'), `not one clear line: ${JSON.stringify(error.message)}`)
}

/** The engine is still whole after whatever happened before. */
export function assertAlive() {
  const sum = Pipeline.from({ processors: [{ type: 'cumulate', fn: 'x + y' }] })
  assert.deepEqual(Array.from(sum.run([1, 2, 3])), [1, 3, 6])
  sum.free()
}
