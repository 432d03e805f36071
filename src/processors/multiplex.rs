//! `multiplex`: the events of several inputs on one output, in the order in which they come.
//!
//! ```json
//! { "type": "multiplex", "from": ["left", "right"] }
//! ```

use super::support::inputs;
use crate::engine::{Built, Emit, Flow, Kind, Processor, Reads};
use crate::error::Result;
use crate::stateful;
use crate::value::Value;

pub static KIND: Kind = Kind {
    name: "multiplex",
    about: "Merges its inputs in order of arrival",
    symbol: "⋈",
    build: |params| Built::new(Multiplex, inputs(params, 2), 1),
};

#[derive(Clone)]
struct Multiplex;

impl Processor for Multiplex {
    fn step(&mut self, front: &mut [Value], out: &mut Emit) -> Result<Flow> {
        front.iter_mut().for_each(|event| out.one(std::mem::take(event)));
        Ok(Flow::More)
    }
    fn by_arrival(&self) -> bool {
        true
    }
    fn arrive(&mut self, _port: usize, value: Value, out: &mut Emit) -> Result<Flow> {
        out.one(value);
        Ok(Flow::More)
    }
    fn reads(&self, _input: usize) -> Reads {
        Reads::Passes(Vec::new())
    }
    stateful!();
}

#[cfg(test)]
mod tests {
    use crate::processors::testing::{arrivals, events, steps};
    use serde_json::json;

    #[test]
    fn in_the_order_of_arrival() {
        let list = vec![(1, "a".into()), (0, 1.0.into()), (0, 2.0.into()), (1, "b".into())];
        let (steps, end) = arrivals(json!({"type": "multiplex"}), 2, list);
        assert_eq!(steps.concat(), events(json!(["a", 1, 2, "b"])));
        assert!(end.is_empty());
    }

    #[test]
    fn an_input_that_ran_out_does_not_hold_up_the_other() {
        assert_eq!(
            steps(json!({"type": "multiplex"}), json!([[1, 2, 3], ["a"]])),
            (json!([[1, "a"], [2], [3]]), json!([]))
        );
    }
}
