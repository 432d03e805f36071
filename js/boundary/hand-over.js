// Hand-overs of events to the engine: codes of texts stand in what is staged for them, and may be forgotten between two of them.
import { glue } from '../engine.js'
import { longTexts } from './host.js'
import { texts } from './texts.js'

/** Hand-overs under way: getters and functions of the user's may begin others inside. */
let underWay = 0
let begun = 0

/** Does a hand-over. Texts may be forgotten before it, so that those of long streams do not pile up. */
export function handOver(act, ...given) {
  if (underWay === 0) {
    if (texts.areMany()) texts.forget(glue)
    if (longTexts.length > 0) longTexts.length = 0
  }
  begin()
  underWay++
  try {
    return act(...given)
  } finally {
    underWay--
  }
}

/** A hand-over begins; gives its number. */
export function begin() {
  return ++begun
}

/** Whether another hand-over has begun since that number was given. */
export function isOver(number) {
  return begun !== number
}
