// Clean modules, each spoilt in one way, with the rules that it breaks.

const nothing = () => {}
/** The module that the throughs are spoilt copies of. */
export const identity = () => (read) => (abort, cb) => read(abort, cb)

/** An identity that keeps track of the ask under way, so that a mutant can spoil one thing and nothing else. */
function tracked(onAbort, onAnswer = (cb, end, value) => cb(end, value)) {
  return () => (read) => {
    const state = { read, aborted: undefined, pending: undefined }
    return (abort, cb) => {
      if (abort) {
        state.aborted = abort
        return onAbort(state, abort, cb)
      }
      state.pending = cb
      read(null, (end, value) => {
        if (state.pending !== cb) return
        state.pending = undefined
        onAnswer(cb, end, value, state)
      })
    }
  }
}

const answerPending = (state, abort) => {
  const { pending } = state
  state.pending = undefined
  pending?.(abort)
}

function readAhead() {
  return (read) => {
    let buffer = []
    let waiting
    let pending = 0
    let ended
    const serve = () => {
      const cb = waiting
      if (!cb) return
      if (buffer.length) {
        waiting = undefined
        cb(null, buffer.shift())
      } else if (ended && pending === 0) {
        waiting = undefined
        cb(ended)
      }
    }
    const got = (end, value) => {
      pending--
      if (end) ended ??= end
      else if (!ended) buffer.push(value)
      serve()
    }
    const ask = () => {
      pending++
      read(null, got)
    }
    return (abort, cb) => {
      if (!abort) {
        waiting = cb
        if (buffer.length || ended) return serve()
        if (pending > 0) return
        ask()
        // The second ask goes out while the first still waits.
        if (waiting === cb) ask()
        return
      }
      const finish = () => {
        const last = waiting
        waiting = undefined
        last?.(abort)
        cb(abort)
      }
      const wasEnded = ended
      buffer = []
      ended = abort
      if (wasEnded) finish()
      else read(abort, finish)
    }
  }
}

export const throughs = {
  'double abort': [() => (read) => (abort, cb) => {
    if (abort) read(abort, nothing)
    read(abort, cb)
  }, ['PS-1']],
  'ask after end': [() => (read) => (abort, cb) => read(abort, (end, value) => {
    cb(end, value)
    if (end && !abort) read(null, nothing)
  }), ['PS-1']],
  'dropped abort': [tracked(nothing, (cb, end, value, { aborted }) => cb(aborted ?? end, aborted ? undefined : value)), ['PS-2', 'PS-6']],
  'answer never': [() => (read) => {
    let ended
    return (abort) => {
      if (!ended) read(abort, (end) => (ended = end))
    }
  }, ['PS-2']],
  'answered twice': [() => (read) => (abort, cb) => read(abort, (end, value) => {
    cb(end, value)
    cb(end, value)
  }), ['PS-3']],
  'abort acknowledged first': [() => (read) => (abort, cb) => {
    if (!abort) return read(null, cb)
    cb(abort)
    read(abort, nothing)
  }, ['PS-4']],
  'read-ahead': [readAhead, ['PS-5']],
  'abort not forwarded': [tracked((state, abort, cb) => {
    answerPending(state, abort)
    cb(abort)
  }), ['PS-6']],
  'value after abort': [tracked(({ read }, abort, cb) => read(abort, cb), (cb, end, value, { aborted }) => (aborted ? cb(null, 'late') : cb(end, value))), ['PS-V']],
  'data with end': [() => (read) => (abort, cb) => read(abort, (end, value) => cb(end, end ? 'more' : value)), ['PS-D']],
  'abort without callback': [tracked((state, abort, cb) => {
    state.read(abort)
    answerPending(state, abort)
    cb(abort)
  }), ['PS-N']],
  'lost error of the source': [() => (read) => (abort, cb) => read(abort, (end, value) => cb(end ? true : null, value)), ['PS-EL']],
  'lost error of the sink': [() => (read) => (abort, cb) => read(abort ? true : null, cb), ['PS-AL']],
  'throws at the second value': [() => (read) => (abort, cb) => read(abort, (end, value) => {
    if (value === 2) throw new Error('not two')
    cb(end, value)
  }), ['PS-T']],
  'is busy until its answer is back, and deaf to an ask made inside of it': [() => (read) => {
    let isBusy = false
    return (abort, cb) => {
      if (isBusy && !abort) return
      isBusy = !abort
      read(abort, (end, value) => {
        cb(end, value)
        isBusy = false
      })
    }
  }, ['PS-2', 'PS-4']],
  'drops every value by recursion': [() => (read) => function next(abort, cb) {
    read(abort, (end) => (end ? cb(end) : next(null, cb)))
  }, ['PS-S']],
}

