// Reads the options of a verb; a wrong one is a line that names it.
import { parseArgs } from 'node:util'
import { BadInput } from './failure.mjs'

/** `{ values, positionals }`, as node:util's parseArgs; `verb` is named in messages. */
export function readOptions(verb, args, options) {
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    const [sentence] = error.message.split(/\. /)
    throw new BadInput(`${sentence.charAt(0).toLowerCase()}${sentence.slice(1)} (watertight ${verb} --help lists the options)`)
  }
}

/** Whether `--reporter json` is among the arguments, be the others as wrong as they like. */
export function asksForDocument(args) {
  return args.some((arg, k) => arg === '--reporter=json' || (arg === '--reporter' && args[k + 1] === 'json'))
}

/** The value of an option that takes one of a few words. */
export function oneOf(name, value, words) {
  if (!words.includes(value)) throw new BadInput(`--${name} must be one of ${words.join(', ')}, got '${value}'`)
  return value
}
