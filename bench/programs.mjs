// Who is measured: a loop written by hand, the peers (pull-stream also into an array), and the package in four ways.
import { arrays, batch, oneByOne, readAhead } from './peers/watertight.mjs'

const peer = (name, { as = name, way = 'run' } = {}) => ({
  name: as,
  /** Loaded only in the process that measures it. */
  async prepare({ steps }) {
    const program = await import(`./peers/${name.replace('@', '').replace('/core', '')}.mjs`)
    return (values, sink) => program[way](steps, values, sink)
  },
})

const ours = (way) => ({
  name: way.name,
  takesTyped: way === batch || way === arrays,
  prepare: async ({ json }) => (values, sink) => way.run(json, values, sink),
})

const loop = { name: 'loop', takesTyped: true, prepare: async (each) => each.loop }

/** `prepare(case)` resolves to `(values, sink)`. Where `takesTyped` is not set, a typed array would cost a conversion. */
export const programs = [
  loop,
  peer('pull-stream'),
  peer('pull-stream', { as: 'collect', way: 'collect' }),
  peer('rxjs'),
  peer('@most/core'),
  peer('ix'),
  ...[arrays, batch, oneByOne, readAhead].map(ours),
]
