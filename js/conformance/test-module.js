// Tests a module: every scenario, in every order of its asynchronous steps, judged by every rule.
import { loadedProver, prover, proverFailure } from '../prover.js'
import { install, realNow, turn } from './clock.js'
import { explain, portNames } from './explain.js'
import { explored, follow, inTurn } from './orders.js'
import { Recorder } from './recorder.js'
import { Run } from './run.js'
import { isPromised, isSink } from './sides.js'
import { settingsOf } from './settings.js'
import { ITEMS, stackTest } from './stack.js'
import { KINDS, subjectOf } from './subject.js'
import { World } from './world.js'

/** How long to work before the event loop turns once, for signals and progress. */
const SLICE_MS = 40

/**
 * Tests a pull-stream module against the protocol; resolves to the report, also when rules are broken.
 * @param {Function | object} module a through, a source, a sink, a duplex, or an adapter `{ name, kind, create, value, sources }`
 */
export async function testModule(module, options = {}) {
  const settings = settingsOf(options)
  await loadedProver()
  const restore = install()
  // What was under way when we were called, such as the import of the module, is not the module's doing.
  await turn()
  await turn()
  const world = new World()
  try {
    return await new Test(subjectOf(module, options), settings, world).run()
  } finally {
    world.close()
    restore()
  }
}

/**
 * Puts timer functions in place that a test can hold. Called before a module is loaded, for modules that keep what
 * they find then; the functions behave as ever while no test runs. The result takes them away again.
 */
export const holdTime = install

class Test {
  #recorder = new Recorder()
  #run = undefined
  #best = new Map()
  #rules = {}
  #matrix = []
  #schedules = 0
  #pruned = 0
  #isComplete = true
  #isCut = false
  #leaks = 0
  #notes = []
  #yielded = realNow()

  constructor(subject, settings, world) {
    this.subject = subject
    this.settings = settings
    this.world = world
    this.glue = prover()
    this.kind = KINDS.indexOf(subject.kind)
    this.ruleTexts = JSON.parse(this.glue.protocol_rules(this.kind))
    this.isPromised = isPromised(subject.kind)
    const { onEvent } = settings
    if (onEvent) this.#recorder.watch = (recorder) => onEvent(recorder.last(portNames(subject.kind, subject.counts[0])))
    for (const { id } of this.ruleTexts) this.#rules[id] = 0
  }

  async run() {
    const started = realNow()
    const jobs = this.#jobs()
    const { signal, onStart, onProgress, onScenario } = this.settings
    onStart?.({ kind: this.subject.kind, inputs: this.subject.counts[0], scenarios: jobs.length })
    let done = 0
    for (const job of jobs) {
      if (signal?.aborted) break
      onScenario?.(done, job.token)
      const mask = await this.#scenario(job)
      if (mask) this.#matrix.push({ scenario: job.token, rules: this.#ids(mask) })
      done++
      if (realNow() - this.#yielded > SLICE_MS) {
        onProgress?.({ done, scenarios: jobs.length, schedules: this.#schedules, violating: this.#matrix.length })
        await turn()
        this.#yielded = realNow()
      }
    }
    // A promise starts from an empty stack.
    if (this.settings.stack && !this.isPromised && !signal?.aborted) {
      onScenario?.(done, 'stack')
      this.#stack()
    }
    onProgress?.({ done, scenarios: jobs.length, schedules: this.#schedules, violating: this.#matrix.length })
    return this.#report(done, jobs.length, realNow() - started)
  }

  #jobs() {
    const { subject, settings, glue } = this
    const sets = subject.counts.length > 1
    const job = (row, inputs, choices) => ({
      row,
      inputs,
      choices,
      scenario: scenarioOf(row, sets ? inputs : undefined),
      token: glue.protocol_token(row, choices ?? NONE) + (sets ? `*${inputs}` : ''),
    })
    if (settings.replay !== undefined) {
      const [word, inputs = subject.counts[0]] = settings.replay.split('*')
      const numbers = call(() => glue.protocol_from_token(word))
      return [job(numbers.slice(0, 7), Number(inputs), numbers.slice(7))]
    }
    const jobs = []
    for (const inputs of subject.counts) {
      const kind = !this.isPromised || isSink(subject.kind) ? this.kind : KINDS.indexOf(inputs ? 'through' : 'source')
      const rows = glue.protocol_scenarios(kind, settings.maxN)
      for (let at = 0; at < rows.length; at += 7) jobs.push(job(rows.slice(at, at + 7), inputs))
    }
    return jobs
  }

  async #scenario(job) {
    const { settings } = this
    if (job.choices) return await this.#once(job, follow(job.choices))
    if (settings.isPaper) return await this.#once(job, inTurn)
    const explorer = new this.glue.ScheduleExplorer(settings.most)
    const order = explored(explorer, () => settings.prune && !this.world.hasWaited)
    const started = realNow()
    let mask = 0
    let isCut = false
    while (!isCut && explorer.begin()) {
      mask |= await this.#once(job, order)
      isCut = settings.signal?.aborted || realNow() - started > settings.scenarioMs
    }
    if (!isCut) explorer.begin()
    if (!explorer.is_complete() && settings.schedules === 'all') {
      this.#isComplete = false
      this.#isCut = true
    }
    this.#pruned += explorer.left_out()
    if (!explorer.is_steady()) this.#note('the module does not behave the same each time: orders were sampled, not exhausted')
    explorer.free()
    return mask
  }

  /** One run; the mask of the rules it breaks. */
  #once(job, order) {
    const run = this.#run = new Run(this.#recorder)
    const { world, settings } = this
    world.forget()
    run.start(this.subject, job.inputs, job.scenario, { choose: order.choose, separate: !settings.isPaper, jobs: world.jobs })
    const isDriven = run.drive(world.mustTurn)
    if (isDriven && (run.isSettled || run.isOver)) return this.#judge(job, order)
    return run.finish(world, settings).then(() => this.#judge(job, order))
  }

  #judge(job, order) {
    const run = this.#run
    const isNew = !run.isAbandoned && order.isNew(run)
    run.isOver = true
    if (!isNew) return 0
    this.#schedules++
    if (run.leaks) this.#leaks++
    const mask = this.#verdict(job.inputs, run.recorder.view())
    if (mask) this.#keep(job, order)
    return mask
  }

  #verdict(inputs, rows) {
    const { glue, kind, settings } = this
    if (!this.isPromised) return glue.protocol_judge(kind, inputs, rows)
    return glue.protocol_judge_promised(kind, inputs, settings.highWaterMark, rows)
  }

