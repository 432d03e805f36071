// An adapter for `watertight test` out of a line of the list.
import { createRequire } from 'node:module'
import { devNull } from 'node:os'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'

const upTo = (n) => Array.from({ length: n }, (_, k) => k + 1)

/** The package is loaded from `folder`, where the board was installed. */
export function adapterOf(line, folder) {
  const load = createRequire(`${folder}/x.js`)
  const { name, version, kind, sources, create, value } = line
  const tools = { load, upTo, Readable, sinkhole: devNull, file: fileURLToPath(import.meta.url), pull: load('pull-stream') }
  const module = load(name)
  return {
    name, version, kind, sources,
    create: (given) => create(module, given, tools),
    ...(value ? { value: (i) => value(i, tools) } : {}),
  }
}
