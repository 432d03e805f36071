// Events as short texts.

/** A value as a reader would write it; sets as {a, b}, maps as {key: value}. */
export function show(value) {
  if (typeof value === 'number') return number(value)
  if (typeof value === 'string') return JSON.stringify(value)
  if (value instanceof Set) return `{${[...value].map(show).join(', ')}}`
  if (value instanceof Map) return `{${[...value].map(([key, of]) => `${name(key)}: ${show(of)}`).join(', ')}}`
  if (Array.isArray(value) || ArrayBuffer.isView(value)) return `[${Array.from(value, show).join(', ')}]`
  if (value && typeof value === 'object') {
    return `{${Object.entries(value).map(([key, of]) => `${name(key)}: ${show(of)}`).join(', ')}}`
  }
  return String(value)
}

/** The same, cut to a length. */
export function brief(value, length) {
  const text = show(value)
  return text.length > length ? `${text.slice(0, length - 1)}…` : text
}

function name(key) {
  return typeof key === 'string' && /^[\w$-]+$/.test(key) ? key : show(key)
}

// Four digits after the point are plenty to look at; the events themselves keep all of theirs.
function number(value) {
  return Number.isInteger(value) || !Number.isFinite(value) ? String(value) : String(Number(value.toPrecision(6)))
}
