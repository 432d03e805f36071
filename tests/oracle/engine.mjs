// The oracle runner: node tests/oracle/engine.mjs FILE.json compares our engine with what BeepBeep put out.
import { readFileSync } from 'node:fs'
import { knownDifferences } from './beepbeep/differences.mjs'
import { judge } from './beepbeep/judge.mjs'

const [file] = process.argv.slice(2)
if (!file) {
  console.error('usage: node tests/oracle/engine.mjs FILE.json')
  process.exit(2)
}

const counts = { passed: 0, failed: 0, skipped: 0 }
for (const oracleCase of cases(file)) {
  const { verdict, why, json } = judge(oracleCase)
  counts[verdict]++
  if (verdict === 'skipped') console.log(`SKIP ${oracleCase.name}: ${why}`)
  if (verdict === 'failed') console.log(`FAIL ${oracleCase.name}: ${why}\n     ${JSON.stringify(json ?? oracleCase.pipeline)}`)
}

console.log('\nKnown differences (a case that comes out otherwise is skipped only for one of these):')
for (const { name, reason } of knownDifferences) console.log(`  ${name}: ${reason}`)
console.log(`\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`)
process.exitCode = counts.failed ? 1 : 0

function cases(path) {
  try {
    const json = JSON.parse(readFileSync(path, 'utf8'))
    return Array.isArray(json) ? json : json.cases
  } catch (error) {
    console.error(`${path}: ${error.message}`)
    process.exit(2)
  }
}
