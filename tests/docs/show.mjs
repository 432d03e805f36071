// Values as the docs write them: JSON, with sets and maps named.

/** The text of a value. */
export function show(value) {
  if (value === null || value === undefined) return 'null'
  if (typeof value === 'number') return Object.is(value, -0) ? '0' : String(value)
  if (typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value) || ArrayBuffer.isView(value)) return `[${Array.from(value, show).join(', ')}]`
  if (value instanceof Set) return `Set {${Array.from(value, show).join(', ')}}`
  if (value instanceof Map) return `Map {${Array.from(value, ([key, item]) => `${show(key)}: ${show(item)}`).join(', ')}}`
  return `{${Object.entries(value).map(([key, item]) => `"${key}": ${show(item)}`).join(', ')}}`
}
