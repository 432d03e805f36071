// Finds and loads the module under test: a file, or a package installed where the command was called.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { holdTime } from 'watertight'
import { BadInput } from '../failure.mjs'

/** `{ subject, about }`: what is exported, and its name and version. */
export async function load(argument, { export: name, args }) {
  const file = locate(argument)
  // The module may keep the timer functions it finds while it loads.
  holdTime()
  let namespace
  try {
    namespace = await import(pathToFileURL(file).href)
  } catch (error) {
    throw new BadInput(`threw while it was loaded: ${error?.message ?? error}`)
  }
  const subject = pick(namespace, name)
  const named = typeof subject?.name === 'string' && typeof subject !== 'function' ? subject.name : undefined
  const known = named ? installed(named, file) : isPath(argument) ? undefined : packageOf(file)
  const version = subject?.version ?? known?.version ?? null
  return { subject, about: { module: named ?? argument, version, ...(name ? { export: name } : {}), ...(args ? { args } : {}) } }
}

function pick(namespace, name) {
  const main = namespace.default ?? namespace
  if (name === undefined) return main?.__esModule && main.default !== undefined ? main.default : main
  const found = namespace[name] ?? main?.[name] ?? main?.default?.[name]
  if (found === undefined) {
    const names = [...new Set([...Object.keys(namespace), ...Object.keys(Object(main))])].filter((key) => key !== 'default' && key !== 'module.exports')
    throw new BadInput(`has no export '${name}'${names.length ? `, it has ${names.slice(0, 12).join(', ')}` : ''}`)
  }
  return found
}

const isPath = (argument) => /^\.{0,2}[/\\]|^[a-z]:[/\\]|\.[cm]?js$/i.test(argument) || existsSync(resolve(argument))

function locate(argument) {
  if (isPath(argument)) {
    const file = resolve(argument)
    if (!existsSync(file)) throw new BadInput('no such file')
    if (!statSync(file).isDirectory()) return file
    return attempt(() => createRequire(join(file, 'x.js')).resolve('./')) ?? refuse('is a folder without a main file')
  }
  const require = createRequire(join(process.cwd(), 'x.js'))
  try {
    return require.resolve(argument)
  } catch (error) {
    // A package for `import` alone names its file in package.json.
    if (error.code === 'ERR_PACKAGE_PATH_NOT_EXPORTED') return importEntry(argument) ?? refuse('its package.json names no file to import')
    throw new BadInput('no such file, and no package of this name is installed here')
  }
}

function importEntry(name) {
  for (let folder = process.cwd(); ; folder = dirname(folder)) {
    const place = join(folder, 'node_modules', name)
    if (existsSync(join(place, 'package.json'))) {
      const { exports: map, module, main } = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8'))
      const entry = condition(map?.['.'] ?? map) ?? module ?? main
      return entry && join(place, entry)
    }
    if (folder === dirname(folder)) return undefined
  }
}

function condition(entry) {
  if (typeof entry === 'string' || entry == null) return entry
  if (Array.isArray(entry)) return entry.map(condition).find(Boolean)
  return condition(entry.node ?? entry.import ?? entry.default)
}

function packageOf(file) {
  for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder)) {
    const found = attempt(() => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')))
    if (found?.name) return found
  }
  return undefined
}

function installed(name, file) {
  return attempt(() => packageOf(createRequire(file).resolve(name)))
}

function attempt(act) {
  try {
    return act()
  } catch {
    return undefined
  }
}

function refuse(message) {
  throw new BadInput(message)
}
