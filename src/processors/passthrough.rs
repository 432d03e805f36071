//! `passthrough`: every front goes through as it is.
//!
//! ```json
//! { "type": "passthrough" }
//! ```

use super::support::inputs;
use crate::engine::{Built, Emit, Failure, Flow, Kind, Lane, Processor, Reads, Sketch, Sliding, Type};
use crate::error::Result;
use crate::stateful;
use crate::term::{TRUE, Term};
use crate::value::{Column, Members, Value};

pub static KIND: Kind = Kind {
    name: "passthrough",
    about: "Hands every event on, unchanged",
    symbol: "→",
    build: |params| {
        let ports = inputs(params, 1);
        Built::new(Passthrough, ports, ports)
    },
};

#[derive(Clone)]
struct Passthrough;

impl Processor for Passthrough {
    fn step(&mut self, front: &mut [Value], out: &mut Emit) -> Result<Flow> {
        out.front(front.iter_mut().map(std::mem::take));
        Ok(Flow::More)
    }
    fn batch(&mut self, inputs: &[Column], n: usize, out: &mut [Column]) -> Result<(usize, Flow), Failure> {
        for (input, out) in inputs.iter().zip(out) {
            out.extend(input, 0..n);
        }
        Ok((n, Flow::More))
    }
    #[inline]
    fn lane(&mut self, x: f64) -> Lane {
        Lane::emit(x)
    }
    fn expect(&mut self, _paths: &[String]) -> bool {
        true
    }
    #[inline]
    fn lane_object(&mut self, _members: &Members) -> Lane {
        Lane::SAME
    }
    fn types(&self, inputs: &[Type]) -> Option<Vec<Type>> {
        Some(inputs.to_vec())
    }
    fn sliding(&self, _width: usize) -> Sliding {
        Sliding::Same
    }
    fn reads(&self, _input: usize) -> Reads {
        Reads::Passes(Vec::new())
    }
    #[cfg(feature = "prove")]
    fn model(&self, m: &mut Sketch, front: &[Term]) -> Result<()> {
        front.iter().enumerate().for_each(|(port, value)| m.emit(port, TRUE, *value));
        Ok(())
    }
    stateful!();
}

#[cfg(test)]
mod tests {
    use crate::processors::testing::steps;
    use serde_json::json;

    #[test]
    fn every_event_comes_out() {
        assert_eq!(
            steps(json!({"type": "passthrough"}), json!([[1, "a", null]])),
            (json!([[1], ["a"], [null]]), json!([]))
        );
    }

    #[test]
    fn fronts_wait_for_all_inputs() {
        assert_eq!(
            steps(json!({"type": "passthrough"}), json!([[1, 2, 3], [4, 5]])),
            (json!([[1], [2], []]), json!([]))
        );
    }
}
