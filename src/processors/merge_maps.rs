//! `mergeMaps`: for each key of the maps so far, the set of all its values.
//!
//! ```json
//! { "type": "mergeMaps", "from": "in" }
//! ```
//! A value that is a collection adds its elements; a `null` value adds nothing.

use super::put_into::put;
use super::verdict::wanted;
use crate::engine::{Because, Built, Emit, Flow, Kind, Processor};
use crate::error::Result;
use crate::stateful;
use crate::value::{Entries, History, Value};
use std::rc::Rc;

pub static KIND: Kind = Kind {
    name: "mergeMaps",
    about: "For each key of the maps so far, the set of all its values",
    symbol: "{∪}",
    build: |_| Built::new(MergeMaps::default(), 1, 1),
};

#[derive(Clone, Default)]
struct MergeMaps {
    sets: Entries,
    emitted: History,
}

impl Processor for MergeMaps {
    fn step(&mut self, front: &mut [Value], out: &mut Emit) -> Result<Flow> {
        let entries = front[0].as_entries().ok_or_else(|| wanted("mergeMaps", "a map", &front[0]))?;
        for (key, value) in entries {
            if matches!(value, Value::Null) {
                continue;
            }
            let mut set = match self.sets.get(key) {
                Some(Value::Set(set)) => set.clone(),
                _ => Rc::default(),
            };
            for element in value.elements().unwrap_or_else(|| vec![value.clone()]) {
                put(&mut set, element);
            }
            self.sets.insert(key.clone(), Value::Set(set.clone()));
            self.emitted.insert(key.clone(), Value::Set(set));
        }
        out.put(0, self.emitted.version().table(), Because::All);
        Ok(Flow::More)
    }
    fn piles_up(&self) -> bool {
        true
    }
    stateful!(sets, emitted);
}

#[cfg(test)]
mod tests {
    use crate::processors::examples::check;
    use serde_json::json;

    #[test]
    fn values_of_a_key_come_together() {
        check(
            json!({"type": "mergeMaps"}),
            json!([[{"a": 1}, {"a": 2, "b": [3, 4], "c": null}]]),
            json!([[{"a": [1]}], [{"a": [1, 2], "b": [3, 4]}]]),
            json!([]),
        );
    }
}
