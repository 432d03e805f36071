//! `freeze`: for every event, the first one again.
//!
//! ```json
//! { "type": "freeze" }
//! ```

use super::support::repeat;
use crate::engine::{Because, Built, Emit, Failure, Flow, Kind, Lane, Processor, Reads, Sketch, Type};
use crate::error::Result;
use crate::stateful;
use crate::term::{TRUE, Term};
use crate::value::{Column, Value};

pub static KIND: Kind = Kind {
    name: "freeze",
    about: "Repeats the first event for each event",
    symbol: "❄",
    build: |_| Built::new(Freeze { first: None }, 1, 1),
};

#[derive(Clone)]
struct Freeze {
    first: Option<Value>,
}

impl Processor for Freeze {
    fn step(&mut self, front: &mut [Value], out: &mut Emit) -> Result<Flow> {
        let first = self.first.get_or_insert_with(|| std::mem::take(&mut front[0]));
        out.put(0, first.clone(), Because::Front(0));
        Ok(Flow::More)
    }
    fn batch(&mut self, inputs: &[Column], n: usize, out: &mut [Column]) -> Result<(usize, Flow), Failure> {
        if n > 0 {
            let first = self.first.get_or_insert_with(|| inputs[0].get(0));
            repeat(&mut out[0], first, n);
        }
        Ok((n, Flow::More))
    }
    #[inline]
    fn lane(&mut self, x: f64) -> Lane {
        match self.first.get_or_insert(Value::Num(x)) {
            Value::Num(first) => Lane::emit(*first),
            _ => Lane::OFF,
        }
    }
    fn types(&self, inputs: &[Type]) -> Option<Vec<Type>> {
        Some(inputs.to_vec())
    }
    fn reads(&self, _input: usize) -> Reads {
        Reads::Passes(Vec::new())
    }
    #[cfg(feature = "prove")]
    fn model(&self, m: &mut Sketch, front: &[Term]) -> Result<()> {
        let begun = m.flag("begun");
        let first = m.event("first", m.domain(0));
        let (first, event) = m.terms.alike(first, front[0]);
        let first = m.terms.choose(begun, first, event);
        m.emit(0, TRUE, first);
        m.set("begun", TRUE);
        m.set("first", first);
        Ok(())
    }
    stateful!(first);
}

#[cfg(test)]
mod tests {
    use crate::processors::testing::steps;
    use serde_json::json;

    #[test]
    fn the_first_event_for_ever() {
        assert_eq!(steps(json!({"type": "freeze"}), json!([[5, 6, 7]])), (json!([[5], [5], [5]]), json!([])));
        assert_eq!(steps(json!({"type": "freeze"}), json!([["a", 6]])), (json!([["a"], ["a"]]), json!([])));
    }
}
