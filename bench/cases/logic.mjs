// A Moore machine of four states, and G(a -> F b). Events are numbers: x % 4 is the letter; a is an odd number, b one above 500.
import { NONE, memory } from '../steps.mjs'

const STATES = 4
const step = (state, v) => (v % STATES === state ? (state + 1) % STATES : 0)

const transitions = Array.from({ length: STATES }, (_, from) => [
  { from, to: (from + 1) % STATES, when: `x % ${STATES} == ${from}` },
  { from, to: 0, when: 'otherwise' },
]).flat()

export const cases = [
  {
    name: 'Moore machine',
    steps: [
      memory(() => {
        let state = 0
        return (v) => (state = step(state, v))
      }),
    ],
    loop(values, sink) {
      let state = 0
      for (let k = 0; k < values.length; k++) sink((state = step(state, values[k])))
    },
    json: { processors: [{ id: 'm', type: 'moore', transitions, symbols: { 0: '0', 1: '1', 2: '2', 3: '3' } }] },
  },
  {
    // Nothing is decided for good while the stream lasts, so every peer only counts what waits.
    name: 'G(a -> F b)',
    steps: [
      memory(() => {
        let waiting = 0
        return (v) => {
          waiting = v > 500 ? 0 : waiting + (v % 2)
          return waiting < 0 ? waiting : NONE
        }
      }),
    ],
    loop(values, sink) {
      let waiting = 0
      for (let k = 0; k < values.length; k++) {
        waiting = values[k] > 500 ? 0 : waiting + (values[k] % 2)
        if (waiting < 0) sink(waiting)
      }
    },
    json: { processors: [{ id: 'g', type: 'ltl', formula: 'G ({x % 2 == 1} -> F {x > 500})' }] },
  },
]

/** The three-valued form, which only we have: one verdict an event. */
export const threeValued = {
  name: 'three-valued G(a -> F b)',
  json: {
    processors: [
      {
        id: 'g',
        type: 'always',
        of: {
          processors: [
            { id: 'a', type: 'apply', fn: 'x % 2 == 1', from: 'in' },
            { id: 'first', type: 'freeze', from: 'a' },
            { id: 'f', type: 'sometime', of: { processors: [{ id: 'b', type: 'apply', fn: 'x > 500' }, { id: 'z', type: 'freeze', from: 'b' }] }, from: 'in' },
            { id: 'i', type: 'apply', fn: 'tImplies(x, y)', from: ['first', 'f'] },
          ],
        },
      },
    ],
  },
}
