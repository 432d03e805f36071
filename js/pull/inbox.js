// Events that a through has read and not yet handed to its machine: one at a time, or numbers side by side for a batch.

/** Room for the events of one hand-over. */
export class Inbox {
  #numbers
  #values
  #count = 0

  constructor(most) {
    // With one event at a time there is nothing to line up.
    this.#numbers = most > 1 ? new Float64Array(most) : undefined
    this.#values = []
  }

  get length() {
    return this.#count
  }

  add(value) {
    const mixed = this.#values.length > 0
    if (!mixed && this.#numbers !== undefined && typeof value === 'number') {
      this.#numbers[this.#count++] = value
      return
    }
    if (!mixed && this.#count > 0) this.#values = Array.from(this.#numbers.subarray(0, this.#count))
    this.#values.push(value)
    this.#count++
  }

  /** Feeds the events to a machine; gives a number that came out alone, NOTHING, or all that came out. */
  feed(machine) {
    const count = this.#count
    this.#count = 0
    if (this.#values.length === 0) {
      return count === 1 ? machine.pushOne(this.#numbers[0]) : machine.runNumbers(this.#numbers.subarray(0, count))
    }
    if (count === 1) return machine.pushOne(this.#values.pop())
    const values = this.#values
    this.#values = []
    return machine.run(values)
  }

  clear() {
    this.#count = 0
    this.#values = []
  }
}
