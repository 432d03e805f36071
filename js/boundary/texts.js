// Texts and their codes: a text crosses to the engine once, then only its number does.
import { glue } from '../engine.js'

/** Longer texts are not kept. */
const LONGEST = 64
/** When there are more, both sides start anew. */
const MOST = 65_536

/** How often both sides have started anew: codes are of one age. */
export let age = 0

let byCode = []
let codes = new Map()

/**
 * Texts met lately, by their length and last characters. Comparing two short texts is quicker than looking one up in a map.
 * Where there is none yet stands one that is too long to have a code, and -1 for it.
 */
const PLACES = 4096
const NOBODY = '-'.repeat(LONGEST + 1)
const recent = Array.from({ length: PLACES }, () => NOBODY)
const recentCodes = new Int32Array(PLACES).fill(-1)

/** Reading a character takes its time: no more are read than it takes to tell the texts of late apart. */
let depth = 1
const DEEPEST = 3
/** How often one text took the place of another at that depth; and how often it may. */
let conflicts = 0
const CONFLICTS = 64

function forgetRecent(newDepth) {
  depth = newDepth
  conflicts = 0
  recent.fill(NOBODY)
  recentCodes.fill(-1)
}

function placeOf(text) {
  const n = text.length
  if (n < DEEPEST) return n
  let place = text.charCodeAt(n - 1)
  if (depth > 1) place = place * 31 + text.charCodeAt(n - 2)
  if (depth > 2) place = place * 31 + text.charCodeAt(n - 3)
  return (place + n * 127) & (PLACES - 1)
}

/** A text comes to stand where it will be looked for. */
function remember(text, code) {
  const place = placeOf(text)
  if (recent[place] !== NOBODY && ++conflicts > CONFLICTS && depth < DEEPEST) return forgetRecent(depth + 1)
  recent[place] = text
  recentCodes[place] = code
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
  code(text) {
    const place = placeOf(text)
    if (recent[place] === text) return recentCodes[place]
    const code = codes.get(text) ?? codeOfNew(text)
    if (code >= 0) remember(text, code)
    return code
  },
  /** Whether there are so many that they should be forgotten when no code is under way. */
  areMany() {
    return byCode.length > MOST
  },
  forget() {
    glue.forget_texts()
    age++
    byCode = []
    codes = new Map()
    forgetRecent(1)
  },
}

function codeOfNew(text) {
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
