// Where the packed package lies.
import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { root } from './root.mjs'

/** Path of the tarball: WATERTIGHT_TARBALL, or the one `cargo xtask build` left in target/. */
export function tarball() {
  if (process.env.WATERTIGHT_TARBALL) return resolve(process.env.WATERTIGHT_TARBALL)
  const target = join(root, 'target')
  const [name] = readdirSync(target).filter((file) => /^watertight-.*\.tgz$/.test(file))
  if (!name) throw new Error('no target/watertight-*.tgz: run `cargo xtask build` first')
  return join(target, name)
}
