// All 162 problems in a process of their own, from loading the package to the last verdict. Prints one JSON line.
import { performance } from 'node:perf_hooks'
import { problems } from '../../tests/verify/problems.mjs'

const started = performance.now()
const { verify } = await import('watertight')
let wrong = 0
for (const { pipeline, options, holds } of problems) {
  const { results: [{ verdict }] } = await verify(pipeline, options)
  if (verdict !== (holds ? 'PROVED' : 'VIOLATED')) wrong++
}
console.log(JSON.stringify({ ms: performance.now() - started, wrong }))
