// Random pipelines from a seed, of processors whose models are all different.

/** A source of random numbers that gives the same ones for the same seed. */
export function random(seed) {
  let state = seed >>> 0
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
  return { below: (n) => Math.floor(next() * n), pick: (list) => list[Math.floor(next() * list.length)], chance: (p) => next() < p }
}

const simple = (r) => r.pick([
  { type: 'passthrough' },
  { type: 'trim', count: r.below(3) },
  { type: 'decimate', interval: 1 + r.below(3) },
  { type: 'turnInto', value: r.below(3) },
  { type: 'cumulate', fn: 'x + y', start: 0 },
  { type: 'cumulate', fn: 'x * y', start: 1 },
  { type: 'cumulate', fn: 'max(x, y)' },
  { type: 'apply', fn: 'x + 1' },
  { type: 'apply', fn: '2 - x' },
  { type: 'filterOn', fn: 'x % 2 == 0' },
  { type: 'filterOn', fn: 'x > 0' },
  { type: 'freeze' },
  { type: 'insert', count: 1 + r.below(2), value: 1 },
  { type: 'stutter', count: r.below(3) },
  { type: 'prefix', count: 1 + r.below(3) },
  { type: 'endWhen', fn: 'x == 2' },
  { type: 'windowFn', fn: 'x - y' },
  { type: 'limit', count: r.below(3) },
])

const single = (r, depth) => {
  if (depth > 0 && r.chance(0.25)) return { type: 'window', width: 1 + r.below(3), of: chain(r, depth - 1) }
  if (depth > 0 && r.chance(0.15)) return { type: 'group', of: chain(r, depth - 1) }
  return simple(r)
}

const chain = (r, depth) => ({ processors: Array.from({ length: 1 + r.below(2) }, (_, k) => ({ ...single(r, depth), id: `i${k}` })) })

/** A pipeline with one input and one output; often two branches that meet in a queue. */
export function randomPipeline(r) {
  const processors = []
  const ports = ['in']
  for (let k = 0; k < 1 + r.below(3); k++) {
    processors.push({ ...single(r, 1), id: `n${k}`, from: r.pick(ports) })
    ports.push(`n${k}`)
  }
  if (r.chance(0.6)) {
    const [a, b] = [r.pick(ports), r.pick(ports)]
    if (r.chance(0.3)) {
      processors.push({ id: 'test', type: 'apply', fn: 'x >= 1', from: b }, { id: 'join', type: 'filter', from: [a, 'test'] })
    } else {
      processors.push({ id: 'join', type: 'apply', fn: r.pick(['x + y', 'x * y', 'x - y']), from: [a, b] })
    }
  }
  return { processors }
}

/** A formula about the output, of either logic. */
export function randomFormula(r) {
  return r.pick([
    { ctl: 'AG (out.b -> out.c < 2)' },
    { ctl: 'EF (out.b & out.c = 2)' },
    { ctl: 'AG (out.b -> AX AF out.b)' },
    { ctl: 'A [!out.b U out.b] | EG !out.b' },
    { ctl: 'AG EX out.b' },
    { ctl: 'EG (out.b -> out.c = 0)' },
    { ltl: 'G F out.b' },
    { ltl: 'G (out.b -> X F out.b)' },
    { ltl: 'F G !out.b' },
    { ltl: '(!out.b U out.b) | G !out.b' },
    { ltl: 'G (in.c = 0) -> G (out.b -> out.c < 2)' },
    { ltl: 'out.c = 0 R (out.b | X !out.b)' },
  ])
}
