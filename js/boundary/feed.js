// Single events the quickest way, doubles in and a double out: what the engine's answers to it mean. See src/wasm/machine.rs.

/** Nothing came out. */
export const SILENCE = -1.5e-300

/** The object that went in came out. */
export const ITSELF = -2.5e-300

/** After NaN, the answer where the object that was fed by its members is needed itself. */
export const OBJECT_WANTED = -(2 ** 31)
