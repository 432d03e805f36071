// Bad input and wrong usage: one clear line, never a stack trace.

/** Something the user can mend; `place` says where, as `file:line:column` or `file`. */
export class BadInput extends Error {
  constructor(message, place) {
    super(place ? `${place}: ${message}` : message)
    this.name = 'BadInput'
  }
}

/** The line that tells of any failure. */
export function describe(error) {
  const text = error instanceof BadInput ? error.message : withCode(error)
  return text.replace(/\s*\n\s*/g, ' ')
}

/** Tells of a failure on stderr. */
export function complain(error) {
  process.stderr.write(`watertight: ${describe(error)}\n`)
}

/** An engine's error with its code and the JSON path it speaks of. */
export function withCode(error) {
  if (!error?.code || !String(error.code).startsWith('E_')) return `defect: ${error?.message ?? error}`
  const message = error.message.startsWith(error.code) ? error.message : `${error.code}: ${error.message}`
  return error.path && !message.includes(error.path) ? `${message} (${error.path})` : message
}

/** An engine's error as bad input: in the file that its path names, with line and column, or else in `file`. */
export function misread(error, files, file) {
  const named = files[error?.path]
  const place = named && /^(?:E_\w+: )?(\d+:\d+): (.*)$/s.exec(error.message)
  if (place) return new BadInput(`${error.code}: ${place[2]}`, `${named}:${place[1]}`)
  if (named) return new BadInput(`${error.code}: ${error.message}`, named)
  return new BadInput(withCode(error), file)
}
