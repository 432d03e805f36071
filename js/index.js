// The public API.
export { WatertightError } from './error.js'
export { Pipeline } from './pipeline.js'
export { pipeline } from './builder/index.js'
export { defineProcessor } from './define.js'
export { catalogue } from './catalogue.js'
export { memoryUse } from './memory.js'
export { protocol } from './protocol/index.js'
