// The event language on the package: texts in, texts and answers out, and one clear line for what is wrong.
import assert from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'node:test'
import { WatertightError, protocol } from 'watertight'

const rule = 'UO: x[i] := v[i] <= TI: ask[x[i]] & i <= n'

test('a rule is read, told and printed in both looks', () => {
  const parsed = protocol.parse(`parameter n: n >= 0\n${rule}`)
  assert.deepEqual(parsed.parameters, [{ name: 'n', kind: 'number', condition: 'n >= 0' }])
  assert.equal(parsed.rules[0].event, 'UO: x[i] := v[i]')
  assert.equal(protocol.print(parsed), `parameter n: n >= 0\n${rule}\n`)
  assert.equal(protocol.print(rule, { style: 'typeset' }), 'UO : x̄ᵢ := vᵢ ⇐ TI : ask[x̄ᵢ] ∧ i ≤ n\n')
  assert.equal(
    protocol.print('A i. !DI: ask[x\'[i-1]] | E j, n. true => I: stop#1(err)', { style: 'typeset' }),
    '∀ᵢ ¬DI : ask[x̄′ᵢ₋₁] | ∃ⱼₙ ⊤ ⇒ I : stop₁(err)\n',
  )
})

test('lines that are indented continue the statement, wherever the text begins', () => {
  const text = `
    I: ask[x[1]] <= true   // a comment
      & 1 <= 2
    O: x[i] := done <= I: ask[x[i]]`
  assert.equal(protocol.print(text), 'I: ask[x[1]] <= true & 1 <= 2\nO: x[i] := done <= I: ask[x[i]]\n')
  assert.equal(protocol.print('a -> b; c'), 'a -> b\nc\n')
})

test('priorities are those of Table 5', () => {
  for (const [text, same] of [
    ['!a -> b', '!(a -> b)'],
    ['a | b & c -> d', 'a | (b & (c -> d))'],
    ['E i. a & b', '(E i. a) & b'],
    ['!E i. a -> b', '!(E i. (a -> b))'],
  ]) assert.equal(protocol.print(same), `${text}\n`)
})

test('normalisation is Figure 6', () => {
  for (const [text, normal] of [
    ['a -> (b & c)', 'a -> b & a -> c'],
    ['(b & c) -> a', 'b -> a & c -> a'],
    ['a -> (b | c)', 'a -> b | a -> c'],
    ['(a | b) -> c', 'a -> c | b -> c'],
    ['a -> empty', 'a'],
    ['empty -> a', 'a'],
    ['a -> empty -> b', 'a -> b'],
    ['empty & a', 'a'],
    ['a | empty', 'a'],
    ['(a | b) -> (c & d)', 'a -> c & a -> d | b -> c & b -> d'],
    ['empty', 'empty'],
  ]) assert.equal(protocol.normalise(text), `${normal}\n`)
  assert.equal(protocol.normalise('O: answer(x\'[2])'), 'O: x\'[2] := v\'[2] | O: x\'[2] := done | O: x\'[2] := err\n')
  assert.equal(
    protocol.normalise('early_terminated_sequence(n, r, w, I, O)', { n: 1, r: 0, w: false }),
    ['abort[x[1]]', 'error[err, x[1]]'].flatMap((stop) => ['done', 'err'].map((end) => `I: ${stop} -> O: x[1] := ${end}`)).join(' | ') + '\n',
  )
})

test('histories entail what section 4.2.2 says', () => {
  const history = ['ask[x[1]]', 'abort']
  for (const [text, truth] of [
    ['ask[x[i]]', true],
    ['ask[x[2]]', false],
    ['ask[x[1]] -> abort', true],
    ['abort -> ask[x[1]]', false],
    ['ask[x[1]] & abort', true],
    ['ask[x[1]] | abort', false], // a choice is exclusive
    ['ask[x[1]] | ask[x[2]]', true],
    ['!ask[x[2]]', true],
    ['A i. !ask[x[i]]', false],
    ['E i. ask[x[i]] & i < 2', true], // the quantifier ends before &: this i is another one
    ['A i. (ask[x[i]] & i = 1 | i > 1)', true],
  ]) assert.equal(protocol.entails(history, text), truth, text)
})

