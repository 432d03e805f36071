//! `insert`: before the first front come some copies of a constant one, so that the stream is delayed.
//!
//! ```json
//! { "type": "insert", "count": 1, "value": 0 }
//! ```

use super::support::{constants, count, inputs, type_of};
use crate::engine::{Built, Emit, Failure, Flow, Kind, Processor, Reads, Sketch, Type, batch_by_steps};
use crate::error::Result;
use crate::stateful;
use crate::term::{TRUE, Term};
use crate::value::{Column, Value};

pub static KIND: Kind = Kind {
    name: "insert",
    about: "Puts constant events before the first one",
    symbol: "⊕",
    build: |params| {
        let ports = match params.raw("values").and_then(|values| values.as_array()) {
            Some(values) if params.given == 0 => values.len(),
            _ => inputs(params, 1),
        };
        let count = count(params, "count")?;
        let values = constants(params, ports)?;
        Built::new(Insert { count, values, begun: false }, ports, ports)
    },
};

#[derive(Clone)]
struct Insert {
    count: usize,
    values: Vec<Value>,
    begun: bool,
}

impl Processor for Insert {
    fn step(&mut self, front: &mut [Value], out: &mut Emit) -> Result<Flow> {
        if !self.begun {
            self.begun = true;
            (0..self.count).for_each(|_| out.front(self.values.iter().cloned()));
        }
        out.front(front.iter_mut().map(std::mem::take));
        Ok(Flow::More)
    }
    fn batch(&mut self, inputs: &[Column], n: usize, out: &mut [Column]) -> Result<(usize, Flow), Failure> {
        if !self.begun {
            return batch_by_steps(self, inputs, n, out);
        }
        for (input, out) in inputs.iter().zip(out) {
            out.extend(input, 0..n);
        }
        Ok((n, Flow::More))
    }
    fn types(&self, inputs: &[Type]) -> Option<Vec<Type>> {
        let same = |(a, b): (&Type, &Value)| if *a == type_of(b) { *a } else { Type::Any };
        Some(inputs.iter().zip(&self.values).map(same).collect())
    }
    fn reads(&self, _input: usize) -> Reads {
        Reads::Passes(Vec::new())
    }
    #[cfg(feature = "prove")]
    fn model(&self, m: &mut Sketch, front: &[Term]) -> Result<()> {
        let begun = m.flag("begun");
        let first = m.terms.not(begun);
        for (port, value) in self.values.iter().enumerate() {
            let value = m.value(value)?;
            m.several(self.count)?;
            (0..self.count).for_each(|_| m.emit(port, first, value));
            m.emit(port, TRUE, front[port]);
        }
        m.set("begun", TRUE);
        Ok(())
    }
    stateful!(begun);
}

#[cfg(test)]
mod tests {
    use crate::processors::testing::{error, steps};
    use serde_json::json;

    #[test]
    fn two_zeros_before_the_first_event() {
        assert_eq!(
            steps(json!({"type": "insert", "count": 2, "value": 0}), json!([[1, 2]])),
            (json!([[0, 0, 1], [2]]), json!([]))
        );
    }

    #[test]
    fn nothing_where_no_event_comes() {
        assert_eq!(steps(json!({"type": "insert", "count": 2, "value": 0}), json!([[]])), (json!([]), json!([])));
    }

    #[test]
    fn the_difference_to_the_event_before() {
        let pipeline = json!({"processors": [
            {"id": "before", "type": "insert", "count": 1, "value": 0},
            {"type": "apply", "fn": "x - y", "from": ["in", "before"]}
        ]});
        assert_eq!(steps(pipeline, json!([[3, 1, 4, 1, 5]])), (json!([[3], [-2], [3], [-3], [4]]), json!([])));
    }

    #[test]
    fn a_value_is_needed() {
        assert_eq!(error(json!({"type": "insert", "count": 2}), json!([[1]])).code.name(), "E_SHAPE");
    }
}
