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
use crate::value::{Counts, Elements, Growth, History, Nest, Value};
use std::rc::Rc;

pub static KIND: Kind =
    Kind { name: "putInto", about: "Puts all events so far into a list, set, multiset or map", symbol: "{+}", build };

fn build(p: &mut Params) -> Result<Built> {
    let room = p.limits().room();
    match p.text("into")? {
        "list" => Built::new(PutIntoList { room, so_far: Default::default() }, 1, 1),
        "set" => Built::new(PutIntoSet { room, so_far: Default::default() }, 1, 1),
        "multiset" => Built::new(PutIntoMultiset { room, so_far: Default::default() }, 1, 1),
        "map" => Built::new(PutIntoMap::default(), if p.given == 1 { 1 } else { 2 }, 1),
        other => Err(p.wrong("into", format!("'into' must be list, set, multiset or map, got '{other}'"))),
    }
}

/// A list, whose versions share what they have in common.
#[derive(Clone)]
struct PutIntoList {
    room: Room,
    so_far: Growth<Vec<Value>>,
}

impl Processor for PutIntoList {
    fn step(&mut self, front: &mut [Value], out: &mut Emit) -> Result<Flow> {
        self.room.elements(self.so_far.len() + 1)?;
        self.so_far.grow(|list| list.push(std::mem::take(&mut front[0])));
        out.put(0, Value::List(self.so_far.version()), Because::All);
        Ok(Flow::More)
    }
    fn piles_up(&self) -> bool {
        true
    }
    stateful!(so_far);
}

/// A set, likewise.
#[derive(Clone)]
struct PutIntoSet {
    room: Room,
    so_far: Growth<Elements>,
}

impl Processor for PutIntoSet {
    fn step(&mut self, front: &mut [Value], out: &mut Emit) -> Result<Flow> {
        self.so_far.grow(|set| {
            set.insert(std::mem::take(&mut front[0]));
        });
        self.room.elements(self.so_far.len())?;
        out.put(0, Value::Set(self.so_far.version()), Because::All);
        Ok(Flow::More)
    }
    fn piles_up(&self) -> bool {
        true
    }
    stateful!(so_far);
}

/// A multiset. It is changed in place unless somebody still holds an earlier one.
#[derive(Clone)]
struct PutIntoMultiset {
    room: Room,
    so_far: Rc<Nest<Counts>>,
}

impl Processor for PutIntoMultiset {
    fn step(&mut self, front: &mut [Value], out: &mut Emit) -> Result<Flow> {
        *Rc::make_mut(&mut self.so_far).entry(std::mem::take(&mut front[0])).or_insert(0) += 1;
        self.room.elements(self.so_far.len())?;
        out.put(0, Value::Multiset(self.so_far.clone()), Because::All);
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
