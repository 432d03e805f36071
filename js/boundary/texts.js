// Texts and their codes: a text crosses to the engine once, then only its number does.

/** Longer texts are not kept. */
const LONGEST = 64
/** When there are more, both sides start anew. */
const MOST = 65_536

let byCode = []
let codes = new Map()

/**
 * Texts met lately, by their length and two of their characters. Comparing two short texts is quicker than looking one up
 * in a map. Where there is none yet stands one that is too long to have a code, and -1 for it.
 */
const PLACES = 1024
const recent = new Array(PLACES)
const recentCodes = new Int32Array(PLACES)
forgetRecent()

function forgetRecent() {
  recent.fill('-'.repeat(LONGEST + 1))
  recentCodes.fill(-1)
}

/** Characters that differ in most lists of names: the last one, and one before it. */
function placeOf(text) {
  const n = text.length
  return n < 3 ? n : (text.charCodeAt(n - 1) * 37 + text.charCodeAt(n - 3) * 5 + n) & (PLACES - 1)
}

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
  /** The code of a text; -1 for a long one, and for a new one where there are so many that they should be forgotten first. */
  code(text, glue) {
    const place = placeOf(text)
    if (recent[place] === text) return recentCodes[place]
    const code = codes.get(text) ?? codeOfNew(text, glue)
    if (code >= 0) {
      recent[place] = text
      recentCodes[place] = code
    }
    return code
  },
  /** Whether there are so many that they should be forgotten when no code is under way. */
  areMany() {
    return byCode.length > MOST
  },
  forget(glue) {
    glue.forget_texts()
    byCode = []
    codes = new Map()
    forgetRecent()
  },
}

function codeOfNew(text, glue) {
  if (text.length > LONGEST || texts.areMany()) return -1
  const code = glue.intern(text)
  if (code === byCode.length) byCode.push(wellFormed(text))
  codes.set(text, code)
  return code
}

/** The text as the engine has it: half of a surrogate pair is no character there, and becomes U+FFFD. */
function wellFormed(text) {
  return /[\ud800-\udfff]/.test(text) ? new TextDecoder('utf-8', { ignoreBOM: true }).decode(new TextEncoder().encode(text)) : text
}
