/** Bytes of WebAssembly memory (it grows to the most ever needed at once), and JS objects held for pipelines. */
export function memoryUse(): { wasm: number, objects: number }
