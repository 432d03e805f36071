//! The one place for limits: what a pipeline may be and hold. All can be set by the user.

/// What to do when an event arrives at a full queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// Stop with `E_LIMIT`, naming the processor and input.
    Error,
    /// Do not ask the source for more until there is room; where the source cannot wait, as `Error`.
    Block,
    /// Forget the oldest event of the queue.
    DropOldest,
}

impl Policy {
    /// The policy of that name in pipeline JSON.
    pub fn named(name: &str) -> Option<Policy> {
        match name {
            "error" => Some(Policy::Error),
            "block" => Some(Policy::Block),
            "dropOldest" => Some(Policy::DropOldest),
            _ => None,
        }
    }
}

/// Bounds on a pipeline and on its run.
#[derive(Clone, Debug, PartialEq)]
pub struct Limits {
    /// Bytes of pipeline JSON.
    pub bytes: usize,
    /// Nesting of pipeline JSON, of expressions and of values.
    pub depth: usize,
    /// Processors of a pipeline, nested ones included.
    pub processors: usize,
    /// Events an input queue may hold.
    pub queue: usize,
    /// What a full queue does.
    pub policy: Policy,
    /// Live slices of one slice processor.
    pub slices: usize,
    /// Width of a window.
    pub width: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            bytes: 1_000_000,
            depth: 64,
            processors: 1_000,
            queue: 1_048_576,
            policy: Policy::Error,
            slices: 100_000,
            width: 100_000,
        }
    }
}

/// Bytes of a trace that is to be replayed.
pub const TRACE_BYTES: usize = 64 << 20;
/// States of all traces of a text together.
pub const TRACE_STATES: usize = 100_000;
/// Bytes of a structure given as SMV.
pub const SMV_BYTES: usize = 1_000_000;
/// Nesting of brackets in SMV.
pub const SMV_DEPTH: usize = 64;
/// Operators inside one another in an expression of SMV: `a + b + c` has two.
pub const SMV_HEIGHT: usize = 400;
/// Variables of a structure, and instances of modules in it.
pub const STRUCTURE_PARTS: usize = 1000;
