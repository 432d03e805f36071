// Makes and finds elements of the page.

/** The element with that id. */
export const find = (id) => document.getElementById(id)

/** An HTML element with attributes and children (texts or elements). */
export const html = (name, attributes, ...children) => fill(document.createElement(name), attributes, children)

/** The same for SVG. */
export const svg = (name, attributes, ...children) =>
  fill(document.createElementNS('http://www.w3.org/2000/svg', name), attributes, children)

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value !== undefined && value !== false) element.setAttribute(name, value)
  }
  element.append(...children.filter((child) => child !== null && child !== undefined))
  return element
}
