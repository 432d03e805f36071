// The example of Bedard & Halle, section 4.3: b says how often a was true in the k previous states.

/** The monitor: counts over a window, and compares with b (Figure 2b, where k is the width). */
export function counting(k) {
  return {
    inputs: ['a', 'b'],
    processors: [
      { id: 'one', type: 'apply', fn: 'x ? 1 : 0', from: 'a' },
      { id: 'count', type: 'window', width: k, of: { type: 'cumulate', fn: 'x + y', start: 0 } },
      { id: 'next', type: 'trim', count: k, from: 'b' },
      { id: 'same', type: 'apply', fn: 'x == y', from: ['count', 'next'] },
    ],
  }
}

/** A structure that does so, or one that forgets the oldest state when a is true. */
export function structure(k, right) {
  const cells = Array.from({ length: k }, (_, i) => `  m${i} : memory(${i === 0 ? 'a' : `m${i - 1}.was`});`)
  const was = Array.from({ length: k }, (_, i) => (i === 0 ? 'toint_a' : `m${i - 1}.number`))
  const sum = right ? was.join(' + ') : `(a ? 0 : ${was.at(-1)})${was.slice(0, -1).map((term) => ` + ${term}`).join('')}`
  return `-- b counts how often a was true
MODULE memory(value)
VAR was : boolean;
ASSIGN init(was) := FALSE; next(was) := value;
DEFINE number := was ? 1 : 0;
MODULE main
VAR
  a : boolean;
${cells.join('\n')}
  b : 0..${k};
DEFINE toint_a := case a : 1; TRUE : 0; esac;
ASSIGN
  init(b) := 0;
  next(b) := ${sum};
SPEC AG b >= 0
`
}
