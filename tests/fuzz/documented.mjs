// The examples of the processors' pages: each a pipeline and the events of its trace.
import { readdirSync, readFileSync } from 'node:fs'

const pages = new URL('../../docs/processors/', import.meta.url)

/** Every page that has both, as `{ json, rows }`. */
export function documented() {
  return readdirSync(pages).flatMap((name) => {
    const page = readFileSync(new URL(name, pages), 'utf8')
    const [, json] = /```json pipeline\n(.*?)```/s.exec(page) ?? []
    const [, trace] = /```trace\n(.*?)```/s.exec(page) ?? []
    if (!json || !trace) return []
    const events = trace.trim().split('\n').map((line) => line.slice(0, line.indexOf('->')).trim())
    return [{ json: JSON.parse(json), rows: events.filter((event) => event !== 'end').map((event) => JSON.parse(event)) }]
  })
}

/** Feeds rows: events, or with several inputs objects of them. */
export function feed(pipeline, rows) {
  for (const row of rows) {
    if (pipeline.inputs.length === 1) pipeline.push(row)
    else for (const input of pipeline.inputs) if (Object.hasOwn(row, input)) pipeline.pushTo(input, row[input])
  }
}
