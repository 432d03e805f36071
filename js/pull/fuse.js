// Adjacent throughs of ours become one machine: one crossing for each event, however many throughs there are.
import { Pipeline } from '../pipeline.js'

/** On the read of a through of ours: what it was made of. */
export const FUSE = Symbol.for('watertight.fuse')
/** On a read that only hands out values it holds. */
export const VALUES = Symbol.for('watertight.values')

const known = new WeakMap()

/** The two pipelines as one, or undefined where they cannot be; made once for each pair. */
export function fused(first, second) {
  if (first.limits !== second.limits || first.hasSources || second.hasSources) return undefined
  let after = known.get(first)
  if (!after) known.set(first, after = new WeakMap())
  if (!after.has(second)) after.set(second, compose(first, second))
  return after.get(second)
}

function compose(first, second) {
  const a = whole(first)
  const b = whole(second)
  if (!a || !b) return undefined
  const taken = new Set([...a.inputs, ...a.processors.map(({ id }) => id)])
  const names = new Map([[b.inputs[0], a.outputs[0]]])
  for (const { id } of b.processors) {
    let name = id
    for (let k = 2; taken.has(name); k++) name = `${id}-${k}`
    taken.add(name)
    names.set(id, name)
  }
  const renamed = (port) => {
    if (names.has(port)) return names.get(port)
    const dot = port.lastIndexOf('.')
    return `${names.get(port.slice(0, dot))}${port.slice(dot)}`
  }
  const processors = b.processors.map((p) => ({ ...p, id: names.get(p.id), from: [p.from].flat().map(renamed) }))
  try {
    return Pipeline.from(
      { inputs: a.inputs, processors: [...a.processors, ...processors], outputs: [renamed(b.outputs[0])] },
      { limits: JSON.parse(first.limits) },
    )
  } catch {
    // Together they pass a limit that each keeps: they stay apart.
    return undefined
  }
}

/** A description with everything written out, or undefined if something is left to defaults. */
function whole(pipeline) {
  const { processors } = pipeline.spec
  if (!Array.isArray(processors) || !processors.every((p) => p.id !== undefined && p.from !== undefined)) return undefined
  return { inputs: pipeline.inputs, processors, outputs: pipeline.outputs }
}
