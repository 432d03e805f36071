//! `interpret`: gathers predicates into an interpretation, which first-order functions look things up in.
//!
//! ```json
//! { "type": "interpret", "from": "in" }
//! ```
//! An event is `[name, argument, ...]`. After each, the map of every predicate's name to the set of the argument
//! lists seen so far comes out; see the functions `holds` and `domain`.

use super::put_into::put;
use super::verdict::wanted;
use crate::engine::{Because, Built, Emit, Flow, Kind, Processor};
use crate::error::Result;
use crate::stateful;
use crate::value::{Entries, History, Value};
use std::rc::Rc;

pub static KIND: Kind = Kind {
    name: "interpret",
    about: "Gathers predicates into an interpretation for first-order functions",
    symbol: "⊨",
    build: |_| Built::new(Interpret::default(), 1, 1),
};

#[derive(Clone, Default)]
struct Interpret {
    predicates: Entries,
    emitted: History,
}

impl Processor for Interpret {
    fn step(&mut self, front: &mut [Value], out: &mut Emit) -> Result<Flow> {
        let wrong = wanted("interpret", "a predicate [name, argument, ...]", &front[0]);
        let Value::List(tuple) = front[0].opened() else { return Err(wrong) };
        let Some((name @ Value::Str(_), arguments)) = tuple.split_first() else { return Err(wrong) };
        let mut rows = match self.predicates.get(name) {
            Some(Value::Set(rows)) => rows.clone(),
            _ => Rc::default(),
        };
        put(&mut rows, Value::list(arguments.to_vec()));
        self.predicates.insert(name.clone(), Value::Set(rows.clone()));
        self.emitted.insert(name.clone(), Value::Set(rows));
        out.put(0, self.emitted.version().table(), Because::All);
        Ok(Flow::More)
    }
    fn piles_up(&self) -> bool {
        true
    }
    stateful!(predicates, emitted);
}

#[cfg(test)]
mod tests {
    use crate::processors::examples::{check, fails};
    use serde_json::json;

    #[test]
    fn facts_add_up() {
        check(
            json!({"type": "interpret"}),
            json!([[["on", 1], ["on", 2], ["off"], ["on", 1]]]),
            json!([[{"on": [[1]]}], [{"on": [[1], [2]]}], [{"on": [[1], [2]], "off": [[]]}],
                [{"on": [[1], [2]], "off": [[]]}]]),
            json!([]),
        );
        fails(
            json!({"type": "interpret"}),
            json!([[[1, 2]]]),
            "E_TYPE: interpret wants a predicate [name, argument, ...], got a list",
        );
    }
}
