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

/** n counters modulo m, each of which may go on or stay: m^n states. */
export const counters = (n, m) => ({
  vars: { ...numbered(n, (k) => [`c${k}`, [0, m - 1]]), ...numbered(n, (k) => [`go${k}`, 'bool']) },
  init: numbered(n, (k) => [`c${k}`, 0]),
  next: numbered(n, (k) => [`c${k}`, `go${k} ? (c${k} = ${m - 1} ? 0 : c${k} + 1) : c${k}`]),
})

/** A pipeline that compares each event with the one n steps before, which waits in a queue meanwhile. */
export const echo = (n, fn) => ({
  processors: [
    { id: 'late', type: 'trim', count: n, from: 'in' },
    { id: 'pair', type: 'apply', fn, from: ['in', 'late'] },
  ],
})
