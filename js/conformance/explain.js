// Says what was broken in one sentence that names the port and the request.

import { isSink } from './sides.js'

/** The ports of an interface, by the paper's Figure 11: who asks, who answers. A sink has no output: it speaks for itself. */
export function portNames(kind, inputs) {
  return (port) => {
    if (port === 0) return isSink(kind) ? ['T', 'T'] : ['DI', 'TO']
    const k = inputs > 1 ? port : ''
    return [`TI${k}`, `UO${k}`]
  }
}

const sentences = {
  'ask-after-end': (_, x) => `asks again (${x}) after the end was answered`,
  'ask-after-abort': (_, x) => `asks (${x}) after it aborted`,
  'abort-after-abort': (_, x) => `aborts a second time (${x})`,
  'abort-after-end': (_, x) => `aborts (${x}) after the end was answered`,
  'no-answer': (request) => `owes the answer to ${request}`,
  'answered-twice': (request) => `answers ${request} a second time`,
  'out-of-order': (request) => `answers ${request} before an earlier request`,
  'concurrent-asks': (_, x) => `asks (${x}) while an ask waits for its answer`,
  'left-open': () => 'never terminates this source',
  'value-after-abort': (request) => `answers ${request} with a value although the stream was aborted`,
  'value-after-end': (request) => `answers ${request} with a value after the end`,
  'abort-answered-without-end': (request) => `answers ${request} as if it were an ask`,
  'data-with-end': (request) => `answers ${request} with an end and data`,
  'abort-without-callback': (_, x) => `aborts (${x}) without a callback`,
  'ask-without-callback': (_, x) => `asks (${x}) without a callback`,
  'thrown': (_, x, last) => `throws: ${last?.message ?? 'an error'}`,
  'source-error-lost': () => 'ends as if all were well although the source failed',
  'close-error-lost': () => 'ends as if all were well although a source failed when it was closed',
  'abort-error-lost': () => 'aborts its source with true although the sink aborted with an error',
  'thrown-error-lost': (request) => `answers ${request} as if nothing had been thrown`,
  'read-ahead': (_, x) => `asks (${x}) although nobody waits for more and the high-water mark is reached`,
  'done-twice': () => 'calls its done callback more than once',
  'done-never': () => 'never calls its done callback',
  'never-settled': () => 'never settles the promise it returned',
  'stack-overflow': () => 'overflows the stack',
}

const ASKING = new Set(['PS-1', 'PS-5', 'PS-6', 'PS-N', 'PS-AL', 'PS-B'])

/** `{ port, index, statement, message }` of a violation. */
export function explain({ rule, code, interface: k, request, event }, trace, names, rules) {
  const [asks, answers] = names(k)
  // What a module throws comes from its own port: it asks its sources.
  const isAsking = ASKING.has(rule) ? code !== 'thrown-error-lost' : rule === 'PS-T' && k > 0
  const port = isAsking ? asks : answers
  const made = trace.find((one) => one.interface === k && one.i === request && ['ask', 'abort', 'error'].includes(one.event))
  return {
    port,
    index: event,
    statement: rules.find(({ id }) => id === rule)?.statement,
    message: `${port} ${sentences[code](made?.text ?? `x${request}`, `x${request}`, trace.at(-1))}`,
  }
}
