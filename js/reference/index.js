// Modules that show the full range of the protocol, to test others with and to copy from.
export { sink } from './sink.js'
export { source } from './source.js'
export { through } from './through.js'
