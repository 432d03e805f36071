// Every benchmark, in the order of the table.
import * as filters from './filter.mjs'
import * as chains from './chains.mjs'
import * as logic from './logic.mjs'
import * as slices from './slices.mjs'
import * as sums from './sums.mjs'
import * as windows from './windows.mjs'

/** `{ name, events, steps, loop, json }`: `loop` is the program one would write by hand, `json` our pipeline. */
export const cases = [sums, windows, filters, slices, logic, chains].flatMap((file) => file.cases)
