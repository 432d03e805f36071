// The options that `verify`, `smv` and `replay` share: which question, of which pipeline, under which assumptions.
import { readFileSync } from 'node:fs'
import { BadInput } from './failure.mjs'
import { oneOf } from './options.mjs'
import { parseJson } from './json-text.mjs'
import { reason } from './pipeline-file.mjs'

export const VERIFY_OPTIONS = {
  'property': { type: 'string', multiple: true },
  'ctl': { type: 'string', multiple: true },
  'ltl': { type: 'string', multiple: true },
  'queue': { type: 'string', multiple: true },
  'domain': { type: 'string', multiple: true },
  'inputs': { type: 'string' },
  'overflow': { type: 'string' },
  'ends': { type: 'boolean' },
  'equivalent': { type: 'string' },
  'monitor': { type: 'string' },
  'system': { type: 'string' },
  'engine': { type: 'string' },
  'max-states': { type: 'string' },
  'max-nodes': { type: 'string' },
  'max-time': { type: 'string' },
}

/** The pipeline's JSON, its file, and the options of `verify()`. */
export function question(verb, values, positionals) {
  const files = values.monitor === undefined ? positionals : [...positionals, values.monitor]
  if (files.length !== 1) throw new BadInput(`expected one pipeline file, got ${files.length} (watertight ${verb} --help)`)
  if ((values.monitor === undefined) !== (values.system === undefined)) {
    throw new BadInput('--monitor and --system go together: a pipeline and the structure it watches')
  }
  const [file] = files
  const options = {}
  if (values.property) options.properties = values.property
  if (values.ctl) options.ctl = values.ctl
  if (values.ltl) options.ltl = values.ltl
  if (values.queue) options.queue = sizes('queue', values.queue)
  if (values.domain) options.domain = sizes('domain', values.domain)
  if (values.inputs) options.inputs = oneOf('inputs', values.inputs, ['every-step', 'free'])
  if (values.overflow) options.overflow = oneOf('overflow', values.overflow, ['wrap', 'saturate', 'error'])
  if (values.ends) options.ends = true
  if (values.equivalent !== undefined) options.equivalent = read(values.equivalent)
  if (values.system !== undefined) options.system = structure(values.system)
  if (values.engine) options.engine = oneOf('engine', values.engine, ['auto', 'explicit', 'symbolic'])
  if (values['max-nodes'] !== undefined) options.nodes = whole('max-nodes', values['max-nodes'])
  if (values['max-states'] !== undefined) options.states = whole('max-states', values['max-states'])
  if (values['max-time'] !== undefined) options.time = 1000 * whole('max-time', values['max-time'])
  return { pipeline: read(file), file, options }
}

/** The pipeline and the assumptions as they were given, as the words of a command line. */
export function modelOptions(values, positionals) {
  const words = [...positionals]
  for (const name of ['queue', 'domain', 'inputs', 'overflow', 'ends', 'equivalent', 'monitor', 'system']) {
    if (values[name] === true) words.push(`--${name}`)
    else for (const value of [values[name] ?? []].flat()) words.push(`--${name}`, value)
  }
  return words
}

function read(file) {
  return parseJson(textOf(file), file)
}

// JSON or, if it does not look like it, SMV.
function structure(file) {
  const text = textOf(file)
  return file.endsWith('.json') || /^\s*[{["]/.test(text) ? parseJson(text, file) : text
}

function textOf(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new BadInput(reason(error), file)
  }
}

/** A whole number of at least 1. */
export function whole(name, text) {
  const n = Number(text)
  if (!/^\d+$/.test(text) || n < 1) throw new BadInput(`--${name} must be a whole number of at least 1, got '${text}'`)
  return n
}

// `3` is for all, `sum=3` for one of them; a domain may also be `bool` or a list of words.
function sizes(name, texts) {
  const own = {}
  let all
  for (const text of texts) {
    const at = text.lastIndexOf('=')
    if (at < 0) all = whole(name, text)
    else own[text.slice(0, at)] = value(name, text.slice(at + 1))
  }
  return Object.keys(own).length === 0 ? all : { ...own, ...(all !== undefined && { '': all }) }
}

function value(name, text) {
  if (name === 'queue' || /^\d+$/.test(text)) return whole(name, text)
  if (text === 'bool') return text
  return text.split(',')
}
