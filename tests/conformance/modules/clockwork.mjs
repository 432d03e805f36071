// A clean through that hands each value on late, by every way to wait that a module has.
import { nextTick } from 'node:process'
import { setImmediate as afterTurn } from 'node:timers'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

const later = promisify(setTimeout)

async function wait() {
  const started = Date.now()
  const began = performance.now()
  await sleep(60_000)
  await later(60_000)
  await new Promise((resolve) => {
    let left = 3
    const timer = setInterval(() => {
      if (--left > 0) return
      clearInterval(timer)
      resolve()
    }, 20_000)
  })
  await new Promise((resolve) => queueMicrotask(() => nextTick(() => afterTurn(resolve))))
  const passed = [Date.now() - started, new Date().getTime() - started, performance.now() - began]
  if (passed.some((ms) => ms !== 180_000)) throw new Error(`three minutes took ${passed} ms`)
}

export default {
  name: 'clockwork',
  kind: 'through',
  create: () => (read) => {
    let ended
    let isWaiting = false
    let closing
    return (abort, cb) => {
      if (abort) {
        ended = abort
        return read(abort, () => {
          if (isWaiting) closing = cb
          else cb(abort)
        })
      }
      read(null, (end, value) => {
        if (end) return cb(end)
        isWaiting = true
        wait().then(() => {
          isWaiting = false
          if (!ended) return cb(null, value)
          cb(ended)
          closing?.(ended)
        })
      })
    }
  },
}
