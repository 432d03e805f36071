//! `runOn`: runs a pipeline on the elements of each collection, and emits its last output.
//!
//! ```json
//! { "type": "runOn", "of": { "type": "cumulate", "fn": "x + y" }, "default": 0 }
//! ```
//! The list `[1, 2, 3]` gives 6. An empty collection gives `default`, or nothing without one.

use super::copies::last_front;
use super::verdict::wanted;
use crate::engine::{Built, Emit, Flow, Kind, Machine, Params, Processor};
use crate::error::Result;
use crate::value::{Reader, Value, Writer, from_json};

pub static KIND: Kind = Kind {
    name: "runOn",
    about: "Runs a pipeline on the elements of each collection and emits its last output",
    symbol: "[→]",
    build,
};

fn build(p: &mut Params) -> Result<Built> {
    let machine = p.machine("of")?;
    if machine.inputs() != 1 {
        return Err(p.wrong("of", format!("'of' must have one input, it has {}", machine.inputs())));
    }
    let outputs = machine.outputs();
    let default = match p.raw("default").map(from_json) {
        None => None,
        Some(value) if outputs == 1 => Some(vec![value]),
        Some(Value::List(items)) if items.len() == outputs => Some(items.to_vec()),
        Some(_) => return Err(p.wrong("default", format!("'default' must be a list of {outputs} values"))),
    };
    Built::new(RunOn { machine, default }, 1, outputs)
}

#[derive(Clone)]
struct RunOn {
    /// Reset before each collection, so it is no state.
    machine: Machine,
    default: Option<Vec<Value>>,
}

impl Processor for RunOn {
    fn step(&mut self, front: &mut [Value], out: &mut Emit) -> Result<Flow> {
        let elements = front[0].elements().ok_or_else(|| wanted("runOn", "a collection", &front[0]))?;
        self.machine.reset();
        if elements.is_empty() {
            out.front(self.default.iter().flatten().cloned());
        }
        for element in elements {
            self.machine.push_front(&[element])?;
        }
        out.front(last_front(&mut self.machine).into_iter().flatten());
        Ok(Flow::More)
    }
    fn reset(&mut self) {
        self.machine.reset();
    }
    fn bind(&mut self, name: &str, value: &Value) {
        self.machine.bind(name, value);
    }
    fn save(&self, _w: &mut Writer) {}
    fn load(&mut self, _r: &mut Reader) -> Result<()> {
        Ok(())
    }
    fn duplicate(&self) -> Box<dyn Processor> {
        Box::new(self.clone())
    }
}

#[cfg(test)]
mod tests {
    use crate::processors::examples::check;
    use serde_json::json;

    #[test]
    fn each_collection_is_summed_anew() {
        check(
            json!({"type": "runOn", "of": {"type": "cumulate", "fn": "x + y"}}),
            json!([[[1, 2, 3], [4], [], [10, 20]]]),
            json!([[6], [4], [], [30]]),
            json!([]),
        );
    }

    #[test]
    fn an_empty_collection_gives_the_default() {
        check(
            json!({"type": "runOn", "of": {"type": "cumulate", "fn": "x + y"}, "default": 0}),
            json!([[[1, 2], [], [3]]]),
            json!([[3], [0], [3]]),
            json!([]),
        );
    }
}