export const sinks = {
  'asks twice': [(done) => (read) => {
    let ended
    const turn = () => {
      let left = 1
      const answered = () => {
        if (--left === 0) ended ? done(ended === true ? null : ended) : turn()
      }
      for (let k = 0; k < 2 && !ended; k++) {
        left++
        read(null, (end) => {
          ended ??= end || undefined
          answered()
        })
      }
      answered()
    }
    turn()
  }, ['PS-5']],
  'never ends': [(done) => (read) => read(null, (end) => end && done(end === true ? null : end)), ['PS-6']],
  'asks after done': [(done) => (read) => read(null, function next(end) {
    if (!end) return read(null, next)
    done(end === true ? null : end)
    read(null, nothing)
  }), ['PS-1']],
  'done twice': [(done) => (read) => read(null, function next(end) {
    if (!end) return read(null, next)
    done(end === true ? null : end)
    done(end === true ? null : end)
  }), ['PS-DC']],
  'done never': [() => (read) => read(null, function next(end) {
    if (!end) read(null, next)
  }), ['PS-DC']],
  'keeps the error to itself': [(done) => (read) => read(null, function next(end) {
    if (!end) return read(null, next)
    done(null)
  }), ['PS-EL']],
}

const counting = (n, answer) => {
  let i = 0
  let ended
  return (abort, cb) => answer(abort, cb, () => {
    if (abort) ended ??= abort
    if (!ended && i >= n) ended = true
    return ended ? [ended] : [null, ++i]
  })
}

export const sources = {
  'answers twice': [(n) => counting(n, (abort, cb, next) => {
    const answer = next()
    cb(...answer)
    cb(...answer)
  }), ['PS-3']],
  'answers out of order': [(n) => {
    let ended
    let i = 0
    return (abort, cb) => {
      if (abort) {
        ended = abort
        return cb(abort)
      }
      setImmediate(() => (ended || i >= n ? cb(ended ??= true) : cb(null, ++i)))
    }
  }, ['PS-4']],
  'answers never': [() => (abort, cb) => {
    if (abort) cb(abort)
  }, ['PS-2', 'PS-4']],
}

const closeAll = (reads, abort, cb) => {
  let left = reads.length
  for (const read of reads) read(abort, () => --left === 0 && cb(abort))
}

/** Reads its sources one after the other; a mutant changes how it closes those that are left. */
export const inSequence = (close = closeAll) => (reads) => {
  let open = reads
  let aborted
  let isClosing = false
  const waiting = []
  const closeRest = (end, cb) => {
    const rest = open
    open = []
    waiting.push([cb, end])
    if (isClosing) return
    isClosing = true
    const finish = () => {
      isClosing = false
      for (const [answer, why] of waiting.splice(0)) answer(why)
    }
    if (rest.length) close(rest, end, finish)
    else finish()
  }
  return function next(abort, cb) {
    if (abort) {
      aborted = abort
      return closeRest(abort, cb)
    }
    if (open.length === 0) return cb(true)
    open[0](null, (end, value) => {
      if (aborted) return cb(aborted)
      if (!end) return cb(null, value)
      open = open.slice(1)
      if (end === true) next(null, cb)
      else closeRest(end, cb)
    })
  }
}

export const combiners = {
  'leaves the sources open that come later': [inSequence(([read], abort, cb) => read(abort, cb)), ['PS-6']],
  'says that all are closed before they are': [inSequence((reads, abort, cb) => {
    cb(abort)
    closeAll(reads, abort, nothing)
  }), ['PS-4']],
}

/** Two ends that have nothing to do with each other. */
const twoEnds = (changes) => () => ({
  source: (abort, cb) => cb(abort || true),
  sink: (read) => read(null, function next(end) {
    if (!end) read(null, next)
  }),
  ...changes,
})

export const duplexes = {
  'does not read its source to the end': [twoEnds({ sink: (read) => read(null, nothing) }), ['PS-6']],
  'answers twice': [twoEnds({ source: (abort, cb) => {
    cb(abort || true)
    cb(abort || true)
  } }), ['PS-3']],
  'asks again after the end': [twoEnds({ sink: (read) => read(null, function next(end) {
    read(null, end ? nothing : next)
  }) }), ['PS-1']],
}
