// `watertight run`: events in, through a pipeline, events out; as they come, in constant memory.
import { createReadStream } from 'node:fs'
import { BadInput, complain, describe, withCode } from './failure.mjs'
import { CsvReader } from './formats/csv.mjs'
import { JsonReader } from './formats/json.mjs'
import { LineReader } from './formats/lines.mjs'
import { NdjsonReader } from './formats/ndjson.mjs'
import { Decoder } from './formats/utf8.mjs'
import { Meter } from './meter.mjs'
import { oneOf, readOptions } from './options.mjs'
import { toText } from './output.mjs'
import { readPipeline, reason } from './pipeline-file.mjs'
import { DocumentWriter, LineWriter } from './writers.mjs'

export const help = `watertight run PIPELINE [options]: events in, through a pipeline, events out

  --input FILE      read events from FILE (default: stdin)
  --format FORMAT   ndjson (default), csv (first row names the columns), json (one array), lines (each line a string)
  --skip-bad        pass over lines that are not of the format, say so on stderr, count them
  --stats           at the end: events, events per second and load, on stderr
  --progress        a progress line on stderr (on a terminal it is rewritten; elsewhere a line every 5 s)
  --reporter json   one JSON document on stdout instead of one event a line

A pipeline with several inputs takes objects, one member for each input: {"a": 1, "b": 2}. An absent member is no event.
One with several outputs writes objects of one member: {"sum": 3}. One that has only sources reads no events.

example:
  $ echo '{ "processors": [ { "id": "sum", "type": "cumulate", "fn": "x + y" } ] }' > sum.json
  $ seq 4 | watertight run sum.json
  1
  3
  6
  10
`

const READERS = { ndjson: NdjsonReader, csv: CsvReader, json: JsonReader, lines: LineReader }

/** Resolves to the exit code. */
export async function main(args) {
  const { values, positionals } = readOptions('run', args, {
    'input': { type: 'string' },
    'format': { type: 'string', default: 'ndjson' },
    'skip-bad': { type: 'boolean' },
    'stats': { type: 'boolean' },
    'progress': { type: 'boolean' },
    'reporter': { type: 'string', default: 'ndjson' },
  })
  if (positionals.length !== 1) throw new BadInput(`expected one pipeline file, got ${positionals.length} (watertight run --help)`)
  const Reader = READERS[oneOf('format', values.format, Object.keys(READERS))]
  const asDocument = oneOf('reporter', values.reporter, ['ndjson', 'json']) === 'json'
  const { pipeline, inputs, outputs } = readPipeline(positionals[0])
  if (inputs.length === 0 && values.input !== undefined) throw new BadInput('--input: the pipeline has no input to read events for', positionals[0])
  const meter = new Meter(values.progress)
  const bad = (error) => {
    if (!values['skip-bad']) throw error
    meter.skipped++
    meter.clear()
    process.stderr.write(`watertight: skipped: ${describe(error)}\n`)
  }
  const reader = new Reader(values.input ?? 'stdin', bad)
  const writer = asDocument ? new DocumentWriter(outputs, meter) : new LineWriter(outputs, meter)
  const interrupt = new AbortController()
  const { signal } = interrupt
  const stop = () => interrupt.abort()
  // Once: whoever asks again does not want to wait for us.
  process.once('SIGINT', stop)
  let failure
  try {
    if (inputs.length === 0) await draw(positionals[0], pipeline, writer, meter, signal)
    else await pump(values.input, reader, feeder(pipeline, inputs, outputs, reader, bad), pipeline, writer, meter, signal)
  } catch (error) {
    failure = error
  }
  await writer.close({ failure, isInterrupted: signal.aborted })
  process.off('SIGINT', stop)
  meter.clear()
  if (values.stats) process.stderr.write(`${meter.summary()}\n`)
  if (failure) complain(failure)
  return failure ? 2 : signal.aborted ? 3 : 0
}

async function pump(file, reader, feed, pipeline, writer, meter, signal) {
  const consume = async (events) => {
    for (const event of events) {
      meter.read++
      if (attempt(reader, () => writer.write(feed(event)))) await writer.flush()
      if (pipeline.done || signal.aborted) return
    }
    // What came is answered at once: the next piece may be long in coming.
    await writer.flush()
    meter.progress()
  }
  for await (const text of pieces(file, signal)) {
    await consume(reader.push(text))
    if (pipeline.done || signal.aborted) break
  }
  if (signal.aborted) return
  if (!pipeline.done) await consume(reader.end())
  attempt(reader, () => writer.write(pipeline.end()))
}

/** Rounds of drawing after which others get a turn. */
const ROUNDS = 256

/** Events of the sources inside a pipeline without inputs. */
async function draw(place, pipeline, writer, meter, signal) {
  for (let round = 1; !pipeline.done && !signal.aborted; round++) {
    for (let port = 0; port < pipeline.outputs.length; port++) {
      if (!pipeline.outputDone(port)) writer.write(attempt({ place }, () => pipeline.demand(port).events))
    }
    if (round % ROUNDS !== 0) continue
    await writer.flush()
    meter.progress()
    await new Promise(setImmediate)
  }
}

async function* pieces(file, signal) {
  const stream = file === undefined ? process.stdin : createReadStream(file)
  const decoder = new Decoder()
  signal.addEventListener('abort', () => stream.destroy())
  try {
    for await (const bytes of stream) yield decoder.push(bytes)
    yield decoder.end()
  } catch (error) {
    if (signal.aborted) return
    if (error?.syscall) throw new BadInput(reason(error), file ?? 'stdin')
    throw error
  }
}

// One input takes the events themselves, several take an object's members.
function feeder(pipeline, inputs, outputs, reader, bad) {
  if (inputs.length === 1) return (event) => pipeline.push(event)
  return (event) => {
    if (event === null || typeof event !== 'object' || Array.isArray(event)) {
      bad(new BadInput(`expected an object with members ${inputs.join(', ')}, got ${toText(event)}`, reader.place))
      return undefined
    }
    const emitted = inputs.filter((name) => Object.hasOwn(event, name))
      .map((name) => pipeline.pushTo(name, event[name]))
    return outputs.length === 1 ? emitted.flat() : outputs.map((_, port) => emitted.flatMap((ports) => ports[port]))
  }
}

function attempt(reader, action) {
  try {
    return action()
  } catch (error) {
    throw error instanceof BadInput ? error : new BadInput(withCode(error), reader.place)
  }
}
