// Where a text stops being JSON. JSON.parse does not always say, so the text is walked once more: without recursion,
// because it is the user's and may nest as deep as it likes.

const SPACE = /[ \t\n\r]*/y
// eslint-disable-next-line no-control-regex -- JSON forbids control characters in strings
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?|true|false|null/y

/** The first mistake: its offset, and what was expected there. */
export function firstMistake(text) {
  let at = 0
  const open = []
  const skip = (pattern) => {
    pattern.lastIndex = at
    const found = pattern.exec(text)
    if (found) at = pattern.lastIndex
    return found !== null
  }
  const eat = (letter) => {
    skip(SPACE)
    if (text[at] !== letter) return false
    at++
    return true
  }
  const key = () => {
    skip(SPACE)
    if (!skip(STRING)) return 'a key in double quotes'
    return eat(':') ? undefined : '\':\''
  }
  for (;;) {
    // A value.
    skip(SPACE)
    if (eat('{')) {
      if (!eat('}')) {
        open.push('}')
        const expected = key()
        if (expected) return { at, expected }
        continue
      }
    } else if (eat('[')) {
      if (!eat(']')) {
        open.push(']')
        continue
      }
    } else if (!skip(STRING) && !skip(SCALAR)) {
      return { at, expected: text[at] === '"' ? 'a string that is closed on its line' : 'a value' }
    }
    // What may follow it.
    while (open.length && eat(open.at(-1))) open.pop()
    if (!open.length) {
      skip(SPACE)
      return { at, expected: 'the end' }
    }
    if (!eat(',')) return { at, expected: `',' or '${open.at(-1)}'` }
    const expected = open.at(-1) === '}' ? key() : undefined
    if (expected) return { at, expected }
  }
}
