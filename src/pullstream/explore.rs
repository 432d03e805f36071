//! Every history that a specification allows, up to a number of events.

use super::history::History;
use super::spec::Spec;
use crate::error::{Error, Result};
use std::rc::Rc;

/// Histories of one answer.
const HISTORIES: usize = 100_000;

/// A history, and whether it may end there; one that may not was cut at the bound.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    pub events: Vec<Rc<str>>,
    pub complete: bool,
}

/// All histories of at most `bound` events that start with nothing, in the order of their events' texts.
///
/// Where several rules apply any may be executed first (section 4.2.3): each order is a history. Events at the `prompt`
/// ports do not wait: while one may happen, no event at another port does, as with a module that only reacts, and
/// does so within the call it reacts to.
pub fn histories(spec: &Spec, bound: usize, prompt: &[String]) -> Result<Vec<Found>> {
    let mut found = Vec::new();
    let mut history = History::default();
    // What is left to try after each event of the history, the last first.
    let mut open = vec![pending(spec, &history, bound, prompt, &mut found)?];
    while let Some(next) = open.last_mut() {
        match next.pop() {
            Some(event) => {
                history.push(&event);
                let next = pending(spec, &history, bound, prompt, &mut found)?;
                open.push(next);
            }
            None => {
                open.pop();
                history.pop();
            }
        }
    }
    Ok(found)
}

fn pending(
    spec: &Spec,
    history: &History,
    bound: usize,
    prompt: &[String],
    found: &mut Vec<Found>,
) -> Result<Vec<Rc<str>>> {
    let mut next = spec.next(history)?;
    let complete = spec.complete(history, &next)?;
    let cut = history.events().len() >= bound;
    if complete || (cut && !next.is_empty()) {
        if found.len() == HISTORIES {
            return Err(Error::limit(format!("there are more than {HISTORIES} histories: choose a smaller bound")));
        }
        found.push(Found { events: history.events().to_vec(), complete });
    }
    if cut {
        next.clear();
    }
    let prompt = |event: &Rc<str>| event.split_once(": ").is_some_and(|(port, _)| prompt.iter().any(|p| p == port));
    if next.iter().any(prompt) {
        next.retain(prompt);
    }
    next.reverse();
    Ok(next)
}
