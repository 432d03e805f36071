// The table of steps: a row for each event given, a column for each port.
import { html } from './elements.js'
import { brief } from './show.js'

/** The table of a trace; `go(k)` is called with the step of a clicked row. */
export function tableOf(trace, go) {
  const heads = trace.ports.map(({ name, type, final }) =>
    html('th', { scope: 'col', class: final ? 'final' : undefined }, name, ' ', html('small', {}, type)))
  const body = html('tbody', {}, ...trace.steps.map((step, k) => row(trace, step, k)))
  body.addEventListener('click', (event) => {
    const clicked = event.target.closest('tr')
    if (clicked) go(Number(clicked.dataset.step))
  })
  return html('table', {},
    html('thead', {}, html('tr', {}, html('th', { scope: 'col' }, 'step'), html('th', { scope: 'col' }, trace.inputs.join(', ')), ...heads)),
    body)
}

function row({ ports }, { event, last, outs }, k) {
  return html('tr', { 'data-step': k },
    html('th', { scope: 'row' }, last ? 'end' : String(k + 1)),
    html('td', {}, last ? '' : brief(event, 120)),
    ...outs.map((list, p) => html('td', {}, cell(list, ports[p].final))))
}

function cell(list, final) {
  if (!list.length) return html('span', { class: 'none' }, '·')
  return html('span', { class: final ? 'final' : undefined }, list.map((value) => brief(value, 160)).join('\n'))
}

/** Marks the row of a step and brings it into view. */
export function mark(table, step) {
  for (const row of table.tBodies[0].rows) {
    const here = Number(row.dataset.step) === step
    if (here) row.setAttribute('aria-current', 'step')
    else row.removeAttribute('aria-current')
  }
  const row = table.tBodies[0].rows[step]
  const box = table.parentElement
  if (!row || !box) return
  const head = table.tHead.offsetHeight
  const bottom = row.offsetTop + row.offsetHeight
  if (row.offsetTop - head < box.scrollTop) box.scrollTop = row.offsetTop - head
  else if (bottom > box.scrollTop + box.clientHeight) box.scrollTop = bottom - box.clientHeight
}
