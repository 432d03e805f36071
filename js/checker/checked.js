// A `pull` that watches every interface of the pipeline it connects, and on a stall says which stage owes which answer.
import { prover } from '../prover.js'
import { WatertightError } from '../error.js'
import { explain, portNames } from '../conformance/explain.js'
import { Interface } from './interface.js'
import { Patience } from './patience.js'

/** As `pull(...)`, with every interface watched; throws at the first broken rule. */
export function checked(...stages) {
  return checked.with()(...stages)
}

/** A `pull` with settings: `{ eager, timeout, names, onViolation, onStall }`; it has `.report()`. */
checked.with = ({ eager = true, timeout = 0, names, onViolation, onStall } = {}) => {
  const pipelines = []
  function pull(...stages) {
    if (stages.length === 0) throw new WatertightError('E_SHAPE', 'checked needs at least one stage')
    // Begins with a through: the pipeline is one itself, and gets its source later.
    if (typeof stages[0] === 'function' && stages[0].length === 1) {
      return function (read) {
        return pull(read, ...stages)
      }
    }
    const pipeline = new Pipeline(stages, { eager, timeout, names, onViolation, onStall })
    pipelines.push(pipeline)
    return pipeline.connect()
  }
  pull.report = () => {
    const violations = pipelines.flatMap((pipeline) => pipeline.finish())
    return { verdict: violations.length ? 'VIOLATED' : 'HOLDS', violations, stalls: pipelines.flatMap(({ stalls }) => stalls) }
  }
  return pull
}

class Pipeline {
  stalls = []
  #interfaces = []
  #order = 0
  constructor(stages, settings) {
    this.stages = stages
    this.settings = settings
    this.patience = new Patience(settings.timeout, () => this.#interfaces, () => this.#stalled())
  }

  name(k) {
    const { names } = this.settings
    const stage = this.stages[k]
    return names?.[k] ?? (stage?.name ? `${stage.name} (stage ${k + 1})` : `stage ${k + 1}`)
  }

  connect() {
    const { stages } = this
    let read = isDuplex(stages[0]) ? stages[0].source : stages[0]
    for (let k = 1; k < stages.length; k++) {
      const stage = stages[k]
      const watched = this.#watch(k)
      if (isDuplex(stage)) {
        stage.sink(watched.connect(read))
        read = stage.source
      } else if (typeof stage === 'function') read = stage(watched.connect(read))
      else throw new WatertightError('E_SHAPE', `stage ${k + 1} must be a function or { source, sink }`)
      // A sink in the middle would leave nothing to read.
      if (k < stages.length - 1 && typeof read !== 'function') throw new WatertightError('E_SHAPE', `${this.name(k)} returns nothing to read, but is not the last stage`)
    }
    this.patience.start()
    return read
  }

  /** The interface between stage k - 1, which answers, and stage k, which asks. */
  #watch(k) {
    const { settings } = this
    const watched = new Interface({
      eager: settings.eager,
      allows: () => false,
      stamp: () => ++this.#order,
      onViolation: settings.onViolation,
      names: () => [this.name(k), this.name(k - 1)],
      stage: [this.name(k - 1), this.name(k)],
    })
    this.#interfaces.push(watched)
    return watched
  }

  /** The stage that owes is the one above the first waiting interface: it waits for nobody itself. */
  #stalled() {
    const k = this.#interfaces.findIndex(({ owed }) => owed > 0)
    if (k < 0) return
    const watched = this.#interfaces[k]
    const stall = {
      stage: this.name(k), index: k, request: watched.owed,
      message: `${this.name(k)} owes the answer to ${watched.owedText} of ${this.name(k + 1)}`,
    }
    this.stalls.push(stall)
    this.settings.onStall?.(stall)
    if (!watched.policy.eager) return watched.stalled()
    watched.policy.eager = false
    watched.stalled()
    watched.policy.eager = true
    // Nobody calls us here: without a listener the stall is told as a warning, not thrown into the timer.
    if (!this.settings.onStall) console.warn(`watertight: ${stall.message}`)
  }

  finish() {
    this.patience.stop()
    const violations = this.#interfaces.flatMap((watched) => {
      const { eager } = watched.policy
      watched.policy.eager = false
      const found = watched.finish()
      watched.policy.eager = eager
      return found
    })
    return [...violations, ...this.#errorsLost()]
  }

  /** Rules that span two interfaces: does each through hand errors on, either way? */
  #errorsLost() {
    const engine = prover()
    const texts = JSON.parse(engine.protocol_rules(1))
    const found = []
    for (let k = 1; k < this.#interfaces.length; k++) {
      const [above, below] = [this.#interfaces[k - 1], this.#interfaces[k]]
      const rows = merge(above, below)
      if (!engine.protocol_judge(1, 1, Int32Array.from(rows.flat()))) continue
      for (const one of JSON.parse(engine.protocol_violations())) {
        if (one.rule !== 'PS-EL' && one.rule !== 'PS-AL') continue
        found.push({ rule: one.rule, code: one.code, ...explain(one, [], portNames('through', 1), texts), port: this.name(k), index: one.request, trace: [], stack: '' })
      }
    }
    return found
  }
}

function merge(above, below) {
  const rows = []
  for (const [watched, port] of [[above, 1], [below, 0]]) {
    const view = watched.log.view()
    watched.orders.forEach((order, k) => {
      const row = [...view.subarray(5 * k, 5 * k + 5)]
      row[1] = port
      rows.push([order, row])
    })
  }
  return rows.sort(([a], [b]) => a - b).map(([, row]) => row)
}

const isDuplex = (stage) => stage !== null && typeof stage === 'object' && typeof stage.source === 'function' && typeof stage.sink === 'function'
