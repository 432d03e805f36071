// Which step comes next in a run: the one that waited longest, as a replay token says, or each in turn until all orders
// were tried. An order is `{ choose, choices, isNew }`: `isNew` says of a run that is over whether its end was new.

const UNKNOWN = new Int32Array(0)

/** The paper's one order. */
export const inTurn = { choose: () => 0, choices: () => new Uint8Array(0), isNew: () => true }

/** The order of a replay token. */
export function follow(choices) {
  let depth = 0
  return {
    choose: (actors) => Math.min(choices[depth++] ?? 0, actors.length - 1),
    choices: () => choices,
    isNew: () => true,
  }
}

/** The next of all orders; `knowsStates` says whether runs that meet in a state have one future. */
export function explored(explorer, knowsStates) {
  const state = (run) => (run && knowsStates() ? run.state() : UNKNOWN)
  return {
    choose: (actors, run) => explorer.choose(actors, explorer.is_new() ? state(run) : UNKNOWN),
    choices: () => explorer.choices(),
    isNew: (run) => explorer.end(state(run)),
  }
}
