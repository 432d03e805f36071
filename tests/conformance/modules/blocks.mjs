// A through that blocks the event loop at its second value.
export default {
  name: 'blocks',
  kind: 'through',
  create: () => (read) => (abort, cb) => read(abort, (end, value) => {
    // eslint-disable-next-line no-empty
    while (value === 2) {}
    cb(end, value)
  }),
}
