//! `putInto`: one growing collection of all events so far, emitted after each.
//!
//! ```json
//! { "type": "putInto", "into": "set" }
//! ```
//! `into` is `list`, `set`, `multiset` or `map`. A map takes keys and values from two inputs, or pairs
//! `[key, value]` from one.

use super::verdict::wanted;
use crate::engine::{Because, Built, Emit, Flow, Kind, Params, Processor};
use crate::error::Result;
use crate::limits::Room;
use crate::stateful;
use crate::value::{Elements, History, Nest, Value};
use std::rc::Rc;

pub static KIND: Kind =
    Kind { name: "putInto", about: "Puts all events so far into a list, set, multiset or map", symbol: "{+}", build };

fn build(p: &mut Params) -> Result<Built> {
    match p.text("into")? {
        "list" => Gather::build(p, Value::list(Vec::new())),
        "set" => Gather::build(p, Value::Set(Rc::default())),
        "multiset" => Gather::build(p, Value::Multiset(Rc::default())),
        "map" => Built::new(PutIntoMap::default(), if p.given == 1 { 1 } else { 2 }, 1),
        other => Err(p.wrong("into", format!("'into' must be list, set, multiset or map, got '{other}'"))),
    }
}

/// A list, set or multiset. It is changed in place unless somebody still holds an earlier one.
#[derive(Clone)]
struct Gather {
    /// The empty collection.
    into: Value,
    room: Room,
    so_far: Option<Value>,
}

impl Gather {
    fn build(p: &Params, into: Value) -> Result<Built> {
        Built::new(Gather { into, room: p.limits().room(), so_far: None }, 1, 1)
    }
}

impl Processor for Gather {
    fn step(&mut self, front: &mut [Value], out: &mut Emit) -> Result<Flow> {
        let event = std::mem::take(&mut front[0]);
        let so_far = self.so_far.get_or_insert_with(|| self.into.clone());
        let size = match so_far {
            Value::List(items) => {
                Rc::make_mut(items).push(event);
                items.len()
            }
            Value::Multiset(counts) => {
                *Rc::make_mut(counts).entry(event).or_insert(0) += 1;
                counts.len()
            }
            Value::Set(items) => {
                put(items, event);
                items.len()
            }
            _ => 0,
        };
        self.room.elements(size)?;
        out.put(0, so_far.clone(), Because::All);
        Ok(Flow::More)
    }
    fn piles_up(&self) -> bool {
        true
    }
    stateful!(so_far);
}

/// Adds an element; a set that already has it is not copied.
pub fn put(set: &mut Rc<Nest<Elements>>, element: Value) {
    if !set.contains(&element) {
        Rc::make_mut(set).insert(element);
    }
}

/// A map, whose versions share what they have in common.
#[derive(Clone, Default)]
struct PutIntoMap {
    so_far: History,
}

impl Processor for PutIntoMap {
    fn step(&mut self, front: &mut [Value], out: &mut Emit) -> Result<Flow> {
        let (key, value) = match front {
            [pair] => match pair.opened() {
                Value::List(items) if items.len() >= 2 => (items[0].clone(), items[1].clone()),
                other => return Err(wanted("putInto", "a pair [key, value]", other)),
            },
            _ => (std::mem::take(&mut front[0]), std::mem::take(&mut front[1])),
        };
        self.so_far.insert(key, value);
        out.put(0, self.so_far.version().table(), Because::All);
        Ok(Flow::More)
    }
    stateful!(so_far);
}

#[cfg(test)]
mod tests {
    use crate::processors::examples::{check, fails};
    use serde_json::json;

    #[test]
    fn a_list_keeps_every_event_and_a_set_each_once() {
        let events = json!([[1, 2, 1]]);
        let list = json!([[[1]], [[1, 2]], [[1, 2, 1]]]);
        let set = json!([[[1]], [[1, 2]], [[1, 2]]]);
        check(json!({"type": "putInto", "into": "list"}), events.clone(), list, json!([]));
        check(json!({"type": "putInto", "into": "set"}), events, set, json!([]));
    }

    #[test]
    fn a_multiset_counts() {
        check(
            json!({"type": "putInto", "into": "multiset"}),
            json!([["a", "b", "a"]]),
            json!([[{"a": 1}], [{"a": 1, "b": 1}], [{"a": 2, "b": 1}]]),
            json!([]),
        );
    }

    #[test]
    fn a_map_takes_two_inputs_or_pairs() {
        let map = json!({"type": "putInto", "into": "map"});
        let steps = json!([[{"a": 1}], [{"a": 1, "b": 2}], [{"a": 3, "b": 2}]]);
        check(map.clone(), json!([["a", "b", "a"], [1, 2, 3]]), steps.clone(), json!([]));
        check(map.clone(), json!([[["a", 1], ["b", 2], ["a", 3]]]), steps, json!([]));
        fails(map, json!([[7]]), "E_TYPE: putInto wants a pair [key, value], got a number: 7");
    }
}