test('the order of rewriting matters where an exclusive choice meets a conjunction', () => {
  const history = ['b', 'd', 'a', 'c']
  assert.equal(protocol.entails(history, '(a | b) -> (c & d)'), true)
  assert.equal(protocol.entails(history, '((a | b) -> c) & ((a | b) -> d)'), false)
})

test('a specification of one\'s own runs', () => {
  const text = `
    parameter n: n >= 1
    A: knock[x[i]] <= i <= n
    B: x[i] := open <= A: knock[x[i]]`
  const histories = protocol.histories(text, { parameters: { n: 2 } })
  // Two chains of two events: 4! / (2! 2!) orders.
  assert.equal(histories.length, 6)
  assert.ok(histories.every(({ complete, events }) => complete && events.length === 4))
  const [{ events }] = histories
  assert.equal(protocol.allows(text, { n: 2 }, events).allowed, true)
  assert.deepEqual(protocol.allows(text, { n: 2 }, events.slice(0, 3)), {
    allowed: false, at: 3, event: null, expected: ['B: x[2] := open'], parameters: { n: 2 },
  })
  assert.equal(protocol.allows(text, { n: 2 }, events.slice(0, 3), { prefix: true }).allowed, true)
})

test('a recorded run is judged by the protocol, with any parameters', () => {
  const step = (port, kind, i, more) => ({ port, kind, i, ...more })
  const run = [step('I', 'ask', 1), step('O', 'value', 1), step('I', 'abort', 2, { error: true }), step('O', 'error', 2)]
  assert.deepEqual(protocol.allows('protocol', undefined, run).parameters, { n: 1, r: 1, w: true })
  const twice = [...run.slice(0, 2), step('O', 'value', 1)]
  assert.deepEqual(protocol.allows('protocol', undefined, twice), {
    allowed: false, at: 2, event: 'O: x[1] := v[1]', parameters: { n: 1, r: 2, w: false },
    expected: ['I: abort[x[2]]', 'I: ask[x[2]]', 'I: error[err, x[2]]'],
  })
  // Two asks at once are the variant's, not the protocol's (appendix B.1).
  const concurrent = [step('I', 'ask', 1), step('I', 'ask', 2), step('O', 'value', 1), step('O', 'done', 2)]
  assert.equal(protocol.allows('protocol', undefined, concurrent).at, 1)
  assert.equal(protocol.allows('protocol-in-order', undefined, concurrent).allowed, true)
  const swapped = [...concurrent.slice(0, 2), concurrent[3], concurrent[2]]
  assert.equal(protocol.allows('protocol-in-order', undefined, swapped).at, 2)
  assert.equal(protocol.allows('protocol-out-of-order', undefined, swapped).allowed, true)
})

test('rows of a conformance trace are read too', () => {
  const rows = [{ port: 'I', event: 'ask', i: 1 }, { port: 'I', event: 'error', i: 2 }, { port: 'O', event: 'err', i: 1 }, { port: 'O', event: 'done', i: 2 }]
  assert.deepEqual(protocol.allows('protocol', undefined, rows).parameters, { n: 1, r: 1, w: false })
})

