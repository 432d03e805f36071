// Draws a trace as a sequence diagram: a column for each module, an arrow for each call.

import { isSink } from './sides.js'

/** Columns of a diagram: the sources, the module under test, the sink, as far as there are such. */
export function lanesOf(kind, inputs) {
  const sources = Array.from({ length: kind === 'source' ? 0 : inputs }, (_, k) => (inputs > 1 ? `source ${k + 1}` : 'source'))
  return [...sources, 'module', ...(isSink(kind) ? [] : ['sink'])]
}

/** Each event as an arrow `{ from, to, label }` between columns; one that stays in the module has from = to. */
export function arrows(trace, kind, inputs) {
  const module = kind === 'source' ? 0 : inputs
  return trace.map((event) => {
    const other = event.interface === 0 ? module + 1 : event.interface - 1
    const isRequest = ['ask', 'abort', 'error'].includes(event.event)
    const isAnswer = ['value', 'done', 'err'].includes(event.event)
    if (!isRequest && !isAnswer) return { from: module, to: module, label: event.text.replace(/^T: /, '') }
    const fromModule = isRequest === (event.interface > 0)
    const label = isRequest ? `${event.event} ${event.i}${event.callback === false ? ' (no callback)' : ''}` : answerLabel(event)
    return fromModule ? { from: module, to: other, label } : { from: other, to: module, label }
  })
}

function answerLabel({ event, i, value }) {
  if (event === 'value') return `${i}: ${value}`
  return `${i}: ${event}${value === undefined ? '' : ` with ${value}`}`
}

const WIDTH = 22

/** The diagram as lines of text; `mark(k)` adds a remark to the k-th event. */
export function drawText(trace, kind, inputs, mark = () => '') {
  const lanes = lanesOf(kind, inputs)
  const at = (lane) => 4 + lane * WIDTH
  const blank = () => {
    const cells = Array(at(lanes.length - 1) + 8).fill(' ')
    for (let k = 0; k < lanes.length; k++) cells[at(k)] = '|'
    return cells
  }
  const write = (cells, start, text) => {
    for (let k = 0; k < text.length; k++) cells[start + k] = text[k]
  }
  const head = Array(at(lanes.length - 1) + 8).fill(' ')
  lanes.forEach((name, k) => write(head, Math.max(0, at(k) - Math.floor(name.length / 2)), name))
  const lines = [head.join('').trimEnd()]
  arrows(trace, kind, inputs).forEach(({ from, to, label }, k) => {
    const cells = blank()
    if (from === to) write(cells, at(from) + 2, label)
    else {
      const [left, right] = [at(Math.min(from, to)) + 1, at(Math.max(from, to)) - 1]
      for (let c = left; c <= right; c++) cells[c] = '-'
      if (to < from) cells[left] = '<'
      else cells[right] = '>'
      const text = ` ${label.length > right - left - 4 ? `${label.slice(0, right - left - 5)}…` : label} `
      write(cells, left + Math.max(2, Math.floor((right - left - text.length) / 2) + 1), text)
    }
    lines.push(`${cells.join('').trimEnd()}${mark(k)}`)
  })
  return lines
}

/** The diagram as an SVG element in text. */
export function drawSvg(trace, kind, inputs, marked = -1) {
  const lanes = lanesOf(kind, inputs)
  const [gap, row, top] = [170, 26, 44]
  const x = (lane) => 70 + lane * gap
  const height = top + row * trace.length + 20
  const parts = lanes.map((name, k) => `<text x="${x(k)}" y="18" class="lane">${escape(name)}</text><line x1="${x(k)}" x2="${x(k)}" y1="26" y2="${height - 6}" class="life"/>`)
  arrows(trace, kind, inputs).forEach(({ from, to, label }, k) => {
    const y = top + row * k
    const look = k === marked ? ' class="bad"' : ''
    if (from === to) parts.push(`<g${look}><text x="${x(from) + 8}" y="${y + 4}">${escape(label)}</text></g>`)
    else {
      const end = to > from ? x(to) - 3 : x(to) + 3
      parts.push(`<g${look}><line x1="${x(from)}" x2="${end}" y1="${y}" y2="${y}" marker-end="url(#arrow)"/><text x="${(x(from) + x(to)) / 2}" y="${y - 5}" class="label">${escape(label)}</text></g>`)
    }
  })
  return `<svg viewBox="0 0 ${x(lanes.length - 1) + 90} ${height}" width="${x(lanes.length - 1) + 90}" height="${height}" role="img">${parts.join('')}</svg>`
}

/** Text that is safe inside HTML and XML. */
export const escape = (text) => String(text).replace(/[&<>"']/g, (letter) => `&#${letter.codePointAt(0)};`)
