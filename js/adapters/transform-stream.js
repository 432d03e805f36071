// A pipeline as a Web Streams TransformStream.

/** Each call is a stream of its own. */
export function toTransformStream(pipeline, { writable, readable } = {}) {
  const machine = pipeline.fresh()
  const send = (events, controller) => events.forEach((event) => controller.enqueue(event))
  const feed = (act, controller) => {
    try {
      send(act(), controller)
    } catch (error) {
      send(error.outputs ?? [], controller)
      machine.free()
      throw error
    }
  }
  return new TransformStream({
    transform(value, controller) {
      feed(() => machine.push(value), controller)
      if (!machine.done) return
      machine.free()
      controller.terminate()
    },
    flush(controller) {
      feed(() => machine.end(), controller)
      machine.free()
    },
    cancel() {
      machine.free()
    },
  }, writable, readable)
}
