// Reads what came out: tags and numbers at a fixed place of the engine's memory.
import { glue, memory } from '../engine.js'
import { letGo, objectOf, settleRanges } from './host.js'
import { FALSE, NULL, NUMBER, OBJECT, TEXT, TRUE } from './tags.js'
import { texts } from './texts.js'

let tags = new Uint8Array(0)
let ports, numbers, gone, goneCount, layout

// Views detach when the memory grows; a detached view has length 0.
function look() {
  layout ??= glue.mail_layout()
  const [room, ...at] = layout
  const { buffer } = memory
  tags = new Uint8Array(buffer, at[0], room)
  ports = new Uint32Array(buffer, at[1], room)
  numbers = new Float64Array(buffer, at[2], room)
  gone = new Float64Array(buffer, at[3], room)
  goneCount = new Uint32Array(buffer, at[4], 1)
}

/** Appends the n events of the mailbox to an array (or, with several outputs, to the array of each output). */
export function receive(n, into, several) {
  if (tags.length === 0) look()
  let side
  let taken = 0
  const fit = Math.min(n, tags.length)
  for (let i = 0; i < fit; i++) {
    const tag = tags[i]
    let value
    if (tag === NUMBER) value = numbers[i]
    else if (tag === NULL) value = null
    else if (tag === FALSE) value = false
    else if (tag === TRUE) value = true
    else if (tag === TEXT) value = texts.of(numbers[i])
    else if (tag === OBJECT) value = objectOf(numbers[i])
    else value = (side ??= glue.take_side())[taken++]
    if (several) into[ports[i]].push(value)
    else into.push(value)
  }
  if (n <= fit) return
  side ??= glue.take_side()
  while (taken < side.length) {
    const port = side[taken++]
    const value = side[taken++]
    if (several) into[port].push(value)
    else into.push(value)
  }
}

/** The one number of the mailbox; undefined where it holds something else. */
export function soleNumber() {
  if (tags.length === 0) look()
  return tags[0] === NUMBER ? numbers[0] : undefined
}

/** Lets go of the objects that the engine no longer refers to. */
export function sweep() {
  settleRanges(glue.settle)
  if (tags.length === 0) look()
  const n = goneCount[0]
  if (n === 0) return
  for (let i = 0; i < n; i++) letGo(gone[i])
  goneCount[0] = 0
  if (n === gone.length) for (const id of glue.take_more_gone()) letGo(id)
}
