// Events that a through has read and not yet handed to its machine: one at a time, or numbers side by side for a batch.

const NONE = []

/** Room for the events of one hand-over. */
export class Inbox {
  constructor(most) {
    this.count = 0
    // With one event at a time there is nothing to line up.
    this.numbers = most > 1 ? new Float64Array(most) : undefined
    this.values = NONE // all of them, once one is not a number
  }

  /** Whether a number may be put beside the others, by writing it there. */
  get isOfNumbers() {
    return this.numbers !== undefined && this.values.length === 0
  }

  add(value) {
    if (this.isOfNumbers && typeof value === 'number') {
      this.numbers[this.count++] = value
      return
    }
    if (this.values.length === 0) this.values = this.count > 0 ? Array.from(this.numbers.subarray(0, this.count)) : []
    this.values.push(value)
    this.count++
  }

  /** Feeds the events to a machine; gives a number that came out alone, NOTHING, or all that came out. */
  feed(machine) {
    const { count, values, numbers } = this
    this.clear()
    if (values.length === 0) return count === 1 ? machine.pushOne(numbers[0]) : machine.runFew(numbers, count)
    return count === 1 ? machine.pushOne(values[0]) : machine.run(values)
  }

  clear() {
    this.count = 0
    this.values = NONE
  }
}
