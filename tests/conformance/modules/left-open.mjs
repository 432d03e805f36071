// An async iterable that does not close its source when the loop is left.
export default {
  name: 'left-open',
  kind: 'async-iterable',
  create: async function* (source) {
    const iterator = source[Symbol.asyncIterator]()
    for (let result; !(result = await iterator.next()).done;) yield result.value
  },
}
