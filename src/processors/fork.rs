//! `fork`: every event goes to each of several outputs.
//!
//! ```json
//! { "type": "fork", "outputs": 3 }
//! ```

use crate::engine::{Built, Emit, Failure, Flow, Kind, Processor, Reads, Sketch, Sliding, Type};
use crate::error::Result;
use crate::stateful;
use crate::term::{TRUE, Term};
use crate::value::{Column, Value};

/// More outputs than anybody draws, and few enough to make at once.
const MOST: usize = 10_000;

pub static KIND: Kind = Kind {
    name: "fork",
    about: "Copies every event to each of its outputs",
    symbol: "⑂",
    build: |params| {
        let outputs = params.whole_or("outputs", 1, 2)?;
        if outputs > MOST {
            return Err(params.wrong("outputs", format!("'outputs' may be at most {MOST}, got {outputs}")));
        }
        Built::new(Fork { outputs }, 1, outputs)
    },
};

#[derive(Clone)]
struct Fork {
    outputs: usize,
}

impl Processor for Fork {
    fn step(&mut self, front: &mut [Value], out: &mut Emit) -> Result<Flow> {
        (0..self.outputs).for_each(|port| out.on(port, front[0].clone()));
        Ok(Flow::More)
    }
    fn batch(&mut self, inputs: &[Column], n: usize, out: &mut [Column]) -> Result<(usize, Flow), Failure> {
        for out in out {
            out.extend(&inputs[0], 0..n);
        }
        Ok((n, Flow::More))
    }
    fn types(&self, inputs: &[Type]) -> Option<Vec<Type>> {
        Some(vec![inputs[0]; self.outputs])
    }
    fn sliding(&self, _width: usize) -> Sliding {
        Sliding::Same
    }
    fn reads(&self, _input: usize) -> Reads {
        Reads::Passes(Vec::new())
    }
    #[cfg(feature = "prove")]
    fn model(&self, m: &mut Sketch, front: &[Term]) -> Result<()> {
        (0..self.outputs).for_each(|port| m.emit(port, TRUE, front[0]));
        Ok(())
    }
    stateful!();
}

#[cfg(test)]
mod tests {
    use crate::processors::testing::{events, machine, steps};
    use serde_json::json;

    #[test]
    fn each_output_gets_every_event() {
        let mut fork = machine(&json!({"type": "fork", "outputs": 3}), 1).unwrap();
        for event in events(json!([1, 2])) {
            fork.push(0, event).unwrap();
        }
        for port in 0..3 {
            assert_eq!(fork.take(port), events(json!([1, 2])));
        }
    }

    #[test]
    fn every_third_event_added_to_the_events() {
        let pipeline = json!({"processors": [
            {"id": "f", "type": "fork"},
            {"id": "d", "type": "decimate", "interval": 3, "from": "f.1"},
            {"type": "apply", "fn": "x + y", "from": ["f.0", "d"]}
        ]});
        assert_eq!(
            steps(pipeline, json!([[0, 1, 2, 3, 4, 5, 6]])),
            (json!([[0], [], [], [4], [], [], [8]]), json!([]))
        );
    }
}
