// Where each box and pipe of a graph goes: columns from left to right, pipes at right angles between them.
import { detail } from './graph.js'

const BOX = 60
const LABELS = 36
const GAP = 24
const TRACK = 11

/**
 * Lays a graph out. Gives its size, its boxes (`x`, `y` of the square), its ends (inputs and outputs) and its pipes
 * (lists of points); nested graphs are laid out the same way under the box that holds them.
 */
export function layout(graph) {
  const nodes = [
    ...graph.inputs.map((name, input) => end('input', name, { input })),
    ...graph.boxes.map((box, index) => boxNode(box, index)),
    ...graph.outputs.map((output, index) => end('output', output.name, { index, from: [output] })),
  ]
  const nodeOf = (port) => nodes[port.input ?? graph.inputs.length + port.box]
  rank(nodes, nodeOf)
  const columns = order(withBends(nodes, nodeOf))
  place(columns)
  return { ...settle(columns), boxes: nodes.filter((n) => n.kind === 'box'), ends: nodes.filter((n) => n.kind !== 'box') }
}

function end(kind, name, more) {
  const width = Math.max(30, name.length * 7.5 + 16)
  return { kind, name, width, height: 24, middle: 12, from: [], outs: 1, ...more }
}

function boxNode(box, index) {
  const text = detail(box)
  const short = text.length > 30 ? `${text.slice(0, 29)}…` : text
  const inner = box.inner && layout(box.inner)
  const labels = Math.max(box.id.length * 7.2, short.length * 6.8)
  return {
    kind: 'box', index, box, inner, from: box.from, outs: box.outs, detail: short,
    width: Math.max(BOX, labels, inner ? inner.width + 20 : 0),
    height: BOX + LABELS + (inner ? inner.height + 44 : 0),
    middle: BOX / 2,
  }
}

/** Each node one column right of the last that feeds it; outputs share the last column. */
function rank(nodes, nodeOf) {
  const ranked = (node) => (node.rank ??= node.from.length ? 1 + Math.max(...node.from.map((p) => ranked(nodeOf(p)))) : 0)
  nodes.forEach(ranked)
  const last = Math.max(...nodes.map((n) => n.rank))
  for (const node of nodes) if (node.kind === 'output') node.rank = last
}

/** Links between neighbouring columns; a pipe that passes a column gets a bend there, shared by all it feeds. */
function withBends(nodes, nodeOf) {
  const columns = []
  const add = (node) => (columns[node.rank] ??= []).push(node)
  nodes.forEach((node) => {
    node.links = []
    add(node)
  })
  const bends = new Map()
  for (const node of nodes) {
    node.from.forEach((port, k) => {
      let source = { node: nodeOf(port), k: port.k ?? 0 }
      const name = `${port.input ?? ''}/${port.box ?? ''}/${port.k ?? 0}`
      for (let r = source.node.rank + 1; r < node.rank; r++) {
        const key = `${name}@${r}`
        if (!bends.has(key)) {
          const bend = { kind: 'bend', rank: r, width: 0, height: 8, middle: 4, from: [port], outs: 1, links: [] }
          bend.links.push({ source, k: 0 })
          bends.set(key, bend)
          add(bend)
        }
        source = { node: bends.get(key), k: 0 }
      }
      node.links.push({ source, k })
    })
  }
  return columns
}

/** Fewer crossings: each column sorted by where its neighbours are, there and back. */
function order(columns) {
  const mean = (list) => list.reduce((sum, n) => sum + n, 0) / list.length
  const number = () => columns.forEach((column) => column.forEach((node, at) => (node.at = at)))
  number()
  for (let pass = 0; pass < 4; pass++) {
    for (const column of columns) {
      for (const node of column) {
        if (node.links.length) node.wish = mean(node.links.map((l) => l.source.node.at + l.source.k / 10))
        else node.wish = node.at
      }
      column.sort((a, b) => a.wish - b.wish)
      column.forEach((node, at) => (node.at = at))
    }
  }
  return columns
}

