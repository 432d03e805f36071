// The public API.
export { testModule } from './conformance/test-module.js'
export { WatertightError } from './error.js'
export { Pipeline } from './pipeline.js'
export { defineProcessor } from './define.js'
