// JSON as people write pipelines: short lists and objects on one line.

/** The text of a value, broken only where a line would get too long. */
export function pretty(value, indent = '', room = 76) {
  const line = oneLine(value)
  if (line.length + indent.length <= room || value === null || typeof value !== 'object') return line
  const deeper = `${indent}  `
  if (Array.isArray(value)) return `[\n${value.map((item) => deeper + pretty(item, deeper, room)).join(',\n')}\n${indent}]`
  const members = Object.entries(value).map(([key, of]) => `${deeper}${JSON.stringify(key)}: ${pretty(of, deeper, room)}`)
  return `{\n${members.join(',\n')}\n${indent}}`
}

function oneLine(value) {
  if (Array.isArray(value)) return `[${value.map(oneLine).join(', ')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const members = Object.entries(value).map(([key, of]) => `${JSON.stringify(key)}: ${oneLine(of)}`)
  return members.length ? `{ ${members.join(', ')} }` : '{}'
}
