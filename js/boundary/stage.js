// Single events and a few numbers, written at fixed places of the engine's memory.
import { glue, memory } from '../engine.js'
import { fieldOf } from './fields.js'
import { handOver } from './hand-over.js'
import { hold } from './host.js'
import { UNFIT, pushObject } from './single.js'
import { number, tagOf } from './tagged.js'
import { OBJECT } from './tags.js'

let singleTags = new Uint8Array(0)
let singleNumbers, room, layout

// Views detach when the memory grows; a detached view has length 0.
function lookAtSingle() {
  layout ??= glue.single_layout()
  room = layout[0]
  singleTags = new Uint8Array(memory.buffer, layout[1], room)
  singleNumbers = new Float64Array(memory.buffer, layout[2], room)
}

/** Feeds one value that is not a number; answers as the engine does. */
export function pushValue(raw, input, value, reading) {
  return handOver(push, raw, input, value, reading)
}

function push(raw, input, value, reading) {
  const tag = tagOf(value, false)
  if (tag !== OBJECT) return raw.push_scalar(input, tag, number)
  const answer = pushObject(raw, value, reading)
  if (answer !== UNFIT) return answer
  // All members first: getters may run code of the user's, which feeds other events.
  const members = reading.fields.map((field) => fieldOf(value, field))
  if (singleTags.length === 0) lookAtSingle()
  if (members.length > room) return pushStaged(raw, input, value, members)
  for (let k = 0; k < members.length; k++) {
    const fieldTag = tagOf(members[k], true)
    // A new text may have made the memory grow.
    if (singleTags.length === 0) lookAtSingle()
    singleTags[k] = fieldTag
    singleNumbers[k] = number
  }
  return raw.push_single(input, reading.whole ? hold(value) : 0)
}

/** The same for more members than the fixed place has room for. */
function pushStaged(raw, input, value, members) {
  const tagged = members.map((member) => [tagOf(member, true), number])
  const slots = [[OBJECT, hold(value)], ...tagged]
  const at = glue.stage_room(slots.length, 1)
  slots.forEach(([slotTag, slotNumber], k) => {
    new Uint8Array(memory.buffer, at[2 * k], 1)[0] = slotTag
    new Float64Array(memory.buffer, at[2 * k + 1], 1)[0] = slotNumber
  })
  return raw.push_staged(input)
}

let few = new Float64Array(0)
let fewLayout

/** How many numbers fit into a small batch. */
export function roomForFew() {
  fewLayout ??= glue.few_layout()
  return fewLayout[0]
}

/** Stages the first n of some numbers as a small batch; there must be room for them. */
export function stageFew(numbers, n) {
  if (few.length === 0) few = new Float64Array(memory.buffer, fewLayout[1], fewLayout[0])
  few.set(n === numbers.length ? numbers : numbers.subarray(0, n))
}
