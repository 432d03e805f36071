// Where each value of a JSON text stands, so that an error's JSON path becomes a place in the editor.

/** Maps JSON paths (`$.processors[0].fn`) to `[start, end]` in a text that JSON.parse accepts. */
export function placesOf(text) {
  const places = new Map()
  let at = 0
  const space = () => {
    while (/\s/.test(text[at] ?? '')) at++
  }
  const string = () => {
    const start = at++
    while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1
    at++
    return JSON.parse(text.slice(start, at))
  }
  const members = (close, member) => {
    at++
    for (space(); text[at] !== close; space()) {
      member()
      space()
      if (text[at] === ',') at++
      space()
    }
    at++
  }
  const value = (path) => {
    space()
    const start = at
    if (text[at] === '{') {
      members('}', () => {
        const key = string()
        space()
        at++
        value(`${path}.${key}`)
      })
    } else if (text[at] === '[') {
      let k = 0
      members(']', () => value(`${path}[${k++}]`))
    } else if (text[at] === '"') {
      string()
    } else {
      while (at < text.length && !/[\s,\]}]/.test(text[at])) at++
    }
    places.set(path, [start, at])
  }
  value('$')
  return places
}

/** The place of a path, or of the nearest value around it that exists. */
export function placeOf(text, path) {
  const places = placesOf(text)
  for (let p = path; p; p = p.replace(/(\.[^.[\]]*|\[\d+\]|\$)$/, '')) {
    if (places.has(p)) return places.get(p)
  }
  return [0, 0]
}

/** Line and column of an offset, from 1. */
export function lineOf(text, offset) {
  const before = text.slice(0, offset).split('\n')
  return { line: before.length, column: before.at(-1).length + 1 }
}
