// The event language of pull-streams: parse, print, normalise, and ask what specifications allow.
import { WatertightError } from '../error.js'
import { prover, proverFailure } from '../prover.js'

/** The language and the specifications that come with the package. */
export const protocol = {
  get specs() {
    return known().specs
  },
  get prelude() {
    return known().prelude
  },

  parse(text) {
    return JSON.parse(call('protocol_parse', written(text)))
  },
  print(rules, { style = 'ascii' } = {}) {
    if (style !== 'ascii' && style !== 'typeset') {
      throw new WatertightError('E_SHAPE', `a style is 'ascii' or 'typeset', not ${String(style)}`, { path: '$.style' })
    }
    return call('protocol_print', written(rules), style === 'typeset')
  },
  normalise(text, parameters = {}) {
    return call('protocol_normalise', written(text), json(parameters))
  },
  entails(history, text, parameters = {}) {
    return ask('protocol_entails', { history, text: written(text), parameters }).entails
  },
  histories(spec, { parameters, bound = 20, prompt = [] } = {}) {
    return ask('protocol_histories', { parts: parts(spec, parameters), bound, prompt }).histories
  },
  allows(spec, parameters, history, { prefix = false, project = false } = {}) {
    const answer = ask('protocol_allows', { parts: parts(spec, parameters), history, prefix, project })
    if (!Array.isArray(spec)) [answer.parameters] = answer.parameters
    return answer
  },
}

let loaded

function known() {
  if (!loaded) {
    const rows = call('protocol_specs')
    const specs = Object.fromEntries(rows.flatMap((name, k) => (k % 2 ? [] : [[name, rows[k + 1]]])))
    loaded = { specs: Object.freeze(specs), prelude: call('protocol_prelude') }
  }
  return loaded
}

/** A text, or the text of what `parse` gave. */
function written(text) {
  const found = typeof text === 'string' ? text : text?.text
  if (typeof found !== 'string') throw new WatertightError('E_TYPE', 'expected a text in the event language', { path: '$' })
  return found
}

/** One specification, or several that run together, each `{ spec, parameters, ports, stage }`. */
function parts(spec, parameters) {
  const one = (part) => {
    const plain = typeof part === 'string' || typeof part?.text === 'string'
    return plain ? { spec: written(part), parameters } : { ...part, spec: written(part?.spec) }
  }
  return Array.isArray(spec) ? spec.map(one) : [one(spec)]
}

function ask(name, question) {
  return JSON.parse(call(name, json(question)))
}

function json(value) {
  let text
  try {
    text = JSON.stringify(value)
  } catch (cause) {
    throw new WatertightError('E_SHAPE', `not JSON: ${cause.message.split('\n')[0]}`, { path: '$', cause })
  }
  return text ?? 'null'
}

function call(name, ...all) {
  const glue = prover()
  try {
    return glue[name](...all)
  } catch (thrown) {
    throw proverFailure(thrown)
  }
}
