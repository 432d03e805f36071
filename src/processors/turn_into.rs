//! `turnInto`: every front becomes the same constant.
//!
//! ```json
//! { "type": "turnInto", "value": 1 }
//! ```

use super::support::{inputs, repeat, type_of};
use crate::engine::{Built, Emit, Failure, Flow, Kind, Lane, Processor, Reads, Sketch, Sliding, Type};
use crate::error::Result;
use crate::stateful;
use crate::term::{TRUE, Term};
use crate::value::{Column, Value};

pub static KIND: Kind = Kind {
    name: "turnInto",
    about: "Turns every event into a constant",
    symbol: "≡",
    build: |params| {
        if params.raw("value").is_none() {
            return Err(params.wrong("value", "the parameter 'value' is missing"));
        }
        Built::new(TurnInto { value: params.value("value") }, inputs(params, 1), 1)
    },
};

#[derive(Clone)]
struct TurnInto {
    value: Value,
}

impl Processor for TurnInto {
    fn step(&mut self, _front: &mut [Value], out: &mut Emit) -> Result<Flow> {
        out.one(self.value.clone());
        Ok(Flow::More)
    }
    fn batch(&mut self, _inputs: &[Column], n: usize, out: &mut [Column]) -> Result<(usize, Flow), Failure> {
        repeat(&mut out[0], &self.value, n);
        Ok((n, Flow::More))
    }
    #[inline]
    fn lane(&mut self, _x: f64) -> Lane {
        match self.value {
            Value::Num(n) => Lane::emit(n),
            _ => Lane::OFF,
        }
    }
    fn types(&self, _inputs: &[Type]) -> Option<Vec<Type>> {
        Some(vec![type_of(&self.value)])
    }
    fn sliding(&self, _width: usize) -> Sliding {
        Sliding::Same
    }
    fn reads(&self, _input: usize) -> Reads {
        Reads::Paths(Vec::new())
    }
    #[cfg(feature = "prove")]
    fn model(&self, m: &mut Sketch, _front: &[Term]) -> Result<()> {
        let value = m.value(&self.value)?;
        m.emit(0, TRUE, value);
        Ok(())
    }
    stateful!();
}

#[cfg(test)]
mod tests {
    use crate::processors::testing::steps;
    use serde_json::json;

    #[test]
    fn every_event_counts_as_one() {
        assert_eq!(steps(json!({"type": "turnInto", "value": 1}), json!([["a", "b"]])), (json!([[1], [1]]), json!([])));
    }

    #[test]
    fn one_constant_for_each_front() {
        assert_eq!(
            steps(json!({"type": "turnInto", "value": ["k"]}), json!([[1, 2], [3]])),
            (json!([[["k"]], []]), json!([]))
        );
    }
}
