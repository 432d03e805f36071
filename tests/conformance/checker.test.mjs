// The checker: transparent, all rules of an interface, collected or thrown; and where the community's checker fails.
import { test } from 'node:test'
import assert from 'node:assert/strict'
import pull from 'pull-stream'
import { checked, checker, ProtocolError, testModule } from 'watertight'

const nothing = () => {}
const codes = (probe) => probe.report().violations.map(({ code }) => code)
const collect = (options) => checker({ eager: false, ...options })

/** Requests by hand on a source by hand: each answer is given when the test says so. */
function bench(probe) {
  const asked = []
  const read = probe((abort, callback) => asked.push({ abort, callback }))
  return { read, asked }
}

test('it changes nothing: values, ends, errors, this many parameters, the length of functions', () => {
  const seen = []
  const source = (abort, cb) => {
    seen.push(['read', abort, typeof cb])
    return 'from the source'
  }
  const probe = checker()
  assert.equal(probe.length, 1)
  const read = probe(source)
  assert.equal(read.length, source.length)
  assert.equal(read(null, nothing), 'from the source')
  const wide = probe((_a, _b, _c) => {})
  assert.equal(wide.length, 3)
  const lengths = []
  const careful = checker()((abort, cb) => (abort ? cb(abort) : cb(null, 1)))
  careful(null, (...args) => lengths.push(args.length))
  careful(true, (...args) => lengths.push(args.length))
  assert.deepEqual(lengths, [2, 1])
})

test('it keeps every rule itself', async () => {
  const report = await testModule({ kind: 'through', create: () => checker() })
  assert.equal(report.violating, 0)
  assert.equal(report.rules['PS-S'], 0)
})

test('a clean pipeline has nothing to report', () => {
  const probe = checker()
  let sum = 0
  pull(pull.count(1000), probe, pull.drain((x) => (sum += x)))
  assert.equal(sum, 500500)
  assert.deepEqual(probe.report(), { verdict: 'HOLDS', violations: [], interfaces: 1, requests: 1002 })
  assert.deepEqual(probe.terminate(), [])
})

test('each rule of an interface, collected', () => {
  const cases = {
    'ask-after-end': (read, asked) => {
      read(null, nothing)
      asked[0].callback(true)
      read(null, nothing)
      asked[1].callback(true)
    },
    'ask-after-abort': (read, asked) => {
      read(true, nothing)
      read(null, nothing)
      asked.forEach(({ callback }) => callback(true))
    },
    'abort-after-abort': (read, asked) => {
      read(true, nothing)
      read(true, nothing)
      asked.forEach(({ callback }) => callback(true))
    },
    'abort-after-end': (read, asked) => {
      read(null, nothing)
      asked[0].callback(true)
      read(true, nothing)
      asked[1].callback(true)
    },
    'answered-twice': (read, asked) => {
      read(null, nothing)
      asked[0].callback(null, 1)
      asked[0].callback(null, 1)
      read(true, nothing)
      asked[1].callback(true)
    },
    'out-of-order': (read, asked) => {
      read(null, nothing)
      read(true, nothing)
      asked[1].callback(true)
      asked[0].callback(true)
    },
    'concurrent-asks': (read, asked) => {
      read(null, nothing)
      read(null, nothing)
      asked[0].callback(null, 1)
      asked[1].callback(true)
    },
    'value-after-abort': (read, asked) => {
      read(null, nothing)
      read(true, nothing)
      asked[0].callback(null, 1)
      asked[1].callback(true)
    },
    'abort-answered-without-end': (read, asked) => {
      read(true, nothing)
      asked[0].callback(null)
    },
    'data-with-end': (read, asked) => {
      read(null, nothing)
      asked[0].callback(true, 1)
    },
    'abort-without-callback': (read) => read(true),
    'no-answer': (read) => read(null, nothing),
    'left-open': (read, asked) => {
      read(null, nothing)
      asked[0].callback(null, 1)
    },
  }
  for (const [code, act] of Object.entries(cases)) {
    const probe = collect()
    const { read, asked } = bench(probe)
    act(read, asked)
    assert.deepEqual(codes(probe), [code], code)
  }
})

test('the second answer is noticed although the next ask is under way, and goes where it was meant to', () => {
  const probe = collect()
  const { read, asked } = bench(probe)
  const got = []
  read(null, (_, value) => got.push(['first', value]))
  asked[0].callback(null, 1)
  read(null, (_, value) => got.push(['second', value]))
  asked[0].callback(null, 1)
  asked[1].callback(null, 2)
  assert.deepEqual(got, [['first', 1], ['first', 1], ['second', 2]])
  const [violation] = probe.report().violations
  assert.equal(violation.rule, 'PS-3')
  assert.equal(violation.index, 1)
})

test('a violation has its rule, code, port, index, trace and stack', () => {
  const probe = collect()
  const { read, asked } = bench(probe)
  read(null, nothing)
  asked[0].callback(null, 1)
  read(true, nothing)
  function offender() {
    read(true, nothing)
  }
  offender()
  const { violations: [violation] } = probe.report()
  assert.deepEqual([violation.rule, violation.code, violation.port, violation.index], ['PS-1', 'abort-after-abort', 'DI', 3])
  assert.deepEqual(violation.trace.map(({ text }) => text), ['DI: ask[x1]', 'UO: x1 := v', 'DI: abort[x2]', 'DI: abort[x3]'])
  assert.match(violation.stack, /offender/)
})

test('eager: the violation is thrown into whoever made it', () => {
  const { read, asked } = bench(checker())
  read(null, nothing)
  assert.throws(() => read(null, nothing), (error) => {
    assert.ok(error instanceof ProtocolError)
    assert.equal(error.code, 'E_PROTOCOL')
    assert.equal(error.violation.rule, 'PS-5')
    return true
  })
  assert.equal(asked.length, 1)
})