/** Heights: each node level with what feeds it, as far as its neighbours in the column allow. */
function place(columns) {
  for (const column of columns) {
    let free = -Infinity
    let moved = 0
    for (const node of column) {
      const offsets = node.links.map((l) => outY(l.source.node, l.source.k) - portOffset(node.middle, node.links.length, l.k))
      const wish = offsets.length ? offsets.reduce((a, b) => a + b, 0) / offsets.length : (free === -Infinity ? 0 : free)
      node.y = Math.max(wish, free)
      moved += node.y - wish
      free = node.y + node.height + GAP
    }
    column.forEach((node) => (node.y -= moved / column.length))
  }
}

/** Widths, tracks of the pipes between columns, and everything moved to start at 0, 0. */
function settle(columns) {
  const all = columns.flat()
  const top = Math.min(...all.map((n) => n.y)) - 16
  all.forEach((n) => (n.y = Math.round(n.y - top)))
  const pipes = []
  const joints = []
  let x = 0
  columns.forEach((column, r) => {
    const width = Math.max(...column.map((n) => n.width))
    const groups = r > 0 ? tracks(column) : []
    const bent = groups.filter((g) => g.bent).length
    const left = x
    if (r > 0) x += 46 + Math.max(0, bent - 1) * TRACK
    for (const node of column) {
      node.x = x + (width - node.width) / 2
      node.square = node.kind === 'box' ? { x: node.x + (node.width - BOX) / 2, y: node.y } : null
    }
    let track = x - 20
    for (const group of [...groups].reverse()) {
      if (group.bent) track -= TRACK
      group.links.forEach(({ link, node }) => pipes.push(pipe(link, node, track)))
      if (group.bent && group.links.length > 1) joints.push({ x: track, y: group.y })
    }
    x = Math.max(left, x) + width
  })
  const pads = all.filter((n) => n.kind === 'bend').map((n) => ({ points: [[n.x, n.y + 4], [n.x + n.width, n.y + 4]] }))
  return { width: x, height: Math.max(...all.map((n) => n.y + n.height)), pipes: [...pipes, ...pads], joints }
}

/** Pipes into a column by the port they come from; ordered so that those side by side do not cross. */
function tracks(column) {
  const groups = new Map()
  for (const node of column) {
    for (const link of node.links) {
      const { source } = link
      const y = outY(source.node, source.k)
      if (!groups.has(source.node)) groups.set(source.node, new Map())
      const ports = groups.get(source.node)
      if (!ports.has(source.k)) ports.set(source.k, { y, links: [], down: 0, bent: false })
      const group = ports.get(source.k)
      group.links.push({ link, node })
      group.down += inY(node, link.k) - y
      group.bent ||= Math.abs(inY(node, link.k) - y) > 0.5
    }
  }
  const list = [...groups.values()].flatMap((ports) => [...ports.values()])
  return list.sort((a, b) => (a.down > 0) - (b.down > 0) || (a.down > 0 ? b.y - a.y : a.y - b.y))
}

function pipe({ source, k }, node, track) {
  const from = [outX(source.node), outY(source.node, source.k)]
  const to = [inX(node), inY(node, k)]
  const straight = Math.abs(from[1] - to[1]) <= 0.5
  return { points: straight ? [from, to] : [from, [track, from[1]], [track, to[1]], to] }
}

/** Ports spread over the side of a box, one alone in the middle. */
function portOffset(middle, count, k) {
  return middle + (count > 1 ? ((k + 1) / (count + 1) - 0.5) * BOX : 0)
}
export const inY = (node, k) => node.y + portOffset(node.middle, node.from.length, k)
export const outY = (node, k) => node.y + portOffset(node.middle, node.outs, k)
export const inX = (node) => (node.square ? node.square.x : node.x)
export const outX = (node) => (node.square ? node.square.x + BOX : node.x + node.width)
export const size = BOX
