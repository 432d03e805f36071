// The public API.
export { WatertightError } from './error.js'
export { Pipeline } from './pipeline.js'
export { defineProcessor } from './define.js'
export { toSmv, verify } from './verify/index.js'
