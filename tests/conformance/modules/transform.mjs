// A Web Stream by an adapter.
export default { name: 'transform', kind: 'web-stream', create: () => new TransformStream() }
