// Single events the quickest way, a double in and a double out: what the engine's answers to it mean. See src/wasm/machine.rs.

/** Nothing came out. */
export const SILENCE = -1.5e-300

/** The answer of a call that did nothing: the event is to be fed another way. */
export const OTHERWISE = -(2 ** 31)
