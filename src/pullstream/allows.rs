//! Whether a recorded history is one that a specification allows.

use super::history::History;
use super::language::{Event, Style, print_event};
use super::spec::{Spec, port_name};
use crate::error::{Error, Result};
use std::rc::Rc;

/// The verdict on a recorded history.
pub struct Verdict {
    pub allowed: bool,
    /// The place of the first event that may not happen there; the history's length if it only stops too early.
    pub at: Option<usize>,
    /// The events that may happen at that place, or after the history if it is allowed.
    pub expected: Vec<Rc<str>>,
}

/// How a recorded history is read.
#[derive(Clone, Copy, Default)]
pub struct Reading {
    /// The history may stop before everything that should happen has happened.
    pub prefix: bool,
    /// Events at ports that the specification does not mention are passed over.
    pub project: bool,
}

/// Follows the history event by event: each of the specification's own events must extend what came before it (4.2.3),
/// events of its surroundings happen as they are recorded, and no event happens twice (4.2.2).
pub fn allows(spec: &Spec, recorded: &[Event], reading: Reading) -> Result<Verdict> {
    let mut history = History::default();
    let refused = |history: &History, at| Ok(Verdict { allowed: false, at: Some(at), expected: spec.next(history)? });
    for (at, event) in recorded.iter().enumerate() {
        if let Some(port) = event.port.as_ref().map(port_name).filter(|port| spec.stage(port).is_none()) {
            if reading.project {
                continue;
            }
            let ports: Vec<&str> = spec.ports().collect();
            let ports = ports.join(", ");
            return Err(Error::shape(format!("event {at} is at the port {port}, the specification's are {ports}")));
        }
        let text = print_event(event, Style::Ascii);
        if history.contains(&text) || (spec.owns(event.port.as_ref()) && !spec.extends(&history, event, &text)?) {
            return refused(&history, at);
        }
        history.push(&text);
    }
    if reading.prefix {
        return Ok(Verdict { allowed: true, at: None, expected: spec.next(&history)? });
    }
    let next = spec.next(&history)?;
    if spec.complete(&history, &next)? {
        return Ok(Verdict { allowed: true, at: None, expected: next });
    }
    Ok(Verdict { allowed: false, at: Some(recorded.len()), expected: next })
}
