// The progress line of a test: rewritten on a terminal, silent elsewhere unless it takes long.

const EVERY_MS = { terminal: 100, plain: 10_000 }

export class Progress {
  #states = []
  #last = Date.now()
  #shown = false
  #terminal = process.stderr.isTTY === true
  constructor(modules) {
    this.modules = modules
  }

  show(k, state) {
    this.#states[k] = state
    const now = Date.now()
    if (now - this.#last < (this.#terminal ? EVERY_MS.terminal : EVERY_MS.plain)) return
    this.#last = now
    this.#shown = this.#terminal
    process.stderr.write(this.#terminal ? `\r\x1b[K${this.#line()}` : `${this.#line()}\n`)
  }

  clear() {
    if (this.#shown) process.stderr.write('\r\x1b[K')
  }

  #line() {
    const sum = (key) => this.#states.reduce((total, state) => total + (state?.[key] ?? 0), 0)
    const modules = this.modules > 1 ? `${this.modules} modules, ` : ''
    return `${modules}${sum('done')} of ${sum('scenarios')} scenarios, ${sum('schedules')} orders, ${sum('violating')} violating`
  }
}
