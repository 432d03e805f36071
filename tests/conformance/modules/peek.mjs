// A sink that looks at the first value and walks away.
export default {
  name: 'peek',
  kind: 'async-iterable-sink',
  create: async (source) => (await source[Symbol.asyncIterator]().next()).value,
}
