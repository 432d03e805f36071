// Hand-overs of events to the engine: codes of texts stand in what is staged for them, and may be forgotten between two of them.
import { longTexts } from './host.js'
import { texts } from './texts.js'

/** Hand-overs under way: getters and functions of the user's may begin others inside. */
let underWay = 0

/** Does a hand-over. Texts may be forgotten before it, so that those of long streams do not pile up. */
export function handOver(act, ...given) {
  if (underWay === 0) {
    if (texts.areMany()) texts.forget()
    if (longTexts.length > 0) longTexts.length = 0
  }
  underWay++
  try {
    return act(...given)
  } finally {
    underWay--
  }
}
