// The pipeline's text: line numbers beside it, its faulty line marked, and a jump to any JSON path.
import { html } from './elements.js'
import { lineOf, placeOf } from './places.js'

/** Joins a text area with its gutter of line numbers. */
export function editor(area, gutter) {
  let badLine = 0
  const number = () => {
    const count = area.value.split('\n').length
    gutter.replaceChildren(...Array.from({ length: count }, (_, k) =>
      html('span', { class: k + 1 === badLine ? 'bad' : undefined }, `${k + 1}\n`)))
    gutter.scrollTop = area.scrollTop
  }
  area.addEventListener('scroll', () => (gutter.scrollTop = area.scrollTop))
  area.addEventListener('keydown', (event) => indent(event, area))
  return {
    /** Marks the line of an offset, or none. */
    blame(offset) {
      badLine = offset === null ? 0 : lineOf(area.value, offset).line
      number()
    },
    /** Selects the value at a JSON path. */
    select(path) {
      const [start, end] = placeOf(area.value, path)
      area.focus({ preventScroll: true })
      area.setSelectionRange(start, end)
      const height = parseFloat(getComputedStyle(area).lineHeight)
      area.scrollTop = (lineOf(area.value, start).line - 4) * height
    },
  }
}

// Two spaces at Enter as deep as the line before; Tab stays the key that leaves the field.
function indent(event, area) {
  if (event.key !== 'Enter' || event.shiftKey || event.ctrlKey || event.metaKey || event.isComposing) return
  event.preventDefault()
  const before = area.value.slice(0, area.selectionStart)
  const depth = /[^\n]*$/.exec(before)[0].match(/^ */)[0]
  const deeper = /[[{]\s*$/.test(before) ? '  ' : ''
  area.setRangeText(`\n${depth}${deeper}`, area.selectionStart, area.selectionEnd, 'end')
  area.dispatchEvent(new Event('input', { bubbles: true }))
}
