// The drawing of a pipeline: square boxes with a sign, red triangles where events go in, green where they come out.
import { svg } from './elements.js'
import { graphOf } from './graph.js'
import { inX, inY, layout, outX, outY, size } from './layout.js'
import { brief } from './show.js'
import { sign } from './signs.js'

/**
 * Draws a pipeline. `choose(path)` is called with the JSON path of a box that the user picked.
 * `drawing.events(values)` writes on each pipe what came out of it: `values(box, k)` gives a list of events.
 */
export function draw(pipeline, choose) {
  const places = layout(graphOf(pipeline))
  const picture = svg('svg', {
    'width': places.width + 60, 'height': places.height + 16, 'viewBox': `-8 0 ${places.width + 60} ${places.height + 16}`,
    'role': 'group', 'aria-label': 'Drawing of the pipeline',
  }, ...parts(places, choose))
  const labels = places.boxes.flatMap((node) => Array.from({ length: node.outs }, (_, k) => {
    const label = svg('text', { class: 'event', x: outX(node) + 12, y: outY(node, k) - 6 })
    picture.append(label)
    return { node, k, label }
  }))
  const events = (values) => {
    const fired = new Set()
    for (const { node, k, label } of labels) {
      const list = values(node.index, k)
      label.textContent = list.length > 1 ? `${list.length}× … ${brief(list.at(-1), 9)}` : list.map((v) => brief(v, 14)).join('')
      if (list.length) fired.add(node)
    }
    for (const node of places.boxes) node.element.classList.toggle('fired', fired.has(node))
  }
  return { picture, events }
}

function parts(places, choose) {
  return [
    ...places.pipes.map(({ points }) => svg('path', { class: 'pipe', d: rounded(points) })),
    ...places.joints.map(({ x, y }) => svg('circle', { class: 'joint', cx: x, cy: y, r: 3.2 })),
    ...places.ends.map(drawEnd),
    ...places.boxes.map((node) => drawBox(node, choose)),
  ]
}

function drawEnd(node) {
  return svg('g', { class: 'end' },
    svg('rect', { x: node.x, y: node.y, width: node.width, height: node.height, rx: 12 }),
    svg('text', { x: node.x + node.width / 2, y: node.y + 12.5 }, node.name))
}

function drawBox(node, choose) {
  const { square: { x, y }, box } = node
  const middle = x + size / 2
  const letters = sign(box.type)
  const group = svg('g', { 'class': 'box', 'tabindex': 0, 'role': 'button', 'aria-label': `${box.id}: ${box.type} ${node.detail}` },
    svg('title', {}, `${box.type} ${node.detail}`.trim()),
    svg('rect', { x, y, width: size, height: size }),
    svg('text', { class: letters.length > 2 ? 'sign long' : 'sign', x: middle, y: y + size / 2 }, letters),
    svg('text', { class: 'name', x: middle, y: y + size + 15 }, box.id),
    svg('text', { class: 'detail', x: middle, y: y + size + 30 }, node.detail),
    ...box.from.map((_, k) => triangle('in', inX(node) - 7, inY(node, k))),
    ...Array.from({ length: node.outs }, (_, k) => triangle('out', outX(node), outY(node, k))))
  const pick = (event) => {
    event.stopPropagation()
    choose(box.path)
  }
  group.addEventListener('click', pick)
  group.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    pick(event)
  })
  node.element = group
  return node.inner ? svg('g', {}, group, ...nested(node, choose)) : group
}

/** The pipeline inside a box: in a dashed frame below, tied to the box by a line that ends in a circle. */
function nested({ inner, x, width, square }, choose) {
  const top = square.y + size + 52
  const left = x + (width - inner.width - 16) / 2
  const middle = square.x + size / 2
  return [
    svg('line', { class: 'tie', x1: middle, y1: square.y + size + 36, x2: middle, y2: top }),
    svg('circle', { class: 'tie-end', cx: middle, cy: top, r: 4 }),
    svg('rect', { class: 'frame', x: left, y: top, width: inner.width + 16, height: inner.height + 18, rx: 8 }),
    svg('circle', { class: 'tie-end', cx: middle, cy: top, r: 4 }),
    svg('g', { transform: `translate(${left + 8} ${top + 4})` }, ...parts(inner, choose)),
  ]
}

function triangle(side, x, y) {
  return svg('path', { class: `port ${side}`, d: `M${x} ${y - 5.5}l7 5.5l-7 5.5z` })
}

/** A path through the points with its corners rounded. */
function rounded(points) {
  const [[x0, y0], ...rest] = points
  let d = `M${x0} ${y0}`
  rest.forEach(([x, y], i) => {
    const after = rest[i + 1]
    if (!after) return (d += `L${x} ${y}`)
    const [px, py] = i === 0 ? points[0] : rest[i - 1]
    const r = Math.min(7, distance(px, py, x, y) / 2, distance(x, y, ...after) / 2)
    const [ax, ay] = toward(x, y, px, py, r)
    const [bx, by] = toward(x, y, ...after, r)
    d += `L${ax} ${ay}Q${x} ${y} ${bx} ${by}`
  })
  return d
}
const distance = (x, y, u, v) => Math.abs(x - u) + Math.abs(y - v)
const toward = (x, y, u, v, r) => [x + Math.sign(u - x) * r, y + Math.sign(v - y) * r]
