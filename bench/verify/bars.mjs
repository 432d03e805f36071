// The bars of the checker, each with what was measured and whether it is met.

/** Milliseconds for all problems, start-up included. */
export const TOGETHER = 500
/** The geometric mean of the speed-ups over NuSMV -dynamic -coi on our models. */
export const FASTER = 20
/** Milliseconds for the window sum of 5 numbers below 10. */
export const WINDOW = 150
/** Edges per second in WebAssembly. */
export const EDGES = 3e6
/** Bytes for each state beyond the packed state. */
export const BYTES = 32

/** One line a bar. */
export function bars({ together, window, large, ratios }) {
  const bar = (met, text) => `${met === undefined ? 'SKIPPED' : met ? 'met    ' : 'NOT MET'}  ${text}`
  const rate = (large.edges / large.ms) * 1000
  const mean = ratios && Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length)
  const slower = ratios?.filter((ratio) => ratio < 1).length
  const grown = large.grown / large.states - large.bytes[0]
  return [
    bar(together.wrong === 0 && together.ms < TOGETHER, `all ${together.count} problems in WASM, start-up included: ${together.ms.toFixed(0)} ms (bar: ${TOGETHER} ms, best of ${together.runs} processes), ${together.wrong} wrong verdicts`),
    bar(ratios && slower === 0, `none slower than NuSMV -dynamic -coi on our model: ${ratios ? `${slower} of ${ratios.length} slower` : 'NuSMV is missing'}`),
    bar(ratios && mean >= FASTER, `geometric mean of the speed-ups over it: ${ratios ? mean.toFixed(1) : '-'} (bar: ${FASTER})`),
    bar(window.ms < WINDOW, `window sum N=10 k=5: ${window.ms.toFixed(1)} ms, ${window.states} states (bar: ${WINDOW} ms)`),
    bar(rate >= EDGES, `edges per second in WASM: ${(rate / 1e6).toFixed(1)} million, of ${large.edges} (bar: ${EDGES / 1e6} million)`),
    bar(Math.max(large.bytes[1], grown) <= BYTES, `memory beyond the packed state (${large.bytes[0]} bytes): ${large.bytes[1]} bytes a state as counted, ${grown.toFixed(1)} by growth of the module's memory, ${large.states} states (bar: ${BYTES})`),
  ].join('\n')
}