  /** Keeps the shortest trace for each way a rule is broken. */
  #keep(job, order) {
    for (const found of JSON.parse(this.glue.protocol_violations())) {
      const key = `${found.rule} ${found.code}`
      const length = Math.min(found.event + 1, this.#run.recorder.length)
      const before = this.#best.get(key)
      if (before && before.length <= length) continue
      const names = portNames(this.subject.kind, job.inputs)
      const trace = this.#run.recorder.trace(names).slice(0, length)
      const token = this.glue.protocol_token(job.row, order.choices())
      this.#best.set(key, {
        length,
        entry: {
          rule: found.rule, code: found.code, ...explain(found, trace, names, this.ruleTexts),
          scenario: job.scenario, inputs: job.inputs, replay: this.subject.counts.length > 1 ? `${token}*${job.inputs}` : token, trace,
        },
      })
    }
  }

  #stack() {
    const { overflow: found, stopped } = stackTest(this.subject, this.settings.scenarioMs / 2)
    if (stopped !== undefined) {
      this.#isComplete = false
      this.#note(`the stack test was stopped after ${stopped} of ${ITEMS} items: it took too long`)
    }
    if (!found) return
    this.#rules['PS-S'] = 1
    const { statement } = this.ruleTexts.find(({ id }) => id === 'PS-S')
    this.#best.set('PS-S', { entry: { rule: 'PS-S', code: 'stack-overflow', ...found, statement, replay: 'stack' } })
  }

  #note(text) {
    if (!this.#notes.includes(text)) this.#notes.push(text)
  }

  #ids(mask) {
    const ids = this.ruleTexts.filter(({ bit }) => mask & bit).map(({ id }) => id)
    for (const id of ids) this.#rules[id]++
    return ids
  }

  #report(done, total, ms) {
    const { subject, settings } = this
    if (this.#leaks) this.#note(`leaves timers set when its stream is over, in ${this.#leaks} run(s)`)
    const isStopped = done < total
    if (isStopped) this.#note(`stopped after ${done} of ${total} scenarios`)
    if (this.#isCut) {
      this.#note(`not all orders were tried: the limit is ${settings.most} orders and ${settings.scenarioMs} ms a scenario`)
    }
    if (this.#matrix.length === total && total > 1) {
      this.#note(`every scenario violates a rule: is it really a ${subject.kind}, and made in the right way? Say so by its kind, its arguments or an adapter`)
    }
    const isViolated = Object.values(this.#rules).some((count) => count > 0)
    const isKnown = !isStopped && this.#isComplete
    const order = (entry) => this.ruleTexts.findIndex(({ id }) => id === entry.rule)
    return {
      module: subject.name,
      version: settings.version ?? null,
      kind: subject.kind,
      verdict: isViolated ? 'VIOLATED' : isKnown ? 'HOLDS' : 'UNKNOWN',
      bound: { maxN: settings.maxN, schedules: settings.schedules },
      scenarios: total,
      done,
      schedules: this.#schedules,
      pruned: this.#pruned,
      violating: this.#matrix.length,
      rules: this.#rules,
      first: [...this.#best.values()].map(({ entry }) => entry).sort((a, b) => order(a) - order(b)),
      matrix: this.#matrix,
      notes: this.#notes,
      seconds: Number((ms / 1000).toFixed(3)),
    }
  }
}

const NONE = new Uint8Array(0)

function scenarioOf([n, r, ...flags], sources) {
  const [wait, sourceError, sinkError, sourceSync, sinkSync] = flags.map(Boolean)
  return {
    n, r, wait, sourceError, sinkError, sourceSync, sinkSync,
    ...(sources === undefined ? {} : { sources }),
  }
}

function call(act) {
  try {
    return act()
  } catch (error) {
    throw proverFailure(error)
  }
}
