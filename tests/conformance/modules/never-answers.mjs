// A through that keeps the answers to itself.
export default {
  name: 'never-answers',
  kind: 'through',
  create: () => (read) => {
    let ended
    return (abort) => {
      if (!ended) read(abort, (end) => {
        ended = end
      })
    }
  },
}
