// Small modules with a random inside: a table says what they do when something happens, and what they remember of it.
import fc from 'fast-check'

const STATES = 3
/** What a module does at most in one run: a random one may go round in circles. */
const MOST_ACTS = 8

const rule = (acts) => fc.record({ act: fc.constantFrom(...acts), next: fc.nat(STATES - 1) })
const table = (events, acts) => fc.array(rule(acts), { minLength: events.length * STATES, maxLength: events.length * STATES })
  .map((rules) => (event, state) => rules[events.indexOf(event) * STATES + state])

const events = ['ask', 'abort', 'value', 'end', 'timer', 'returned']

const acts = {
  nothing() {},
  // What was lent is handed on as it is: the module is not entered by the answer.
  handOn: (m) => m.request && m.read(m.request.abort, m.request.cb),
  // A callback of its own, and something to remember once the call is back.
  wrap: (m) => {
    if (!m.request) return
    const { abort, cb } = m.request
    m.read(abort, (end, value) => {
      m.on(end ? 'end' : 'value')
      cb(end, value)
    })
    m.on('returned')
  },
  answer: (m) => m.request?.cb(m.request.abort || true),
  answerLater: (m) => m.request && setImmediate(m.request.cb, m.request.abort || true),
  timer: (m) => setTimeout(() => m.on('timer'), 10),
  immediate: (m) => setImmediate(() => m.on('timer')),
  tick: (m) => process.nextTick(() => m.on('timer')),
  promise: (m) => Promise.resolve().then(() => m.on('timer')),
  abortSource: (m) => m.read(true, () => m.on('end')),
}

/** A through that remembers a number, and acts by it. */
export const randomThrough = table(events, Object.keys(acts)).map((look) => () => (read) => {
  const module = {
    read,
    state: 0,
    left: MOST_ACTS,
    request: undefined,
    on(event) {
      if (module.left-- <= 0) return
      const { act, next } = look(event, module.state)
      module.state = next
      acts[act](module)
    },
  }
  return (abort, cb) => {
    module.request = { abort, cb }
    module.on(abort ? 'abort' : 'ask')
  }
})

const steps = {
  next: async (m) => (m.last = await m.input.next()),
  nextLater: async (m) => {
    await null
    m.last = await m.input.next()
  },
  ask: (m) => (m.held = m.input.next()),
  wait: async (m) => (m.last = (await m.held) ?? m.last),
  race: async (m) => {
    const early = Promise.resolve().then(() => null).then(() => null)
    m.last = (await Promise.race([m.input.next(), early])) ?? m.last
  },
  leave: async (m) => void (await m.input.return()),
  sleep: () => new Promise((resolve) => setTimeout(resolve, 10)),
  think: async () => {
    await null
    await null
  },
}

/** An async generator that takes random steps before each value. */
export const randomIterable = fc.array(fc.array(fc.constantFrom(...Object.keys(steps)), { maxLength: 3 }), { minLength: 1, maxLength: 3 })
  .map((rounds) => async function* (source) {
    const module = { input: source[Symbol.asyncIterator](), last: undefined, held: undefined }
    for (const round of rounds) {
      for (const step of round) await steps[step](module)
      if (module.last?.done) return
      yield module.last?.value
    }
  })
