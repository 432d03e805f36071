// The settings of a test with their defaults; a wrong one is an error that names it.
import { WatertightError } from '../error.js'

/** Orders tried in one scenario before we say that we do not know. */
const MOST_SCHEDULES = 20_000

export function settingsOf({ maxN = 3, schedules = 'all', answerMs = 200, scenarioMs = 5000, prune = true, stack, replay, version, highWaterMark = 1, ...listeners }) {
  const isPaper = schedules === 'paper'
  return {
    maxN: whole('maxN', maxN, 0, 100),
    schedules,
    isPaper,
    most: schedules === 'all' ? MOST_SCHEDULES : isPaper ? 1 : whole('schedules', schedules, 1, 1e9),
    prune: Boolean(prune),
    answerMs: whole('answerMs', answerMs, 1, 1e9),
    scenarioMs: whole('scenarioMs', scenarioMs, 1, 1e9),
    // The paper's experiment has no stack test.
    stack: stack ?? (!isPaper && replay === undefined),
    replay,
    highWaterMark: whole('highWaterMark', highWaterMark, 0, 1e9),
    version,
    signal: listeners.signal,
    onStart: listeners.onStart,
    onProgress: listeners.onProgress,
    onScenario: listeners.onScenario,
    onEvent: listeners.onEvent,
  }
}

function whole(name, value, least, most) {
  if (!Number.isInteger(value) || value < least || value > most) {
    throw new WatertightError('E_TYPE', `${name} must be a whole number from ${least} to ${most}, got ${value}`, { path: name })
  }
  return value
}
