// The tour of `cargo xtask demo`: what watertight does, on the package just built, in half a minute.
import pull from 'pull-stream'
import { fileURLToPath } from 'node:url'
import { Pipeline, pipeline, testModule, verify } from 'watertight'
import { filesBelow } from './files.mjs'
import { bold, dim, green, heading, perSecond, red, say, teal, whole } from './paint.mjs'

console.log(`${bold('watertight')} ${dim('streams you can prove')}`)
oneEventAtATime()
await realEvents()
typedArrays()
asData()
temporalProperty()
wrongPipeline()
snapshot()
await protocol()
await proof()
say()
say(dim('Next: open target/www/ with any static web server, read docs/, or try'), 'npx watertight run --help')

function oneEventAtATime() {
  heading('A pipeline, one event at a time', 'every third number, added to the stream itself: queues wait until both sides have an event')
  const sum = pipeline((x) => x.decimate(3).plus(x))
  say(dim('pipeline(x => x.decimate(3).plus(x))'))
  const numbers = [3, 1, 4, 1, 5, 9, 2, 6]
  const outs = numbers.map((n) => sum.push(n))
  say('in  ', ...numbers.map((n) => String(n).padStart(3)))
  say('out ', ...outs.map((list) => green((list.join() || '·').padStart(3))))
  sum.free()
}

async function realEvents() {
  heading('On real events, as a pull-stream', "the files of this checkout's tools: bytes for each kind of file, by a slice with a pipeline inside")
  const files = await filesBelow(fileURLToPath(new URL('../../node_modules', import.meta.url)), 50_000)
  const totals = Pipeline.from({
    processors: [
      { type: 'slice', key: 'x.kind', of: { processors: [{ type: 'apply', fn: 'x.bytes' }, { type: 'cumulate', fn: 'x + y' }] } },
      { type: 'keepLast' },
    ],
  })
  const start = performance.now()
  const [map] = await new Promise((resolve, reject) => {
    pull(pull.values(files), totals.through(), pull.collect((error, outs) => (error ? reject(error) : resolve(outs))))
  })
  const ms = performance.now() - start
  const largest = [...map].sort((a, b) => b[1] - a[1]).slice(0, 5)
  const most = largest[0][1]
  for (const [kind, bytes] of largest) {
    say(kind.padEnd(8), `${(bytes / 1e6).toFixed(1).padStart(7)} MB`, teal('█'.repeat(Math.max(1, Math.round((bytes / most) * 30)))))
  }
  say(dim(`${whole(files.length)} objects in ${ms.toFixed(0)} ms:`), perSecond(files.length, ms))
}

function typedArrays() {
  heading('Whole batches', 'a Float64Array in, a Float64Array out: window average of 100, then every tenth')
  const average = Pipeline.from({
    processors: [
      { type: 'window', width: 100, of: { type: 'cumulate', fn: 'x + y' } },
      { type: 'apply', fn: 'x / 100' },
      { type: 'decimate', interval: 10 },
    ],
  })
  const numbers = Float64Array.from({ length: 1_000_000 }, (_, k) => Math.sin(k / 1000))
  average.run(numbers.subarray(0, 10_000))
  average.reset()
  const start = performance.now()
  const outs = average.run(numbers)
  const ms = performance.now() - start
  say(`${whole(numbers.length)} numbers in, ${whole(outs.length)} out, ${ms.toFixed(1)} ms:`, perSecond(numbers.length, ms))
  average.free()
}

function asData() {
  heading('The same graph as data', 'what the builder made can be stored, sent, and read back')
  const json = JSON.stringify(pipeline((x) => x.window(3, (w) => w.sum()).decimate(2)).toJSON())
  say(json)
  say(dim('Pipeline.from(json).run([1, 2, 3, 4, 5, 6]) ->'), green(`[${Pipeline.from(json).run([1, 2, 3, 4, 5, 6]).join(', ')}]`))
}

function temporalProperty() {
  heading('A temporal property', 'each event gets its verdict as soon as the future has decided it')
  const answered = Pipeline.from({ processors: [{ type: 'ltl', formula: '{x == "ask"} -> F {x == "answer"}' }] })
  for (const event of ['ask', 'wait', 'answer', 'ask', 'answer']) {
    const verdicts = answered.push(event)
    say(event.padEnd(8), verdicts.length ? green(verdicts.join(' ')) : dim('not decided yet'))
  }
  answered.free()
}

function wrongPipeline() {
  heading('A mistake', 'errors have a stable code, one clear line, and the JSON path')
  try {
    Pipeline.from({ processors: [{ id: 'a', type: 'decimate', interval: 3 }, { id: 'b', type: 'apply', fn: 'x + yy', from: 'a' }] })
  } catch (error) {
    say(red(error.code), error.message)
    say(dim('path'), error.path)
  }
}

function snapshot() {
  heading('Stop here, go on there', 'the state as bytes; another process may continue')
  const json = { processors: [{ type: 'cumulate', fn: 'x + y' }] }
  const [first, rest, whole] = [Pipeline.from(json), [4, 5, 6], Pipeline.from(json).run([1, 2, 3, 4, 5, 6])]
  first.run([1, 2, 3])
  const bytes = first.snapshot()
  const outs = Pipeline.restore(bytes).run(rest)
  say(`snapshot of ${bytes.length} bytes after 1, 2, 3; the copy goes on with 4, 5, 6:`, green(`[${outs.join(', ')}]`))
  say(dim('without a stop:'), `[${whole.slice(3).join(', ')}]`)
}

async function protocol() {
  heading('Does a module keep the protocol?', 'each in 576 scenarios and in every order of asynchronous steps')
  const modules = { 'take(1) of pull-stream 3.7.0': () => pull.take(1), 'a window of ours': () => pipeline((x) => x.window(2, (w) => w.sum())).through() }
  for (const [name, create] of Object.entries(modules)) {
    const { violating, scenarios, first } = await testModule({ kind: 'through', create })
    const found = violating ? red(`breaks ${first.map(({ rule, code }) => `${rule} ${code ?? ''}`.trim()).join(', ')} in ${violating}`) : green('keeps every rule in all')
    say(name.padEnd(28), found, dim(`of ${scenarios} scenarios`))
  }
}

async function proof() {
  heading('A proof', 'can the queues of "every third, plus the stream itself" fill up? is the window live?')
  const thirds = pipeline((x) => x.decimate(3).plus(x))
  const live = pipeline((x) => x.window(3, (w) => w.sum()))
  for (const [name, asked, property] of [['decimate(3).plus(x)', thirds, 'no-full-queue'], ['window(3, sum)', live, 'liveness']]) {
    const { results: [{ verdict, states, ms, counterexample }] } = await verify(asked, { properties: [property] })
    say(name.padEnd(20), property.padEnd(14), verdict === 'PROVED' ? green(verdict) : red(verdict), dim(`${states} states, ${ms.toFixed(1)} ms`))
    if (counterexample) say(dim(`  by the events ${counterexample.inputs.map((step) => step.in).join(', ')}${counterexample.replayed ? ', replayed on the engine' : ''}`))
  }
}
