// How a value is written in memory: a tag and a number. The same list stands in src/wasm/mail.rs.

export const NULL = 0
export const FALSE = 1
export const TRUE = 2
export const NUMBER = 3
export const OBJECT = 4
export const TEXT = 5
export const SIDE = 6
/** Added to the first tag of a column where all have the same. */
export const ALL = 128
