// Measures one program on one benchmark and prints what it found as JSON: node bench/one.mjs CASE PROGRAM EVENTS.
// A process of its own for each, because V8 compiles a callback for all the callers it has seen.
import { cases } from './cases/index.mjs'
import { eventsOf, time } from './measure.mjs'
import { programs } from './programs.mjs'

const [caseName, programName, events] = process.argv.slice(2)
const each = cases.find(({ name }) => name === caseName)
const program = programs.find(({ name }) => name === programName)
const n = Number(events)
const values = eventsOf(each, n)
const given = program.takesTyped ? values : Array.from(values)
const run = await program.prepare(each)
console.log(JSON.stringify(await time((sink) => run(given, sink), n)))
