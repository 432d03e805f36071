// Events that a through has read and not yet handed to its machine: one at a time, or numbers side by side for a batch.

const NONE = []

/**
 * Room for the events of one hand-over, at most `most` of them. `otherwise` gets the answers to `gather`'s requests that
 * are not numbers, or come late. Its state is in closures: they are what reading ahead costs.
 */
export function inbox(read, most, otherwise) {
  // With one event at a time there is nothing to line up.
  const numbers = most > 1 ? new Float64Array(most) : undefined
  let values = NONE // all of them, once one is not a number
  let count = 0
  let gathering = false // numbers are being read ahead, and nothing else has come

  const take = (end, value) => {
    if (gathering && !end && typeof value === 'number') {
      numbers[count++] = value
    } else {
      gathering = false
      otherwise(end, value)
    }
  }

  return {
    get count() {
      return count
    },

    /** Whether numbers may be lined up. */
    get isOfNumbers() {
      return numbers !== undefined && values.length === 0
    },

    add(value) {
      if (this.isOfNumbers && typeof value === 'number') {
        numbers[count++] = value
        return
      }
      if (values.length === 0) values = count > 0 ? Array.from(numbers.subarray(0, count)) : []
      values.push(value)
      count++
    },

    /**
     * Reads until there are `size` numbers, as long as they come at once. Gives whether the last request was answered
     * with a number; undefined where `otherwise` has the answer.
     */
    gather(size) {
      let before
      gathering = true
      do {
        before = count
        read(null, take)
      } while (gathering && count > before && count < size)
      if (!gathering) return undefined
      gathering = false
      return count > before
    },

    /** Feeds the events to a machine; gives a number that came out alone, NOTHING, or all that came out. */
    feed(machine) {
      const [n, others] = [count, values]
      this.clear()
      if (others.length > 0) return n === 1 ? machine.pushOne(others[0]) : machine.run(others)
      return n === 1 ? machine.pushOne(numbers[0]) : machine.runFew(numbers, n)
    },

    clear() {
      gathering = false
      count = 0
      values = NONE
    },
  }
}
