// The checkout's root and the tools installed in it.
import { resolve, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = resolve(fileURLToPath(import.meta.url), '../../..')

/** Path of a development tool's program, such as `tsc`. */
export function tool(name) {
  return join(root, 'node_modules/.bin', name)
}
