//! A trace as NuSMV prints it: the values of variables state by state, each with its place in the text.

use super::{read_text, read_xml};
use crate::error::{Code, Error, Result};
use crate::limits::{TRACE_BYTES, TRACE_STATES};

/// A value as it stands in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Held {
    pub variable: String,
    pub value: String,
    /// Line and column of the variable, from 1.
    pub place: (usize, usize),
}

/// One state: what is said of it. What is not said is as in the state before.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stage {
    /// Inputs (`IVAR`) of the transition that leads to this state.
    pub inputs: Vec<Held>,
    pub values: Vec<Held>,
}

/// One trace.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trace {
    /// What it is a trace of, in NuSMV's words.
    pub title: String,
    pub stages: Vec<Stage>,
    /// States, from 0, that the run may go back to: each is like the last one.
    pub loops: Vec<usize>,
}

/// All traces of a text, be it XML (`show_traces -p 4`) or lines (`-p 0`, `-p 1`, or what a false property prints).
pub fn read_traces(text: &str) -> Result<Vec<Trace>> {
    if text.len() > TRACE_BYTES {
        return Err(Error::limit(format!("a trace has at most {TRACE_BYTES} bytes, got {}", text.len())));
    }
    let traces = if text.contains("<counter-example") { read_xml::read(text) } else { read_text::read(text) }?;
    if traces.is_empty() {
        return Err(wrong((1, 1), "expected a trace ('-> State: 1.1 <-' or <counter-example>), found none"));
    }
    Ok(traces)
}

/// A mistake with its place, in one line whatever the text is.
pub fn wrong((line, column): (usize, usize), message: impl std::fmt::Display) -> Error {
    let message = message.to_string().replace(char::is_control, " ");
    Error::new(Code::Syntax, format!("{line}:{column}: {message}"))
}

/// The states of traces as they are read, kept in order and in number.
#[derive(Default)]
pub struct Gathered {
    pub traces: Vec<Trace>,
    states: usize,
}

impl Gathered {
    /// Starts the next state of the last trace.
    pub fn open(&mut self, stage: Stage) -> Result<()> {
        self.states += 1;
        if self.states > TRACE_STATES {
            return Err(Error::limit(format!("traces have at most {TRACE_STATES} states")));
        }
        if let Some(trace) = self.traces.last_mut() {
            trace.stages.push(stage);
        }
        Ok(())
    }
}
