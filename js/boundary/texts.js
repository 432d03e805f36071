// Texts and their codes: a text crosses to the engine once, then only its number does.

/** Longer texts are not kept. */
const LONGEST = 64
/** When there are more, both sides start anew. */
const MOST = 65_536

let byCode = []
let codes = new Map()

export const texts = {
  /** The engine gave the next code to a text. */
  learn(text) {
    codes.set(text, byCode.length)
    byCode.push(text)
  },
  /** The text of a code. */
  of(code) {
    return byCode[code]
  },
  /** The code of a text, or -1 for a long one. */
  code(text, glue) {
    const known = codes.get(text)
    if (known !== undefined) return known
    if (text.length > LONGEST) return -1
    const code = glue.intern(text)
    // A text with half a surrogate pair reads the same as another one on the other side: the first one stays.
    if (code === byCode.length) byCode.push(text)
    codes.set(text, code)
    return code
  },
  /** Between two calls, when no code is under way: forgets all texts if there are too many. */
  tidy(glue) {
    if (codes.size <= MOST) return
    glue.forget_texts()
    byCode = []
    codes = new Map()
  },
}
