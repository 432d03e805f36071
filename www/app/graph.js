// A pipeline's JSON as a graph: boxes with their ports, and the port that feeds each input.

/**
 * Reads a pipeline that the engine has accepted.
 * A port is `{ box, k }`, or `{ input }` for an input of the pipeline.
 */
export function graphOf(pipeline, path = '$') {
  const inputs = [pipeline.inputs ?? 'in'].flat()
  const places = new Map(inputs.map((name, input) => [name, { input }]))
  const boxes = pipeline.processors.map((json, k) => ({ json, id: json.id ?? `p${k}`, type: json.type, path: `${path}.processors[${k}]` }))
  boxes.forEach((box, index) => places.set(box.id, { box: index, k: 0 }))
  const port = (name) => places.get(name) ?? numbered(places, name)
  boxes.forEach((box, index) => {
    box.from = sourcesOf(box.json, inputs, boxes[index - 1]).map(port)
    box.inner = box.json.of ? innerGraph(box) : null
    box.outs = outputsOf(box)
  })
  const last = boxes.at(-1)
  const outputs = pipeline.outputs ?? Array.from({ length: last.outs }, (_, k) => (last.outs > 1 ? `${last.id}.${k}` : last.id))
  return { inputs, boxes, outputs: [outputs].flat().map((name) => ({ name, ...port(name) })) }
}

/** Without `from`, a processor follows the one before it, the first one the inputs. */
function sourcesOf(json, inputs, before) {
  if (json.from !== undefined) return [json.from].flat()
  if (json.type === 'values' || json.type === 'splice') return []
  return before ? [before.id] : inputs
}

/** `of` holds one processor or a whole pipeline. */
function innerGraph({ json: { of }, type, from, path }) {
  if (of.processors) return graphOf(of, `${path}.of`)
  const many = ['window', 'group', 'pad'].includes(type) && from.length > 1
  const inputs = many ? from.map((_, k) => `in${k}`) : ['in']
  const graph = graphOf({ inputs, processors: [{ id: of.type, ...of }] })
  graph.outputs.forEach((output, k) => (output.name = graph.outputs.length > 1 ? `out${k}` : 'out'))
  graph.boxes[0].path = `${path}.of`
  return graph
}

/** `id.k` */
function numbered(places, name) {
  const dot = name.lastIndexOf('.')
  return { ...places.get(name.slice(0, dot)), k: Number(name.slice(dot + 1)) }
}

const asManyAsInputs = new Set(['passthrough', 'trim', 'prefix', 'keepLast', 'filterOn', 'insert'])

/** How many outputs a processor has. */
function outputsOf({ json, type, from, inner }) {
  if (type === 'fork') return json.outputs ?? 2
  if (type === 'divert') return json.outputs
  if (type === 'filter') return Math.max(1, from.length - 1)
  if (type === 'moore') return Math.max(1, ...Object.values(json.symbols ?? {}).map((symbol) => [symbol].flat().length))
  if (asManyAsInputs.has(type)) return from.length
  if (type === 'apply') return [json.fn].flat().length
  if (inner && ['window', 'group', 'pad'].includes(type)) return inner.outputs.length
  return 1
}

/** What to write under a box: the parameters a reader wants to see, in short. */
export function detail({ json, inner }) {
  const shown = Object.entries(json).filter(([key, value]) => !['id', 'type', 'from', 'of', 'parallel'].includes(key) && value !== undefined)
  if (inner || shown.length !== 1) {
    return shown.filter(([, value]) => typeof value !== 'object').map(([key, value]) => `${key} ${value}`).join(', ')
  }
  const [[key, value]] = shown
  if (typeof value === 'object') return ''
  return key === 'fn' || key === 'formula' ? String(value) : `${key} ${value}`
}
