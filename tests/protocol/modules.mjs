// Pull-stream modules that keep the protocol, written step by step from Figures 12 to 14: every event of theirs is a
// task of its own, given to `later`, so that a scheduler can put anything in between.

export const FAILURE = new Error('a failure')

/** `n` values, then done or an error; `echo` answers a request to terminate with what it carried. */
export function source({ n, err, echo }, later) {
  const waiting = []
  let given = 0
  const answer = () => {
    const { abort, callback } = waiting.shift()
    const stop = abort || waiting[0]?.abort
    if (stop) callback(echo ? stop : true)
    else if (given < n) callback(null, ++given)
    else callback(err ? FAILURE : true)
  }
  return (abort, callback) => {
    waiting.push({ abort, callback })
    later(answer)
  }
}

/** `r` asks, then a request to terminate, after the last value or (`w` false) without waiting for it. */
export function sink({ r, err, w }, later) {
  return (read) => {
    let asked = 0
    let over = false
    const stop = () => {
      if (over) return
      over = true
      read(err ? FAILURE : true, () => {})
    }
    const ask = () => {
      const last = ++asked === r
      read(null, (end) => {
        if (end) over = true
        else if (!last) later(ask)
        else if (w) later(stop)
      })
      if (last && !w) later(stop)
    }
    later(r === 0 ? stop : ask)
  }
}

/** Passes on requests and answers in their order; request `r + 1` terminates the source. */
export function through({ r, err }, later) {
  return (read) => {
    const requests = []
    const answers = []
    let asked = 0
    let stopped // what downstream asked to end with
    let closing = false // upstream was asked to end
    let ended // how upstream ended
    const deliver = () => {
      const { callback, end, value } = answers.shift()
      const stop = end ?? stopped
      if (stop) callback(stop)
      else callback(null, value * 10)
    }
    const know = (answer, end, value) => {
      Object.assign(answer, { end, value })
      if (end) {
        ended = end
        for (const other of answers) if (other.follows) settle(other)
      }
      later(deliver)
    }
    const settle = (answer) => {
      answer.follows = false
      answer.end = ended
      later(deliver)
    }
    const forward = () => {
      const { abort, answer } = requests.shift()
      if (abort && (closing || ended)) {
        answer.follows = true
        if (ended) settle(answer)
      } else if (abort || asked === r) {
        closing = true
        read(abort || (err ? FAILURE : true), (end, value) => know(answer, end, value))
      } else {
        asked++
        read(null, (end, value) => know(answer, end, value))
      }
    }
    return (abort, callback) => {
      if (abort) stopped = abort
      const answer = { callback }
      answers.push(answer)
      requests.push({ abort, answer })
      later(forward)
    }
  }
}

/** The same `read`, with every call written down as a step. */
export function recorded(read, [input, output], steps) {
  let made = 0
  return (abort, callback) => {
    const i = ++made
    steps.push(abort ? { port: input, kind: 'abort', i, ...(abort === true ? {} : { error: true }) } : { port: input, kind: 'ask', i })
    read(abort, (end, value) => {
      steps.push({ port: output, kind: end === true ? 'done' : end ? 'error' : 'value', i })
      callback(end, value)
    })
  }
}

/**
 * Runs `run(later)` once for every order in which the tasks given to `later` can be executed. Tasks of one owner,
 * `later(task, owner)`, keep their order.
 */
export function everyOrder(run) {
  let path = []
  do {
    const pending = []
    const taken = []
    run((task, owner = Symbol('nobody')) => pending.push({ task, owner }))
    while (pending.length) {
      const ready = pending.filter(({ owner }, k) => pending.findIndex((other) => other.owner === owner) === k)
      const choice = path[taken.length] ?? 0
      taken.push([choice, ready.length])
      pending.splice(pending.indexOf(ready[choice]), 1)[0].task()
    }
    while (taken.length && taken.at(-1)[0] + 1 === taken.at(-1)[1]) taken.pop()
    if (taken.length) taken.at(-1)[0]++
    path = taken.map(([choice]) => choice)
  } while (path.length)
}

/** A step as an event, with the primes of its port's stage. */
export function event({ port, kind, i, error }, stage = { TO: '\'', DI: '\'' }) {
  const prime = stage[port] ?? ''
  const x = `x${prime}[${i}]`
  const events = { ask: `ask[${x}]`, abort: error ? `error[err, ${x}]` : `abort[${x}]`, value: `${x} := v${prime}[${i}]`, done: `${x} := done`, error: `${x} := err` }
  return `${port}: ${events[kind]}`
}

/** Every combination of the values of an object of lists. */
export function* combinations(lists) {
  const [[name, values] = [], ...rest] = Object.entries(lists)
  if (!name) return yield {}
  for (const value of values) for (const others of combinations(Object.fromEntries(rest))) yield { [name]: value, ...others }
}

export const BOTH = [false, true]
