// Comma-separated values (RFC 4180): the first row names the members, each later row is an object.
import { BadInput } from '../failure.mjs'
import { mustBeText } from './utf8.mjs'

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/
const FORBIDDEN = ['__proto__', 'constructor', 'prototype']

export class CsvReader {
  #bad
  #names
  #rest = ''
  #line = 1
  #rowLine = 1
  /** `bad(error)` is told of a row that is wrong; it may throw. */
  constructor(file, bad) {
    this.file = file
    this.#bad = bad
  }

  get place() {
    return `${this.file}:${this.#rowLine}:1`
  }

  * push(text) {
    this.#rest += text
    yield* this.#rows(false)
  }

  * end() {
    yield* this.#rows(true)
    if (!this.#names) throw new BadInput('expected a first row with the names of the columns, got the end', `${this.file}:1:1`)
  }

  * #rows(last) {
    for (;;) {
      const row = this.#row(last)
      if (!row) return
      this.#rowLine = this.#line
      this.#line += row.newlines
      const text = this.#rest.slice(0, row.length)
      this.#rest = this.#rest.slice(row.length)
      try {
        mustBeText(text, this.file, this.#rowLine)
        const event = this.#event(row)
        if (event) yield event
      } catch (error) {
        if (!(error instanceof BadInput) || !this.#names) throw error
        this.#bad(error)
      }
    }
  }

  // One row of the text at hand, or undefined where it may not be whole yet.
  #row(last) {
    const text = this.#rest
    if (text === '') return undefined
    const cells = []
    let at = 0
    let newlines = 0
    for (;;) {
      let cell
      const isQuoted = text[at] === '"'
      const start = at
      if (isQuoted) {
        let close = text.indexOf('"', at + 1)
        while (close >= 0 && text[close + 1] === '"') close = text.indexOf('"', close + 2)
        // A quote at the very end may be the first of two.
        if (close < 0 || (close + 1 === text.length && !last)) {
          if (!last) return undefined
          if (close < 0) return { length: text.length, newlines, wrong: 'expected a closing quote, got the end', column: start + 1 }
        }
        cell = text.slice(at + 1, close).replaceAll('""', '"')
        newlines += cell.split('\n').length - 1
        at = close + 1
      } else {
        while (at < text.length && text[at] !== ',' && text[at] !== '\n') at++
        cell = text.slice(start, at)
        if (text[at] !== ',' && cell.endsWith('\r')) cell = cell.slice(0, -1)
      }
      cells.push({ cell, isQuoted, column: start + 1 })
      if (isQuoted && text[at] === '\r' && text[at + 1] === '\n') at++
      if (at >= text.length) return last ? { cells, length: text.length, newlines } : undefined
      if (text[at] === '\n') return { cells, length: at + 1, newlines: newlines + 1 }
      if (text[at] !== ',') {
        const end = text.indexOf('\n', at)
        if (end < 0 && !last) return undefined
        const length = end < 0 ? text.length : end + 1
        return { length, newlines: newlines + (end < 0 ? 0 : 1), wrong: 'expected \',\' or the end of the row after a closing quote', column: at + 1 }
      }
      at++
    }
  }

  #event({ cells, wrong, column }) {
    if (wrong) throw new BadInput(wrong, `${this.file}:${this.#rowLine}:${column}`)
    if (cells.length === 1 && cells[0].cell === '' && !cells[0].isQuoted) return undefined
    if (!this.#names) {
      this.#names = this.#header(cells)
      return undefined
    }
    if (cells.length !== this.#names.length) {
      throw new BadInput(`expected ${this.#names.length} cells, got ${cells.length}`, this.place)
    }
    return Object.fromEntries(this.#names.map((name, k) => [name, typed(cells[k])]))
  }

  #header(cells) {
    const names = new Set()
    for (const { cell, column } of cells) {
      const name = cell.trim()
      const place = `${this.file}:${this.#rowLine}:${column}`
      if (FORBIDDEN.includes(name)) throw new BadInput(`the column name '${name}' is not allowed`, place)
      if (names.has(name)) throw new BadInput(`the column name '${name}' stands there twice`, place)
      names.add(name)
    }
    return [...names]
  }
}

// Only what is not in quotes can be anything but text.
function typed({ cell, isQuoted }) {
  if (isQuoted) return cell
  const text = cell.trim()
  if (text === '') return null
  if (NUMBER.test(text)) return Number(text)
  if (text === 'true' || text === 'false') return text === 'true'
  return cell
}
