// What there is to build with, as the engine itself lists it: for palettes, help and docs.
import { ready } from './engine.js'

/**
 * Every kind of processor and every named function:
 * `{ processors: [{ name, symbol, about }], functions: [{ name, set, least, most, about }] }`.
 * `least` and `most` count arguments; `most` may be Infinity.
 */
export function catalogue() {
  const glue = ready()
  return {
    processors: rows(glue.processor_rows(), 3).map(([name, symbol, about]) => ({ name, symbol, about })),
    functions: rows(glue.function_rows(), 5)
      .map(([name, set, least, most, about]) => ({ name, set, least: Number(least), most: Number(most), about })),
  }
}

function rows(cells, width) {
  return Array.from({ length: cells.length / width }, (_, k) => cells.slice(k * width, (k + 1) * width))
}
