//! The one place for limits: what a pipeline may be and hold. All can be set by the user.

use crate::error::{Error, Result};
use std::fmt::{self, Write};

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
    /// Events that may come out of an output, or of a processor, because of one event.
    pub burst: usize,
    /// Characters of a text that an expression or a processor builds.
    pub text: usize,
    /// Elements of a collection that an expression or a processor builds.
    pub elements: usize,
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
            burst: 1_048_576,
            text: 16_777_216,
            elements: 16_777_216,
        }
    }
}

impl Limits {
    /// What may be built while the pipeline runs.
    pub fn room(&self) -> Room {
        Room { text: self.text, elements: self.elements }
    }
}

/// How large the texts and collections may be that expressions and processors build.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Room {
    text: usize,
    elements: usize,
}

impl Default for Room {
    fn default() -> Self {
        Limits::default().room()
    }
}

impl Room {
    /// The text that is written, unless it becomes too long.
    pub fn text(&self, written: fmt::Arguments) -> Result<String> {
        let mut text = String::new();
        self.append(&mut text, written)?;
        Ok(text)
    }
    /// Appends to a text, unless that becomes too long.
    pub fn append(&self, text: &mut String, written: fmt::Arguments) -> Result<()> {
        Bounded { text, most: self.text }
            .write_fmt(written)
            .map_err(|_| Error::limit(format!("a text would be longer than {} characters (limits.text)", self.text)))
    }
    /// An error if a collection of that many elements is too large.
    #[inline]
    pub fn elements(&self, count: usize) -> Result<()> {
        if count > self.elements { Err(self.too_many()) } else { Ok(()) }
    }
    #[cold]
    fn too_many(&self) -> Error {
        Error::limit(format!("a collection would have more than {} elements (limits.elements)", self.elements))
    }
}

/// A text that may not grow beyond some length.
struct Bounded<'a> {
    text: &'a mut String,
    most: usize,
}

impl Write for Bounded<'_> {
    fn write_str(&mut self, more: &str) -> fmt::Result {
        // There are at least as many bytes as characters, so counting is needed near the limit only.
        let bytes = self.text.len() + more.len();
        if bytes > self.most && self.text.chars().chain(more.chars()).count() > self.most {
            return Err(fmt::Error);
        }
        self.text.push_str(more);
        Ok(())
    }
}

/// Levels of lists, maps and objects inside one another that are looked into: compared, hashed, printed or saved. What
/// is only handed on may nest deeper.
pub const VALUE_DEPTH: usize = 128;
/// Collections inside one value that are looked into in one go.
pub const VALUE_PARTS: usize = 1 << 22;
/// Events of a column: what a processor may put out for a part of a batch.
pub const COLUMN: usize = 1 << 26;
/// Elements of all collections together that wait in an output until somebody takes them. A text counts as one for
/// every 16 bytes.
pub const WAITING_ELEMENTS: usize = 1 << 26;
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
