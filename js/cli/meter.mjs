// Counts events and time: the progress line while running, the figures at the end.

const EVERY_MS = { terminal: 200, plain: 5000 }

export class Meter {
  read = 0
  written = 0
  skipped = 0
  #start = process.hrtime.bigint()
  #cpu = process.cpuUsage()
  #last = Date.now()
  #terminal = process.stderr.isTTY === true
  #shown = false
  constructor(showsProgress) {
    this.showsProgress = showsProgress
  }

  /** Shows where we are, not too often: one line rewritten on a terminal, plain lines elsewhere. */
  progress() {
    if (!this.showsProgress) return
    const now = Date.now()
    if (now - this.#last < (this.#terminal ? EVERY_MS.terminal : EVERY_MS.plain)) return
    this.#last = now
    this.#shown = this.#terminal
    process.stderr.write(this.#terminal ? `\r\x1b[K${this.#line()}` : `${this.#line()}\n`)
  }

  /** Takes the progress line away. */
  clear() {
    if (this.#shown) process.stderr.write('\r\x1b[K')
    this.#shown = false
  }

  /** The figures so far. */
  figures() {
    const seconds = Number(process.hrtime.bigint() - this.#start) / 1e9
    const { user, system } = process.cpuUsage(this.#cpu)
    return {
      read: this.read,
      written: this.written,
      skipped: this.skipped,
      seconds: Number(seconds.toFixed(3)),
      eventsPerSecond: Math.round(this.read / Math.max(seconds, 1e-9)),
      load: Number(((user + system) / 1e6 / Math.max(seconds, 1e-9)).toFixed(2)),
    }
  }

  /** The figures as one line for people. */
  summary() {
    const { seconds, load } = this.figures()
    return `${this.#line()}, ${seconds} s, load ${load}`
  }

  #line() {
    const { read, written, skipped, eventsPerSecond } = this.figures()
    return `${read} events in, ${written} out${skipped ? `, ${skipped} skipped` : ''}, ${eventsPerSecond} events/s`
  }
}
