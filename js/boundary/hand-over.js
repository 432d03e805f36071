// Hand-overs of events to the engine: codes of texts stand in what is staged for them, and may be forgotten between two of them.
import { hold, letGo, longTexts } from './host.js'
import { texts } from './texts.js'

/** Hand-overs under way: getters and functions of the user's may begin others inside. */
let underWay = 0

/** The ids of objects that stand in what is being handed over. */
let within = []

/** Does a hand-over. Texts may be forgotten before it, so that those of long streams do not pile up. */
export function handOver(act, ...given) {
  if (underWay === 0) {
    if (texts.areMany()) texts.forget()
    if (longTexts.length > 0) longTexts.length = 0
  }
  const outer = within
  within = []
  underWay++
  try {
    return act(...given)
  } catch (thrown) {
    // The engine has not seen them, and will not say when to let go.
    within.forEach(letGo)
    throw thrown
  } finally {
    underWay--
    within = outer
  }
}

/** Gives an object an id, as part of what is handed over. */
export function holdWithin(object) {
  const id = hold(object)
  within.push(id)
  return id
}
