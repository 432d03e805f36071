// Events out as text: gathered into large pieces, and never more than the reader of stdout can take.
import { once } from 'node:events'
import { WatertightError } from '../error.js'

const PIECE = 1 << 16

export class Output {
  #stream
  #pieces = []
  #length = 0
  constructor(stream) {
    this.#stream = stream
  }

  /** Adds text; true when it is time to `flush`. */
  write(text) {
    this.#pieces.push(text)
    this.#length += text.length
    return this.#length >= PIECE
  }

  /** Hands on what was gathered, and waits while the reader is behind. */
  async flush() {
    if (!this.#length) return
    const text = this.#pieces.join('')
    this.#pieces.length = 0
    this.#length = 0
    if (!this.#stream.write(text)) await once(this.#stream, 'drain')
  }
}

/** An event as JSON: sets as arrays, maps and multisets as objects, or as pairs where an object could not hold them. */
export function toText(event) {
  if (event === null || typeof event !== 'object') return JSON.stringify(event ?? null)
  try {
    return JSON.stringify(event, plain)
  } catch (error) {
    // JSON.parse reads deeper than JSON.stringify writes.
    if (error instanceof RangeError) throw new WatertightError('E_LIMIT', 'an event nests too deep to be written as JSON')
    throw error
  }
}

/** Whether all keys differ as the names that JSON would give them. */
function isNamed(map) {
  const keys = [...map.keys()]
  return keys.every((key) => key === null || typeof key !== 'object') && new Set(keys.map(String)).size === map.size
}

function plain(_, value) {
  if (value instanceof Set) return [...value]
  if (value instanceof Map) return isNamed(value) ? Object.fromEntries(value) : [...value]
  if (ArrayBuffer.isView(value)) return [...value]
  return value
}
