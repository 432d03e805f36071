//! Runs one processor on example events for the unit tests, and checks on the way the laws every processor keeps:
//! a reset, a copy, a snapshot and a batch change nothing.

use super::kind;
use crate::engine::{Machine, Workshop, nested};
use crate::error::{Error, Result};
use crate::limits::Limits;
use crate::value::{Column, Reader, Value, Writer, from_json, to_json};
use serde_json::{Value as Json, json};
use std::cell::Cell;
use std::rc::Rc;

/// A workshop with the standard limits and nothing from a host.
pub fn workshop() -> Workshop {
    Workshop {
        registry: kind,
        limits: Rc::new(Limits::default()),
        functions: Rc::new(Vec::new()),
        processors: None,
        depth: 0,
        count: Rc::new(Cell::new(0)),
        fold: None,
    }
}

/// A machine of a whole pipeline, or of one processor with that many inputs.
pub fn machine(json: &Json, inputs: usize) -> Result<Machine> {
    machine_in(json, inputs, &workshop())
}

/// The same under other limits.
pub fn machine_in(json: &Json, inputs: usize, shop: &Workshop) -> Result<Machine> {
    if json.get("processors").is_some() || inputs == 0 {
        return nested(json, "$", shop);
    }
    let names: Vec<String> = (0..inputs).map(|k| format!("in{k}")).collect();
    let mut processor = json.clone();
    processor["from"] = json!(names);
    nested(&json!({ "inputs": names, "processors": [processor] }), "$", shop)
}

/// The events of a JSON list.
pub fn events(json: Json) -> Vec<Value> {
    match from_json(&json) {
        Value::List(items) => items.to_vec(),
        other => panic!("the events of a test are a list, got {other}"),
    }
}

/// What output 0 gave after each front, and at the end.
pub type Told = (Vec<Vec<Value>>, Vec<Value>);

/// Feeds the inputs front by front; gives what output 0 emitted after each front and at the end.
pub fn run(json: Json, inputs: Vec<Vec<Value>>) -> Told {
    let told = try_run(&json, &inputs).unwrap_or_else(|e| panic!("{e}"));
    laws(&json, &inputs, &told);
    told
}

/// [`run`] on two inputs.
pub fn run2(json: Json, left: Vec<Value>, right: Vec<Value>) -> Told {
    run(json, vec![left, right])
}

/// [`run`] with everything in JSON: the inputs as a list of lists; gives the steps and the end.
pub fn steps(json: Json, inputs: Json) -> (Json, Json) {
    let Json::Array(inputs) = inputs else { panic!("the inputs of a test are a list of lists") };
    let (steps, end) = run(json, inputs.into_iter().map(events).collect());
    let shown = |values: &Vec<Value>| Json::Array(values.iter().map(to_json).collect());
    (steps.iter().map(shown).collect(), shown(&end))
}

/// The error of building or running.
pub fn error(json: Json, inputs: Json) -> Error {
    let Json::Array(inputs) = inputs else { panic!("the inputs of a test are a list of lists") };
    let inputs: Vec<Vec<Value>> = inputs.into_iter().map(events).collect();
    match try_run(&json, &inputs) {
        Err(error) => error,
        Ok(told) => panic!("expected an error, got {told:?}"),
    }
}

/// Events one at a time, each on its input; gives what output 0 emitted after each, and at the end.
pub fn arrivals(json: Json, inputs: usize, list: Vec<(usize, Value)>) -> Told {
    let mut machine = machine(&json, inputs).unwrap_or_else(|e| panic!("{e}"));
    let mut steps = Vec::new();
    for (port, value) in list {
        machine.push(port, value).unwrap_or_else(|e| panic!("{e}"));
        steps.push(machine.take(0));
    }
    machine.end().unwrap_or_else(|e| panic!("{e}"));
    (steps, machine.take(0))
}

fn try_run(json: &Json, inputs: &[Vec<Value>]) -> Result<Told> {
    feed(&mut machine(json, inputs.len())?, inputs, 0)
}

/// Feeds the fronts from that one on, then the end.
fn feed(machine: &mut Machine, inputs: &[Vec<Value>], from: usize) -> Result<Told> {
    let fronts = inputs.iter().map(Vec::len).max().unwrap_or(0);
    let mut steps = Vec::new();
    for k in from..fronts {
        steps.push(feed_one(machine, inputs, k)?);
    }
    machine.end()?;
    Ok((steps, machine.take(0)))
}

fn feed_one(machine: &mut Machine, inputs: &[Vec<Value>], k: usize) -> Result<Vec<Value>> {
    for (port, events) in inputs.iter().enumerate() {
        if let Some(event) = events.get(k) {
            machine.push(port, event.clone())?;
        }
    }
    Ok(machine.take(0))
}

fn laws(json: &Json, inputs: &[Vec<Value>], told: &Told) {
    let fresh = || machine(json, inputs.len()).expect("it was built before");
    let fronts = inputs.iter().map(Vec::len).max().unwrap_or(0);

    let mut again = fresh();
    feed(&mut again, inputs, 0).expect("it ran before");
    again.reset();
    assert_eq!(&feed(&mut again, inputs, 0).expect("it ran before"), told, "after a reset");

    for cut in 0..=fronts {
        let mut first = fresh();
        (0..cut).for_each(|k| drop(feed_one(&mut first, inputs, k).expect("it ran before")));
        let mut copy = first.clone();
        let mut writer = Writer::default();
        first.save(&mut writer);
        let mut restored = fresh();
        restored.load(&mut Reader::new(&writer.bytes)).expect("its own snapshot");
        let rest = (told.0[cut..].to_vec(), told.1.clone());
        assert_eq!(feed(&mut copy, inputs, cut).expect("it ran before"), rest, "a copy after {cut} fronts");
        assert_eq!(feed(&mut restored, inputs, cut).expect("it ran before"), rest, "restored after {cut} fronts");
    }

    // Batches are cut at each place once, so that state crosses from one batch to the next.
    if !inputs.is_empty() && inputs.iter().all(|events| events.len() == fronts) {
        let all: Vec<Value> = told.0.iter().flatten().cloned().collect();
        for cut in 0..=fronts {
            let mut batch = fresh();
            for range in [0..cut, cut..fronts] {
                let columns: Vec<Column> =
                    inputs.iter().map(|events| events[range.clone()].iter().cloned().collect()).collect();
                batch.run(&columns).expect("it ran before");
            }
            assert_eq!(batch.take(0), all, "in batches of {cut} and {}", fronts - cut);
            batch.end().expect("it ended before");
            assert_eq!(batch.take(0), told.1, "the end after batches");
        }
    }
}
