// Settings of the reference modules: an object, or the positions of the community's package.
import { WatertightError } from '../error.js'

/** The settings by name; a wrong one is an error that names it. */
export function positionalOr(module, args, parameters) {
  const names = Object.keys(parameters)
  const isObject = args.length === 1 && args[0] !== null && typeof args[0] === 'object' && !(args[0] instanceof Error)
  const given = isObject ? args[0] : Object.fromEntries(args.map((value, k) => [names[k], value]))
  const settings = {}
  for (const name of Object.keys(given)) {
    if (!names.includes(name)) throw new WatertightError('E_TYPE', `${module}: unknown setting '${name}', expected ${names.join(', ')}`, { path: name })
  }
  for (const name of names) {
    const { default: fallback, must, holds } = parameters[name]
    const value = given[name] === undefined ? (typeof fallback === 'function' ? fallback(settings) : fallback) : given[name]
    if (!holds(value, settings)) throw new WatertightError('E_TYPE', `${module}: ${name} must ${must}, got ${String(value)}`, { path: name })
    settings[name] = value
  }
  return settings
}
