// `watertight smv`: the questions of `verify`, as a file for NuSMV or nuXmv.
import { writeFileSync } from 'node:fs'
import { toSmv } from 'watertight'
import { BadInput, misread } from './failure.mjs'
import { readOptions } from './options.mjs'
import { VERIFY_OPTIONS, question } from './verify-options.mjs'

export const help = `watertight smv PIPELINE [options] [-o FILE]: the question of 'verify' as a NuSMV or nuXmv model

  -o, --output FILE   write to FILE (default: stdout)
  --paper-style       a module for each processor and three variables for each pipe, as in the paper
  the options of verify: --property, --ctl, --ltl, --queue, --domain, --inputs, --overflow, --ends, --equivalent,
  --monitor and --system

example:
  $ watertight smv thirds.json --property liveness -o thirds.smv && NuSMV -dynamic -coi thirds.smv
`

export async function main(args) {
  const { values, positionals } = readOptions('smv', args, {
    ...VERIFY_OPTIONS,
    'output': { type: 'string', short: 'o' },
    'paper-style': { type: 'boolean' },
  })
  const { pipeline, file, options } = question('smv', values, positionals)
  let text
  try {
    text = toSmv(pipeline, { ...options, paperStyle: values['paper-style'] === true })
  } catch (error) {
    throw misread(error, { system: values.system }, file)
  }
  if (values.output === undefined) process.stdout.write(text)
  else {
    try {
      writeFileSync(values.output, text)
    } catch (error) {
      throw new BadInput(`cannot write: ${error.message}`, values.output)
    }
  }
  return 0
}
