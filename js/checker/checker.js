// The checker: a through that changes nothing and notices every broken rule of the interface it stands on.
import { WatertightError } from '../error.js'
import { Interface } from './interface.js'
import { Patience } from './patience.js'
import { ProtocolError } from './violation.js'

const positional = ['forbidExtraRequests', 'enforceStreamTermination', 'notifyEagerly']

/**
 * A through to put between two modules. `checker()` keeps all rules and throws at the first broken one; `checker({ eager: false })`
 * collects them for `.report()`. The three booleans of pull-stream-protocol-checker are accepted too.
 */
export function checker(...args) {
  const { eager, timeout, allows, enforces, onViolation, port } = settingsOf(args)
  const interfaces = []
  let order = 0
  const policy = { eager, allows, onViolation, stamp: () => ++order, names: port ? () => [`${port} DI`, `${port} UO`] : undefined }
  const patience = new Patience(timeout, () => interfaces, (late) => {
    for (const watched of late) attempt(() => watched.stalled(), eager)
  })
  const dones = { count: 0 }

  function probe(read) {
    if (typeof read !== 'function') throw new WatertightError('E_TYPE', 'the checker needs a read function, a source')
    const watched = new Interface(policy)
    interfaces.push(watched)
    patience.start()
    return watched.connect(read)
  }

  /** What was found so far, and what is owed: `{ verdict, violations, interfaces, requests }`. */
  probe.report = () => {
    const collect = { ...policy, eager: false, allows: (found) => allows(found) || (found.rule === 'PS-6' && !enforces) }
    const violations = interfaces.flatMap((watched) => {
      watched.policy = collect
      return watched.finish()
    })
    if (dones.count > 1) violations.push({ rule: 'PS-DC', code: 'done-twice', port: 'T', index: dones.count, message: `the done callback was called ${dones.count} times`, trace: [], stack: dones.stack })
    for (const watched of interfaces) watched.policy = policy
    return {
      verdict: violations.length ? 'VIOLATED' : 'HOLDS',
      violations,
      interfaces: interfaces.length,
      requests: interfaces.reduce((sum, { count }) => sum + count, 0),
    }
  }

  /** As in pull-stream-protocol-checker: the violations as errors; the first is thrown if the checker is eager. */
  probe.terminate = () => {
    const errors = probe.report().violations.map((violation) => new ProtocolError(violation))
    patience.stop()
    if (eager && errors.length > 0) throw errors[0]
    return errors
  }

  /** Wraps the done callback of a sink, so that it is counted (rule PS-DC). */
  probe.done = (callback = () => {}) => function done(...results) {
    if (++dones.count > 1) dones.stack = new Error('done').stack
    return callback(...results)
  }

  return probe
}

function attempt(act, eager) {
  try {
    act()
  } catch (error) {
    // From a timer there is nobody to throw to but the process.
    if (eager) queueMicrotask(() => {
      throw error
    })
  }
}

function settingsOf(args) {
  if (args.length > 0 && typeof args[0] !== 'object') {
    args.forEach((value, k) => {
      if (k < 3 && typeof value !== 'boolean') throw new WatertightError('E_TYPE', `${positional[k]} must be a boolean, got ${typeof value}`, { path: positional[k] })
    })
    const [forbids, enforces = false, eager = true] = args
    // As there: without it only asks after the end are errors, not further aborts.
    const allows = ({ code }) => !forbids && (code === 'abort-after-abort' || code === 'abort-after-end')
    return { eager, enforces, allows }
  }
  const { eager = true, timeout, rules, enforceTermination = true, onViolation, port } = args[0] ?? {}
  if (timeout !== undefined && !(timeout > 0)) throw new WatertightError('E_TYPE', 'timeout must be a number of milliseconds', { path: 'timeout' })
  if (rules !== undefined && !Array.isArray(rules)) throw new WatertightError('E_TYPE', "rules must be a list such as ['PS-1', 'PS-3']", { path: 'rules' })
  const allows = rules ? ({ rule }) => !rules.includes(rule) : () => false
  return { eager, timeout, enforces: enforceTermination, onViolation, port, allows }
}
