//! A history: the events that happened, in their order (section 4.2.2).

use super::language::{Arg, Event, Item, Port, Term, What};
use rustc_hash::FxHashMap;
use std::fmt::Write;
use std::rc::Rc;

/// Values of index variables.
pub type Values = Vec<(String, i64)>;

/// Past events, each once. Two events are equal when they are written with the same symbols.
#[derive(Clone, Default)]
pub struct History {
    events: Vec<Rc<str>>,
    places: FxHashMap<Rc<str>, usize>,
    /// The largest index among the first events, for each number of them.
    largest: Vec<i64>,
}

impl History {
    /// The history `H, e`; false, and nothing done, if `e` is in `H` already.
    pub fn push(&mut self, event: &str) -> bool {
        if self.contains(event) {
            return false;
        }
        let event: Rc<str> = event.into();
        self.places.insert(event.clone(), self.events.len());
        // Canonical events hold digits in indexes and in names alone; a name's digits only make the number larger.
        let numbers = event.split(|c: char| !c.is_ascii_digit()).filter_map(|n| n.parse().ok());
        self.largest.push(numbers.max().unwrap_or(0).max(self.largest()));
        self.events.push(event);
        true
    }
    /// Takes the last event away.
    pub fn pop(&mut self) {
        if let Some(event) = self.events.pop() {
            self.places.remove(&event);
            self.largest.pop();
        }
    }
    /// The events, oldest first.
    pub fn events(&self) -> &[Rc<str>] {
        &self.events
    }
    /// `e ∈ H`
    pub fn contains(&self, event: &str) -> bool {
        self.places.contains_key(event)
    }
    /// How many events happened after this one: `depth(e, H)`, defined where `e ∈ H`.
    pub fn depth(&self, event: &str) -> Option<usize> {
        self.places.get(event).map(|place| self.events.len() - 1 - place)
    }
    /// `e1 before_H e2`: both happened, and the first is deeper.
    pub fn before(&self, first: &str, second: &str) -> bool {
        matches!((self.depth(first), self.depth(second)), (Some(first), Some(second)) if first > second)
    }
    /// The largest index of any event: beyond it no event is in the history.
    pub fn largest(&self) -> i64 {
        self.largest.last().copied().unwrap_or(0)
    }
}

/// The value of an expanded index.
pub fn value(term: &Term, values: &Values) -> Option<i64> {
    match term.linear() {
        (None, n) => Some(n),
        (Some(name), n) => values.iter().rev().find(|(known, _)| known == name).map(|(_, value)| value + n),
    }
}

/// Writes the event with numbers for its variables; `None` if one has no value or lies before 1, where streams start.
pub fn ground(event: &Event, values: &Values, out: &mut String) -> Option<()> {
    out.clear();
    let index = |term: &Term, out: &mut String| {
        let n = value(term, values).filter(|n| *n >= 1)?;
        write!(out, "{n}").ok()
    };
    let argument = |arg: &Arg, out: &mut String| match arg {
        Arg::Item(Item { name, primes, index: term }) => {
            out.push_str(name);
            out.extend(std::iter::repeat_n('\'', *primes));
            out.push('[');
            index(term, out)?;
            out.push(']');
            Some(())
        }
        // Not an index: a symbol such as `err`, or a number.
        Arg::Term(term) => match term.bare() {
            Some(name) => {
                out.push_str(name);
                Some(())
            }
            None => index(term, out),
        },
    };
    let arguments = |all: &[Arg], [open, close]: [char; 2], out: &mut String| {
        for (k, arg) in all.iter().enumerate() {
            if k == 0 {
                out.push(open)
            } else {
                out.push_str(", ")
            }
            argument(arg, out)?;
        }
        if !all.is_empty() {
            out.push(close);
        }
        Some(())
    };
    if let Some(Port { name, index: port_index }) = &event.port {
        out.push_str(name);
        if let Some(term) = port_index {
            out.push('[');
            // Ports may be counted from 0.
            write!(out, "{}", value(term, values).filter(|n| *n >= 0)?).ok()?;
            out.push(']');
        }
        out.push_str(": ");
    }
    match &event.what {
        What::Request(name, all) => {
            out.push_str(name);
            arguments(all, ['[', ']'], out)
        }
        What::Answer(variable, answer) => {
            argument(variable, out)?;
            out.push_str(" := ");
            argument(answer, out)
        }
        What::Method(name, term, all) => {
            out.push_str(name);
            out.push('#');
            index(term, out)?;
            arguments(all, ['(', ')'], out)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn membership_depth_and_before() {
        let mut history = History::default();
        for event in ["C: ping[x[1]]", "S: x[1] := pong", "C: ping[x[2]]"] {
            assert!(history.push(event));
        }
        assert!(!history.push("C: ping[x[1]]"), "each event happens once");
        assert_eq!(history.depth("C: ping[x[2]]"), Some(0));
        assert_eq!(history.depth("C: ping[x[1]]"), Some(2));
        assert_eq!(history.depth("S: x[2] := pong"), None);
        assert!(history.before("C: ping[x[1]]", "S: x[1] := pong"));
        assert!(!history.before("S: x[1] := pong", "C: ping[x[1]]"));
        assert!(!history.before("C: ping[x[1]]", "C: ping[x[1]]"));
        assert!(!history.before("C: ping[x[1]]", "S: x[2] := pong"), "not defined: it did not happen");
        assert_eq!(history.largest(), 2);
    }
}
