// The page: what the user typed -> pipeline and events -> trace -> drawing, table, problems.
import { Pipeline, init } from './watertight/browser.js'
import { draw } from './app/draw.js'
import { editor } from './app/editor.js'
import { find, html } from './app/elements.js'
import { fromLines, numbers } from './app/events.js'
import { gallery } from './app/gallery.js'
import { graphOf } from './app/graph.js'
import { parse } from './app/parse.js'
import { lineOf, placeOf } from './app/places.js'
import { pretty } from './app/pretty.js'
import { measure, rateText, tiled } from './app/speed.js'
import { mark, tableOf } from './app/steps.js'
import { themed } from './app/theme.js'
import { most, traceOf } from './app/trace.js'

const area = find('pipeline')
const lines = find('events')
const code = editor(area, find('gutter'))
let pipeline = null
let events = []
let view = null
let step = 0

function update() {
  const made = attempt(readPipeline, showProblem)
  const given = attempt(readEvents, showTrouble)
  if (!made || !given) return stale(true)
  pipeline = made
  events = given
  refresh()
}

function attempt(read, complain) {
  try {
    const value = read()
    complain(null)
    return value
  } catch (error) {
    complain(error)
    return null
  }
}

function readPipeline() {
  const json = parse(area.value)
  Pipeline.from(area.value).free()
  return json
}

function readEvents() {
  const kind = find('kind').value
  find('amount').hidden = kind === 'lines'
  lines.readOnly = kind !== 'lines'
  if (kind === 'lines') return fromLines(lines.value)
  const made = numbers(kind, Math.min(most, Math.max(0, Math.floor(Number(find('n').value)))))
  lines.value = Array.from(made).join('\n')
  return made
}

function refresh() {
  stale(false)
  const trace = traceOf(pipeline, events)
  if (trace.error) showTrouble(trace.error, `step ${trace.steps.length + 1}`)
  const drawing = draw(pipeline, code.select)
  const table = tableOf(trace, go)
  find('graph').replaceChildren(drawing.picture)
  find('steps').replaceChildren(table)
  view = { trace, drawing, table }
  find('speed').textContent = ''
  find('slider').max = Math.max(0, trace.steps.length - 1)
  go(step)
}

function go(to) {
  const { trace, drawing, table } = view
  step = Math.max(0, Math.min(to, trace.steps.length - 1))
  const now = trace.steps[step]
  const at = (box, k) => now?.outs[trace.ports.findIndex((port) => port.box === box && port.k === k)] ?? []
  drawing.events(at)
  mark(table, step)
  find('slider').value = step
  find('position').textContent = now ? (now.last ? 'end of the trace' : `step ${step + 1} of ${events.length}`) : 'no events'
  find('back').disabled = step === 0
  find('forward').disabled = step >= trace.steps.length - 1
}

/** While something is wrong the last good drawing stays, faded. */
function stale(is) {
  find('graph').classList.toggle('stale', is)
  find('measure').disabled = is
}

function showProblem(error) {
  const place = find('problem')
  place.classList.toggle('bad', error !== null)
  area.setAttribute('aria-invalid', error !== null)
  if (!error) {
    code.blame(null)
    const { boxes } = graphOf(JSON.parse(area.value))
    return place.replaceChildren(`Valid: ${boxes.length} processor${boxes.length === 1 ? '' : 's'}.`)
  }
  const offset = error.offset ?? (error.path ? placeOf(area.value, error.path)[0] : null)
  code.blame(offset)
  const line = offset === null ? '' : ` (line ${lineOf(area.value, offset).line})`
  place.replaceChildren(...sentence(error), line)
}

function showTrouble(error, where) {
  const place = find('trouble')
  place.classList.toggle('bad', error !== null)
  lines.setAttribute('aria-invalid', error !== null)
  if (error) return place.replaceChildren(...(where ? [`${where}: `] : []), ...sentence(error))
  place.replaceChildren(lines.readOnly ? 'Made on the spot, the same each time.' : 'One event a line; for several inputs a list of events.')
}

/** Code, message and the JSON path as a button that goes there. */
function sentence({ code: name, message, path }) {
  const plain = String(message).replace(`${name}: `, '').replace(` (${path})`, '')
  const parts = [html('code', {}, name ?? 'error'), ` ${plain} `]
  if (!path) return parts
  const jump = html('button', { type: 'button', title: 'Go to this place in the pipeline' }, path)
  jump.addEventListener('click', () => code.select(path))
  return [...parts, jump]
}

function open(example) {
  find('title').textContent = example.title
  find('about').textContent = example.about
  area.value = pretty(example.pipeline)
  find('kind').value = example.numbers?.kind ?? 'lines'
  if (example.numbers) find('n').value = example.numbers.count
  else lines.value = example.events.map((event) => JSON.stringify(event)).join('\n')
  area.scrollTop = 0
  step = 0
  update()
}

function throughput() {
  const kind = find('kind').value
  const inputs = graphOf(pipeline).inputs
  const column = (at) => events.map((event) => event[at])
  const make = (n) => {
    if (inputs.length > 1) return Object.fromEntries(inputs.map((name, at) => [name, tiled(column(at), n)]))
    return kind === 'lines' ? tiled(events, n) : numbers(kind, n)
  }
  const out = find('speed')
  try {
    out.textContent = events.length ? rateText(measure(pipeline, make)) : 'no events to run'
  } catch (error) {
    out.textContent = `cannot repeat these events: ${error.message}`
  }
}

area.addEventListener('input', update)
lines.addEventListener('input', update)
find('n').addEventListener('input', update)
find('kind').addEventListener('change', update)
find('slider').addEventListener('input', (event) => go(Number(event.target.value)))
find('back').addEventListener('click', () => go(step - 1))
find('forward').addEventListener('click', () => go(step + 1))
find('measure').addEventListener('click', throughput)
find('steps').addEventListener('keydown', (event) => {
  const moves = { ArrowDown: step + 1, ArrowUp: step - 1, Home: 0, End: Infinity }
  if (!(event.key in moves)) return
  event.preventDefault()
  go(moves[event.key])
})
themed(find('theme'))

try {
  await init()
  await gallery(find('gallery'), open)
  document.documentElement.dataset.ready = ''
} catch (error) {
  find('title').textContent = 'The page could not start'
  find('about').textContent = error.message
}
