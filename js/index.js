// The public API.
export { WatertightError } from './error.js'
export { Pipeline } from './pipeline.js'
export { defineProcessor } from './define.js'
export { formatReport } from './conformance/reporters/index.js'
export { holdTime, testModule } from './conformance/test-module.js'
