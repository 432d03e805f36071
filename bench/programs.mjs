// Who is measured: a loop written by hand, the peers, and the package in four ways.
import { arrays, batch, oneByOne, readAhead } from './peers/watertight.mjs'

const peer = (name) => ({
  name,
  /** Loaded only in the process that measures it. */
  async prepare({ steps }) {
    const { run } = await import(`./peers/${name.replace('@', '').replace('/core', '')}.mjs`)
    return (values, sink) => run(steps, values, sink)
  },
})

const ours = (way) => ({
  name: way.name,
  takesTyped: way === batch || way === arrays,
  prepare: async ({ json }) => (values, sink) => way.run(json, values, sink),
})

const loop = { name: 'loop', takesTyped: true, prepare: async (each) => each.loop }

/** `prepare(case)` resolves to `(values, sink)`. Where `takesTyped` is not set, a typed array would cost a conversion. */
export const programs = [loop, peer('pull-stream'), peer('rxjs'), peer('@most/core'), peer('ix'), ...[arrays, batch, oneByOne, readAhead].map(ours)]
