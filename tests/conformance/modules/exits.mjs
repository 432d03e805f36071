// A through that ends the process at its first value.
export default {
  name: 'exits',
  kind: 'through',
  create: () => (read) => (abort, cb) => read(abort, (end, value) => {
    if (!end) process.exit(0)
    cb(end, value)
  }),
}
