// Random structures as SMV from a seed, and random formulas of CTL over their variables.

const NUMBERS = [0, 1, 2]
const NAMES = ['red', 'green']

/** `{ text, variables, atoms }`: the module, its variables with their values, and conditions on them. */
export function randomStructure(r) {
  const variables = { p: ['FALSE', 'TRUE'], n: NUMBERS }
  if (r.chance(0.7)) variables.e = NAMES
  if (r.chance(0.5)) variables.q = ['FALSE', 'TRUE']
  const own = Object.keys(variables)
  const cell = r.chance(0.4)
  const atom = () => {
    const name = r.pick(own)
    return name === 'p' || name === 'q' ? r.pick([name, `!${name}`]) : `${name} ${r.pick(['=', '!='])} ${r.pick(variables[name])}`
  }
  const condition = (depth = 2) => {
    if (depth === 0 || r.chance(0.3)) return r.pick([atom(), atom(), `n < ${1 + r.below(2)}`, `n in {0, ${1 + r.below(2)}}`])
    return r.pick([
      () => `(${condition(depth - 1)} ${r.pick(['&', '|', 'xor', 'xnor', '->', '<->'])} ${condition(depth - 1)})`,
      () => `!(${condition(depth - 1)})`,
    ])()
  }
  // NuSMV takes no first value that depends on another one in a circle: these depend on none.
  const first = (name) => r.pick([String(r.pick(variables[name])), `{${variables[name].join(', ')}}`, `{${r.pick(variables[name])}, ${r.pick(variables[name])}}`])
  const one = (name) => r.pick([
    () => String(r.pick(variables[name])),
    () => name,
    () => (name === 'n' ? r.pick(['(n + 1) mod 3', '2 - n', 'n * n mod 3', '(p ? 1 : n)']) : name === 'e' ? `(p ? red : e)` : condition(1)),
  ])()
  const several = (name) => r.pick([
    () => one(name),
    () => `{${variables[name].join(', ')}}`,
    () => (name === 'n' ? `${r.below(2)}..2` : `{${one(name)}, ${one(name)}}`),
    () => `(${one(name)}) union (${one(name)})`,
    () => `case ${condition(1)} : ${one(name)}; ${condition(1)} : {${one(name)}, ${one(name)}}; TRUE : ${several(name)}; esac`,
  ])()
  const assigns = []
  for (const name of own) {
    if (r.chance(0.15)) {
      if (name !== 'p') assigns.push(`  ${name} := ${name === 'n' ? '(p ? 1 : {0, 2})' : name === 'e' ? 'p ? red : green' : '!p'};`)
      continue
    }
    if (r.chance(0.7)) assigns.push(`  init(${name}) := ${first(name)};`)
    if (r.chance(0.8)) assigns.push(`  next(${name}) := ${several(name)};`)
  }
  const lines = [
    cell && `MODULE cell(on)\nVAR last : boolean;\nASSIGN init(last) := FALSE; next(last) := on;\nDEFINE rose := on & !last;`,
    'MODULE main', 'VAR',
    ...own.map((name) => `  ${name} : ${name === 'n' ? '0..2' : name === 'e' ? '{red, green}' : 'boolean'};`),
    cell && '  m : cell(p);',
    r.chance(0.2) && `IVAR i : boolean;\nTRANS i -> next(n) != ${r.below(3)}`,
    assigns.length > 0 && `ASSIGN\n${assigns.join('\n')}`,
    r.chance(0.3) && `INIT ${condition(1)}`,
    r.chance(0.2) && `INVAR ${condition(1)} | ${condition(1)}`,
    r.chance(0.3) && `TRANS ${atom()} -> next(${r.pick(own)}) = ${r.pick(own)}`.replace(/next\((\w)\) = \w/, 'next($1) = $1'),
    r.chance(0.2) && `FAIRNESS ${condition(1)}`,
  ]
  const atoms = () => (cell && r.chance(0.2) ? r.pick(['m.last', 'm.rose']) : atom())
  return { text: `${lines.filter(Boolean).join('\n')}\n`, variables, atoms }
}

/** A formula of CTL. */
export function randomCtl(r, atoms, depth = 2) {
  if (depth === 0) return atoms()
  const inner = () => randomCtl(r, atoms, depth - 1)
  return r.pick([
    () => `${r.pick(['AG', 'EF', 'AF', 'EG', 'EX', 'AX'])} (${inner()})`,
    () => `${r.pick(['AG', 'EF', 'AG', 'EX', 'AX'])} (${inner()})`,
    () => `${r.pick(['A', 'E'])} [(${inner()}) U (${inner()})]`,
    () => `(${inner()}) ${r.pick(['&', '|', '->'])} (${inner()})`,
  ])()
}
