// Bundles the JS of the package: node js/entry/bundle.mjs OUTDIR (after bindgen has written what package.json imports).
import { existsSync } from 'node:fs'
import { chmod, mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const js = resolve(fileURLToPath(import.meta.url), '../..')
const out = resolve(process.argv[2])

const common = { bundle: true, target: 'es2022', charset: 'utf8', legalComments: 'inline', logLevel: 'warning' }

await build({
  ...common,
  entryPoints: [join(js, 'entry/node.cjs.js')],
  outfile: join(out, 'node.cjs'),
  platform: 'node',
  format: 'cjs',
})
await build({
  ...common,
  entryPoints: [join(js, 'entry/browser.js'), join(js, 'entry/inline.js')],
  outdir: out,
  platform: 'browser',
  format: 'esm',
  loader: { '.wasm': 'base64' },
})
await writeNodeModule()
await copyTypes()
if (existsSync(join(js, 'cli/main.mjs'))) await bundleCommandLine()

// A list of names instead of `export *`: tools that read modules without running them see it too.
async function writeNodeModule() {
  const names = Object.keys(createRequire(import.meta.url)(join(out, 'node.cjs'))).sort()
  await writeFile(
    join(out, 'node.mjs'),
    `// The instance of node.cjs under its ES module names.\nexport {\n${names.map((n) => `  ${n},\n`).join('')}} from './node.cjs'\n`,
  )
}

// Each declaration file twice: TypeScript wants .d.cts beside CommonJS, and its imports to match.
async function copyTypes() {
  for (const file of await readdir(js, { recursive: true })) {
    if (!file.endsWith('.d.ts') || file.startsWith('cli') || file.startsWith('entry')) continue
    const text = await readFile(join(js, file), 'utf8')
    const target = join(out, file)
    await mkdir(dirname(target), { recursive: true })
    await writeFile(target, text)
    await writeFile(target.replace(/\.d\.ts$/, '.d.cts'), text.replace(/(['"]\.{1,2}\/[^'"]*)\.js(['"])/g, '$1.cjs$2'))
  }
  await writeFile(join(out, 'inline.d.ts'), `export * from './index.js'\n`)
}

// The command line imports 'watertight' like any user; verbs it imports dynamically become files of their own,
// so that a call loads only what it needs.
async function bundleCommandLine() {
  const ownPackage = {
    name: 'own-package',
    setup(build) {
      build.onResolve({ filter: /^watertight$/ }, () => ({ path: './node.mjs', external: true }))
    },
  }
  const { metafile } = await build({
    ...common,
    entryPoints: { cli: join(js, 'cli/main.mjs') },
    outdir: out,
    outExtension: { '.js': '.mjs' },
    chunkNames: 'cli-[name]-[hash]',
    platform: 'node',
    format: 'esm',
    splitting: true,
    metafile: true,
    plugins: [ownPackage],
  })
  // A second copy of the API would have an engine that nobody attached.
  const instances = [join(js, 'engine.js'), join(js, 'prover.js')]
  if (Object.keys(metafile.inputs).some((file) => instances.includes(resolve(file)))) {
    throw new Error("js/cli must import the API as 'watertight', not files of js/ that reach js/engine.js or js/prover.js")
  }
  const main = join(out, 'cli.mjs')
  const text = await readFile(main, 'utf8')
  if (!text.startsWith('#!')) await writeFile(main, `#!/usr/bin/env node\n${text}`)
  await chmod(main, 0o755)
}
