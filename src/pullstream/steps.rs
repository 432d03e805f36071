//! Recorded runs of pull-stream modules as histories of the event language.
//!
//! A step is one call at an interface. `i` is the number of the request at that interface, from 1; an answer carries
//! the number of the request it answers. `port` is the side that makes the call: the downstream module's input for a
//! request, the upstream module's output for an answer.
//!
//! | step | call | event |
//! |---|---|---|
//! | `ask` | `read(null, cb)` | `P: ask[x[i]]` |
//! | `abort` | `read(true, cb)` | `P: abort[x[i]]` |
//! | `abort` with `error: true` | `read(error, cb)` | `P: error[err, x[i]]` |
//! | `value` | `cb(null, value)` | `P: x[i] := v[i]` |
//! | `done` | `cb(true)` | `P: x[i] := done` |
//! | `error` | `cb(error)` | `P: x[i] := err` |
//!
//! A row of a conformance trace, `{ port, event, i }`, is read the same way; its `error` is the request and its `err`
//! the answer. `x` and `v` get the primes that the specification writes at that port.

use super::language::{Arg, Atom, Event, Item, Port, Term, What, event as parse_event};
use super::spec::port_name;
use crate::error::{Code, Error, Result};
use serde_json::Value as Json;

/// The event of one recorded step, or of a text in the notation; `stage` gives the primes at a port.
pub fn event(step: &Json, stage: &dyn Fn(&str) -> usize) -> Result<Event> {
    if let Some(text) = step.as_str() {
        let event = parse_event(text)?;
        return if concrete(&event) {
            Ok(event)
        } else {
            Err(Error::new(Code::Shape, format!("an event of a history has numbers as indexes: {text}")))
        };
    }
    let field = |name: &str| step.get(name).and_then(Json::as_str);
    let kind = field("kind").or(match field("event") {
        Some("error") => Some("fail"),
        Some("err") => Some("error"),
        other => other,
    });
    let (Some(port), Some(kind)) = (field("port"), kind) else {
        return Err(Error::shape("a step is a text or { port, kind, i }"));
    };
    let i = step.get("i").and_then(Json::as_i64).filter(|i| (1..=i64::from(u32::MAX)).contains(i));
    let Some(i) = i else {
        return Err(Error::shape("a step's i is a whole number from 1"));
    };
    let port = parse_port(port)?;
    let primes = stage(&port_name(&port));
    let item = |name: &str| Arg::Item(Item { name: name.into(), primes, index: Term::number(i) });
    let request = |name: &str, all: Vec<Arg>| What::Request(name.into(), all);
    let symbol = |name: &str| Arg::Term(Term::name(name));
    let failed = || request("error", vec![symbol("err"), item("x")]);
    let what = match kind {
        "ask" => request("ask", vec![item("x")]),
        "fail" => failed(),
        "abort" if step.get("error").and_then(Json::as_bool) == Some(true) => failed(),
        "abort" => request("abort", vec![item("x")]),
        "value" => What::Answer(item("x"), item("v")),
        "done" => What::Answer(item("x"), symbol("done")),
        "error" => What::Answer(item("x"), symbol("err")),
        other => {
            let kinds = "ask, abort, value, done or error";
            return Err(Error::shape(format!("a step's kind is {kinds}, not {other:?}")));
        }
    };
    Ok(Event { port: Some(port), what })
}

/// A port's name: capital letters, with a number for one of several (`U[2]`).
fn parse_port(name: &str) -> Result<Port> {
    match parse_event(&format!("{name}: e")).map(|event| event.port) {
        Ok(Some(port)) if port_name(&port) == name => Ok(port),
        _ => Err(Error::shape(format!("a port is capital letters such as TI or U[2], not {name:?}"))),
    }
}

fn concrete(event: &Event) -> bool {
    let number = |term: &Term| matches!(term.0.as_slice(), [(false, Atom::Number(_))]);
    let argument = |arg: &Arg| match arg {
        Arg::Item(item) => number(&item.index),
        Arg::Term(term) => term.bare().is_some() || number(term),
    };
    event.port.as_ref().and_then(|port| port.index.as_ref()).is_none_or(number)
        && match &event.what {
            What::Request(name, all) => !name.is_empty() && all.iter().all(argument),
            What::Answer(variable, value) => matches!(variable, Arg::Item(_)) && argument(variable) && argument(value),
            What::Method(_, index, all) => number(index) && all.iter().all(argument),
        }
}
