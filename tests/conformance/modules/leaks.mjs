// A clean through that leaves an interval running.
export default {
  name: 'leaks',
  kind: 'through',
  create: () => (read) => {
    setInterval(() => {}, 10)
    return (abort, cb) => read(abort, cb)
  },
}
