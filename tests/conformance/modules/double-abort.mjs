// An adapter of a through that aborts its source twice.
export default {
  name: 'double-abort',
  kind: 'through',
  create: () => (read) => (abort, cb) => {
    if (abort) read(abort, () => {})
    read(abort, cb)
  },
}
