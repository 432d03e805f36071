// A clean through with so many steps of its own that not all orders can be tried in a short time.
export default {
  name: 'stubborn',
  kind: 'through',
  create: () => (read) => (abort, cb) => {
    let left = 12
    const step = () => (--left > 0 ? setTimeout(step, 1) : undefined)
    step()
    read(abort, cb)
  },
}
