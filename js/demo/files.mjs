// Real events for the tour: every file of the tools this checkout installed.
import { lstat, readdir } from 'node:fs/promises'
import { extname, join } from 'node:path'

/** `{ kind, bytes }` of each file below a folder, at most `limit` of them. */
export async function filesBelow(folder, limit) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).slice(0, limit)
  return Promise.all(files.map(async (file) => {
    const { size } = await lstat(join(file.parentPath ?? file.path, file.name))
    return { kind: extname(file.name) || '(none)', bytes: size }
  }))
}
