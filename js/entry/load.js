// Loads a WebAssembly module once, whoever asks and however often; a failed attempt may be repeated.

/** A loader for the module of these bindings: calls `locate` for its bytes, URL, response or module on the first call only. */
export function loader(glue, attach) {
  let loading
  const start = async (locate) => {
    await glue.default({ module_or_path: await locate() })
    attach(glue)
  }
  return (locate) => {
    loading ??= start(locate).catch((error) => {
      loading = undefined
      throw error
    })
    return loading
  }
}
