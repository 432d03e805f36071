// Runs a program to its end and hands back what it printed.
import { execFile } from 'node:child_process'

/** Resolves to stdout; rejects with everything the program printed. */
export function run(program, args, options = {}) {
  return new Promise((resolve, reject) => {
    execFile(program, args, { maxBuffer: 1 << 26, ...options }, (error, stdout, stderr) => {
      if (!error) return resolve(stdout)
      reject(new Error(`${program} ${args.join(' ')} failed (${error.code})\n${stdout}\n${stderr}`))
    })
  })
}
