// A clean through that waits for the real world: a file is read for each value.
import { readFile } from 'node:fs'

export default {
  name: 'slow',
  kind: 'through',
  create: () => (read) => {
    let ended
    let isReading = false
    let closing
    return (abort, cb) => {
      if (abort) {
        ended = abort
        return read(abort, () => {
          if (isReading) closing = cb
          else cb(abort)
        })
      }
      read(null, (end, value) => {
        if (end) return cb(end)
        isReading = true
        readFile(new URL(import.meta.url), () => {
          isReading = false
          if (!ended) return cb(null, value)
          cb(ended)
          closing?.(ended)
        })
      })
    }
  },
}
