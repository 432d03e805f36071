// Systems with more states than can be visited one by one, for tests and measurements.

const numbered = (n, entry) => Object.fromEntries(Array.from({ length: n }, (_, k) => entry(k)))

/** A monitor whose inputs are variables of a structure. */
export const monitor = (inputs, fn) => ({ inputs, processors: [{ id: 'ok', type: 'apply', fn, from: inputs }] })

/** A register of n booleans behind a free one: 2^n states. */
export const register = (n) => ({
  vars: { s0: 'bool', ...numbered(n, (k) => [`s${k + 1}`, 'bool']) },
  init: numbered(n, (k) => [`s${k + 1}`, false]),
  next: numbered(n, (k) => [`s${k + 1}`, `s${k}`]),
})

/** Two registers behind the same free boolean: of 2^2n states, 2^n can be reached. */
export const twins = (n) => ({
  vars: { in: 'bool', ...numbered(n, (k) => [`a${k}`, 'bool']), ...numbered(n, (k) => [`b${k}`, 'bool']) },
  init: { ...numbered(n, (k) => [`a${k}`, false]), ...numbered(n, (k) => [`b${k}`, false]) },
  next: { ...numbered(n, (k) => [`a${k}`, k === 0 ? 'in' : `a${k - 1}`]), ...numbered(n, (k) => [`b${k}`, k === 0 ? 'in' : `b${k - 1}`]) },
})

/** n counters modulo m, each of which may go on by a step or stay: (m / step)^n states. */
export const counters = (n, m, step = 1) => ({
  vars: { ...numbered(n, (k) => [`c${k}`, [0, m - 1]]), ...numbered(n, (k) => [`go${k}`, 'bool']) },
  init: numbered(n, (k) => [`c${k}`, 0]),
  next: numbered(n, (k) => [`c${k}`, `go${k} ? (c${k} = ${m - step} ? 0 : c${k} + ${step}) : c${k}`]),
})

/** A pipeline that compares each event with the one n steps before, which waits in a queue meanwhile. */
export const echo = (n, fn) => ({
  processors: [
    { id: 'late', type: 'trim', count: n, from: 'in' },
    { id: 'pair', type: 'apply', fn, from: ['in', 'late'] },
  ],
})
