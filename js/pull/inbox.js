// Events that a through has read and not yet handed to its machine: numbers side by side, or values of any kind.

const NONE = []

/**
 * Room for the events of one hand-over, at most `most` of them. `otherwise` gets the answers to `gather`'s requests that
 * are an end, or come late. Its state is in closures: they are what reading ahead costs.
 */
export function inbox(read, most, otherwise) {
  // With one event at a time there is nothing to line up.
  const numbers = most > 1 ? new Float64Array(most) : undefined
  let values = NONE // all of them, once one is not a number
  let count = 0
  let gathering = false // events are being read ahead, and nothing else has come

  const add = (value) => {
    if (values === NONE && numbers !== undefined && typeof value === 'number') {
      numbers[count++] = value
    } else {
      if (values === NONE) values = count > 0 ? Array.from(numbers.subarray(0, count)) : []
      count = values.push(value)
    }
  }

  const take = (end, value) => {
    if (gathering && !end) {
      add(value)
    } else {
      gathering = false
      otherwise(end, value)
    }
  }

  /**
   * Reads until there are `size` events, as long as they come at once. Gives whether the last request was answered;
   * undefined where `otherwise` has the answer.
   */
  const gather = (size) => {
    let before
    let isSole
    gathering = true
    try {
      do {
        before = count
        read(null, take)
      } while (count > before && count < size)
    } finally {
      isSole = gathering
      gathering = false
    }
    return isSole ? count > before : undefined
  }

  const clear = () => {
    gathering = false
    count = 0
    values = NONE
  }

  return {
    add,
    gather,
    clear,
    size: () => count,
    /** Feeds the events to a machine; gives a number that came out alone, NOTHING, or all that came out. */
    feed(machine) {
      const [n, others] = [count, values]
      clear()
      if (others !== NONE) return n === 1 ? machine.pushOne(others[0]) : machine.runAhead(others)
      return n === 1 ? machine.pushOne(numbers[0]) : machine.runFew(numbers, n)
    },
  }
}
