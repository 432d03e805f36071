//! `filterOn`: a front goes through when a function of it is true.
//!
//! ```json
//! { "type": "filterOn", "fn": "x % 2 == 0" }
//! ```

use super::filter::keep;
use super::support::inputs_of;
use crate::engine::{Built, Emit, Failure, Flow, Kind, Lane, Processor, Reads, Simple, Sketch, Type, batch_by_steps};
use crate::error::Result;
use crate::expr::Function;
use crate::stateful;
use crate::term::Term;
use crate::value::{Column, Members, Value};

pub static KIND: Kind = Kind {
    name: "filterOn",
    about: "Hands on an event when a condition on it holds",
    symbol: "▼",
    build: |params| {
        let function = params.function("fn")?;
        let ports = inputs_of(params, "fn", &function)?;
        Built::new(FilterOn { function }, ports, ports)
    },
};

#[derive(Clone)]
struct FilterOn {
    function: Function,
}

impl Processor for FilterOn {
    fn step(&mut self, front: &mut [Value], out: &mut Emit) -> Result<Flow> {
        if self.function.call_bool(front)? {
            out.front(front.iter_mut().map(std::mem::take));
        }
        Ok(Flow::More)
    }
    fn batch(&mut self, inputs: &[Column], n: usize, out: &mut [Column]) -> Result<(usize, Flow), Failure> {
        // A JS function is called exactly once for each event, so it is not tried on the whole column first.
        if self.function.expr().is_some() {
            if let Ok(Column::Bool(control)) = self.function.column(inputs, n) {
                keep(inputs, &control, out);
                return Ok((n, Flow::More));
            }
        }
        batch_by_steps(self, inputs, n, out)
    }
    fn simple(&self) -> Simple {
        Simple::keep(&self.function)
    }
    #[inline]
    fn lane(&mut self, x: f64) -> Lane {
        match self.function.test_one(x) {
            Some(true) => Lane::emit(x),
            Some(false) => Lane::SILENT,
            None => Lane::OFF,
        }
    }
    fn expect(&mut self, paths: &[String]) -> bool {
        self.function.expect(paths)
    }
    #[inline]
    fn lane_object(&mut self, members: &Members) -> Lane {
        match self.function.test_members(members) {
            Some(true) => Lane::SAME,
            Some(false) => Lane::SILENT,
            None => Lane::OFF,
        }
    }
    fn types(&self, inputs: &[Type]) -> Option<Vec<Type>> {
        (self.function.types(inputs)? == Type::Bool).then(|| inputs.to_vec())
    }
    fn bind(&mut self, name: &str, value: &Value) {
        self.function.bind(name, value);
    }
    fn reads(&self, input: usize) -> Reads {
        self.function.reads(input).map_or(Reads::Whole, Reads::Passes)
    }
    #[cfg(feature = "prove")]
    fn model(&self, m: &mut Sketch, front: &[Term]) -> Result<()> {
        let passes = m.test(&self.function, front)?;
        front.iter().enumerate().for_each(|(port, value)| m.emit(port, passes, *value));
        Ok(())
    }
    stateful!();
}

#[cfg(test)]
mod tests {
    use crate::processors::testing::{error, steps};
    use serde_json::json;

    #[test]
    fn even_numbers() {
        assert_eq!(
            steps(json!({"type": "filterOn", "fn": "x % 2 == 0"}), json!([[1, 2, 3, 4]])),
            (json!([[], [2], [], [4]]), json!([]))
        );
    }

    #[test]
    fn a_condition_on_a_member() {
        assert_eq!(
            steps(json!({"type": "filterOn", "fn": "x.a == 'v'"}), json!([[{"a": "v"}, {"a": "w"}, {}]])),
            (json!([[{"a": "v"}], [], []]), json!([]))
        );
    }

    #[test]
    fn a_condition_on_two_inputs() {
        assert_eq!(
            steps(json!({"type": "filterOn", "fn": "x < y"}), json!([[1, 5, 3], [2, 4, 4]])),
            (json!([[1], [], [3]]), json!([]))
        );
    }

    #[test]
    fn the_condition_is_a_boolean() {
        assert_eq!(error(json!({"type": "filterOn", "fn": "x + 1"}), json!([[1]])).code.name(), "E_TYPE");
    }

    #[test]
    fn the_condition_reads_inputs_that_exist() {
        let error = error(json!({"type": "filterOn", "fn": "x < y"}), json!([[1]]));
        assert_eq!(error.code.name(), "E_SHAPE");
        assert_eq!(error.path.as_deref(), Some("$.processors[0].fn"));
    }
}