test('what is wrong is said in one line', () => {
  const circle = {}
  circle.self = circle
  for (const [act, code, message, path] of [
    [() => protocol.parse('I: ask[x[i]'), 'E_SYNTAX', '1:12: expected ], got the end'],
    [() => protocol.parse('a\nb -> -> c'), 'E_SYNTAX', '2:6: expected an event, a relation or (, got ->'],
    [() => protocol.parse(rule + ' ) '), 'E_SYNTAX', '1:44: expected an operator or the end of the statement, got )'],
    [() => protocol.parse('('.repeat(100_000)), 'E_LIMIT', '1:33: nests deeper than 64'],
    [() => protocol.parse('!'.repeat(100_000)), 'E_LIMIT', '1:64: nests deeper than 64'],
    [() => protocol.parse(3), 'E_TYPE', 'expected a text in the event language', '$'],
    [() => protocol.print('a', { style: 'bold' }), 'E_SHAPE', `a style is 'ascii' or 'typeset', not bold`, '$.style'],
    [() => protocol.normalise('(a & i < 2) -> b'), 'E_SHAPE', '1:1: -> orders events alone: "(a & i < 2) -> b"'],
    [() => protocol.normalise('loop(1)'), 'E_UNKNOWN_FN', '1:1: there is no function loop'],
    [() => protocol.normalise('f(i) ::= f(i + 1)\nf(1)'), 'E_LIMIT', '2:1: calls of f nest deeper than 150'],
    [() => protocol.normalise('f(a) ::= (a | a) & (a | a)\nf(f(f(f(f(b)))))'), 'E_LIMIT', '2:1: the normal form holds more than 200000 events'],
    [() => protocol.histories('source', { parameters: { n: 1.5 } }), 'E_TYPE', 'a parameter is true, false or a whole number up to 1000000', '$.parts[0].parameters.n'],
    [() => protocol.histories('source', { parameters: { n: 1, err: 1, echo: true } }), 'E_TYPE', 'the parameter err is true or false'],
    [() => protocol.histories('source', { parameters: { m: 1 } }), 'E_SHAPE', 'there is no parameter m'],
    [() => protocol.histories('protocol', { parameters: { n: 0, r: 3, w: true } }), 'E_SHAPE', 'the parameters do not satisfy 0 <= r <= n + 1', '$.parameters'],
    [() => protocol.histories('ping-pong', { bound: -1 }), 'E_SHAPE', 'a bound is a number of events, at most 1000', '$.bound'],
    [() => protocol.histories('I: ask[x[i]] <= true'), 'E_LIMIT', 'a rule enables I: ask[x[i]] for infinitely many indexes'],
    [() => protocol.allows('protocol', {}, ['Q: ask[x[1]]']), 'E_SHAPE', `event 0 is at the port Q, the specification's are I, O`],
    [() => protocol.allows('protocol', {}, ['I: ask[x[i]]']), 'E_SHAPE', 'an event of a history has numbers as indexes: I: ask[x[i]]', '$.history[0]'],
    [() => protocol.allows('protocol', {}, [{ port: 'I', kind: 'ask', i: 0 }]), 'E_SHAPE', `a step's i is a whole number from 1`, '$.history[0]'],
    [() => protocol.allows('protocol', {}, [{ port: 'I', kind: 'asks', i: 1 }]), 'E_SHAPE', `a step's kind is ask, abort, value, done or error, not "asks"`, '$.history[0]'],
    [() => protocol.allows('protocol', {}, 'I: ask[x[1]]'), 'E_SHAPE', 'history is a list', '$.history'],
    [() => protocol.allows('protocol', {}, [circle]), 'E_SHAPE', 'not JSON: Converting circular structure to JSON', '$'],
  ]) {
    assert.throws(act, (error) => {
      assert.ok(error instanceof WatertightError, String(error))
      assert.deepEqual([error.code, error.message, error.path], [code, message, path])
      return true
    })
  }
})

const words = ['I', 'O', 'E', 'A', 'x', 'v', 'i', 'n', 'ask', 'err', 'empty', 'true', 'parameter', 'where', 'f', '1', '0', '::=', ':=', ':', '->', '=>',
  '<=', '=', '&', '|', '!', '+', '-', '(', ')', '[', ']', '{', '}', ',', '.', '?', ';', '\'', '#', '\n', ' ', 'terminate(x[1])', 'I: ask[x[i]]', 'asks(3, I)']

test('any text is read or refused, and what is read prints to itself', () => {
  let read = 0
  const text = fc.oneof(fc.string(), fc.array(fc.constantFrom(...words), { maxLength: 30 }).map((all) => all.join('')))
  fc.assert(fc.property(text, (given) => {
    try {
      const printed = protocol.parse(given).text
      read++
      assert.equal(protocol.print(printed), printed)
      protocol.print(given, { style: 'typeset' })
      const normal = protocol.normalise(given)
      assert.equal(protocol.normalise(normal), normal)
      protocol.histories(given, { bound: 3 })
    } catch (error) {
      if (!(error instanceof WatertightError) || error.code === 'E_INTERNAL') throw error
    }
  }), { numRuns: Number(process.env.FUZZ_RUNS ?? 3000) })
  assert.ok(read > 0 || process.env.FUZZ_RUNS, 'no text was read: the fuzz tests nothing')
})

test('every specification of the package is printed as it reads, and its comments say where it is from', () => {
  for (const [name, text] of Object.entries(protocol.specs)) {
    assert.equal(protocol.print(protocol.parse(text)), protocol.print(text), name)
    assert.match(text, /^\/\/ /, name)
  }
})