test('what is thrown through an interface is noted once and thrown on', () => {
  const probe = collect()
  const thrown = new Error('in the sink')
  assert.throws(() => pull(pull.values([1, 2]), probe, pull.drain(() => {
    throw thrown
  })), thrown)
  assert.ok(codes(probe).includes('thrown'))
})

test('done callbacks are counted', () => {
  const probe = collect()
  const done = probe.done()
  done(null)
  assert.deepEqual(codes(probe), [])
  done(null)
  assert.deepEqual(codes(probe), ['done-twice'])
})

test('one state for each connection', () => {
  const probe = collect()
  pull(pull.values([1]), probe, pull.drain())
  pull(pull.values([1]), probe, pull.drain())
  assert.deepEqual(codes(probe), [])
  assert.equal(probe.report().interfaces, 2)
})

test('the three booleans of pull-stream-protocol-checker', () => {
  const act = (probe) => {
    const { read, asked } = bench(probe)
    read(true, nothing)
    asked[0].callback(true)
    read(true, nothing)
    asked[1].callback(true)
    return probe.terminate()
  }
  assert.equal(act(checker(false, false, false)).length, 0)
  const [error] = act(checker(true, true, false))
  assert.ok(error instanceof Error)
  assert.match(error.message, /^PS-1/)
  assert.throws(() => act(checker(true, true, true)), /PS-1/)
  const open = checker(true, true, false)
  const { read, asked } = bench(open)
  read(null, nothing)
  asked[0].callback(null, 1)
  assert.equal(open.terminate()[0].rule, 'PS-6')
  assert.throws(() => checker('yes'), { code: 'E_TYPE', path: 'forbidExtraRequests' })
})

test('where the community\'s checker fails ours does not', () => {
  // An ask after the end by read(null, ...), not only by read(false, ...).
  const late = collect()
  const a = bench(late)
  a.read(null, nothing)
  a.asked[0].callback(true)
  a.read(null, nothing)
  a.asked[1].callback(true)
  assert.deepEqual(codes(late), ['ask-after-end'])
  // No false order violation after an abort without callback.
  const silent = collect()
  const b = bench(silent)
  b.read(null, nothing)
  b.read(true)
  b.asked[0].callback(true)
  assert.deepEqual(codes(silent), ['abort-without-callback'])
  // A late value passes as it is.
  const got = []
  const c = bench(collect())
  c.read(null, (end, value) => got.push([end, value]))
  c.read(true, nothing)
  c.asked[0].callback(null, 'late')
  assert.deepEqual(got, [[null, 'late']])
  // An abort that is never acknowledged does not terminate the stream.
  const hanging = collect()
  const d = bench(hanging)
  d.read(true, nothing)
  assert.deepEqual(codes(hanging), ['no-answer'])
})

test('a timeout notices an answer that does not come', async () => {
  const found = await new Promise((resolve) => {
    const { read } = bench(checker({ eager: false, timeout: 20, onViolation: resolve }))
    read(null, nothing)
    // Our own timer does not keep the process alive; this one does.
    setTimeout(resolve, 5000).unref()
    setTimeout(nothing, 2000)
  })
  assert.equal(found.rule, 'PS-2')
  assert.equal(found.message, 'UO owes the answer to DI: ask[x1]')
})

test('a checked pull names the stage that owes an answer', async () => {
  const stall = await new Promise((resolve) => {
    const watched = checked.with({ timeout: 20, eager: false, onStall: resolve })
    const forgetful = () => function forgetful(read) {
      return (abort, cb) => read(abort, (end, value) => value === 2 || cb(end, value))
    }
    watched(pull.count(5), pull.map((x) => x), forgetful(), pull.filter(() => true), pull.drain())
    setTimeout(nothing, 2000)
  })
  assert.equal(stall.index, 2)
  assert.match(stall.message, /^forgetful \(stage 3\) owes the answer to ask 3 of stage 4$/)
})

test('a checked pull is a pull', () => {
  assert.deepEqual(values(checked(pull.values([1, 2, 3]), pull.map((x) => 2 * x))), [2, 4, 6])
  const double = checked(pull.map((x) => 2 * x), pull.filter((x) => x > 2))
  assert.equal(double.length, 1)
  assert.deepEqual(values(checked(pull.values([1, 2, 3]), double)), [4, 6])
  let collected
  checked(pull.values([1]), pull.collect((_, list) => (collected = list)))
  assert.deepEqual(collected, [1])
})

function values(read) {
  let list
  pull(read, pull.collect((_, all) => (list = all)))
  return list
}

test('a checked pull names the stages on both sides of a broken rule, and errors that are lost between them', () => {
  const watched = checked.with({ eager: false, names: ['numbers', 'hider', 'last'] })
  const hider = (read) => (abort, cb) => read(abort, (end, value) => cb(end ? true : null, value))
  watched(pull.error(new Error('lost')), hider, pull.drain(null, nothing))
  assert.deepEqual(watched.report().violations.map(({ rule, port }) => [rule, port]), [['PS-EL', 'hider']])
  const twice = checked.with({ eager: false, names: ['numbers', 'twice', 'last'] })
  const doubled = (read) => (abort, cb) => {
    if (abort) read(abort, nothing)
    read(abort, cb)
  }
  twice(pull.values([1, 2, 3]), doubled, pull.take(1), pull.drain())
  const [found] = twice.report().violations
  assert.equal(found.rule, 'PS-1')
  assert.deepEqual(found.between, ['numbers', 'twice'])
})
