//! `pack`: gathers events into lists; a true control event closes the list before the event beside it.
//!
//! ```json
//! { "type": "pack", "from": ["data", "cut"] }
//! ```
//! The events 1, 2, 3 with the controls false, false, true give `[1, 2]`, and `[3]` at the end.

use super::verdict::boolean;
use crate::engine::{Because, Built, Emit, Flow, Kind, Processor};
use crate::error::Result;
use crate::limits::Room;
use crate::stateful;
use crate::value::Value;

pub static KIND: Kind = Kind {
    name: "pack",
    about: "Gathers events into lists; a true control closes the list before the current event",
    symbol: "[ ]",
    build: |p| Built::new(Pack { room: p.limits().room(), list: Vec::new() }, 2, 1),
};

#[derive(Clone)]
struct Pack {
    room: Room,
    list: Vec<Value>,
}

impl Processor for Pack {
    fn step(&mut self, front: &mut [Value], out: &mut Emit) -> Result<Flow> {
        if boolean("the control of pack", &front[1])? {
            let list = std::mem::take(&mut self.list);
            let because = Because::Before(list.len());
            out.put(0, Value::list(list), because);
        }
        self.list.push(std::mem::take(&mut front[0]));
        self.room.elements(self.list.len())?;
        Ok(Flow::More)
    }
    fn end(&mut self, out: &mut Emit) -> Result<()> {
        if !self.list.is_empty() {
            let list = std::mem::take(&mut self.list);
            let because = Because::Last(list.len());
            out.put(0, Value::list(list), because);
        }
        Ok(())
    }
    stateful!(list);
}

#[cfg(test)]
mod tests {
    use crate::processors::examples::{check, fails};
    use serde_json::json;

    #[test]
    fn a_true_control_closes_the_list_before_its_event() {
        check(
            json!({"type": "pack"}),
            json!([[1, 2, 3, 4, 5], [false, false, true, false, true]]),
            json!([[], [], [[1, 2]], [], [[3, 4]]]),
            json!([[5]]),
        );
    }

    #[test]
    fn a_control_at_once_gives_an_empty_list() {
        check(
            json!({"type": "pack"}),
            json!([[1, 2, 3], [true, false, true]]),
            json!([[[]], [], [[1, 2]]]),
            json!([[3]]),
        );
    }

    #[test]
    fn the_control_must_be_a_boolean() {
        fails(
            json!({"type": "pack"}),
            json!([[1], [2]]),
            "E_TYPE: the control of pack wants a boolean, got a number: 2",
        );
    }
}
