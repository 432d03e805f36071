// A pipeline over an iterable, asynchronous or not.

/** Yields what comes out; leaving the loop early closes the source. */
export async function* iterate(pipeline, iterable) {
  const machine = pipeline.fresh()
  try {
    for await (const value of iterable) {
      yield* machine.push(value)
      if (machine.done) return
    }
    yield* machine.end()
  } finally {
    machine.free()
  }
}
