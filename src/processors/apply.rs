//! `apply`: a function of each front; several functions give several outputs.
//!
//! ```json
//! { "type": "apply", "fn": "x + y", "from": ["left", "right"] }
//! ```

use super::support::inputs;
use crate::engine::{
    Built, Emit, Failure, Flow, Kind, Lane, Processor, Reads, Simple, Sketch, Sliding, Type, batch_by_steps,
};
use crate::error::Result;
use crate::expr::Function;
use crate::stateful;
use crate::term::{TRUE, Term};
use crate::value::{Column, Members, Value};
use serde_json::Value as Json;

pub static KIND: Kind = Kind {
    name: "apply",
    about: "Applies a function to each front of events",
    symbol: "ƒ(x)",
    build: |params| {
        let functions = match params.raw("fn") {
            Some(Json::Array(list)) if !list.is_empty() => list
                .iter()
                .enumerate()
                .map(|(k, json)| params.function_of(json, &format!("fn[{k}]")))
                .collect::<Result<Vec<_>>>()?,
            _ => vec![params.function("fn")?],
        };
        let arity = functions.iter().map(Function::arity).max().unwrap_or(0);
        let ports = inputs(params, arity.max(1));
        if arity > ports {
            let message = format!("the function reads {arity} inputs, 'from' gives {ports}");
            return Err(params.wrong("fn", message));
        }
        let outputs = functions.len();
        Built::new(Apply { functions }, ports, outputs)
    },
};

#[derive(Clone)]
struct Apply {
    functions: Vec<Function>,
}

impl Apply {
    /// No JS function among them: they may be called again, in any order.
    fn pure(&self) -> bool {
        self.functions.iter().all(|function| function.expr().is_some())
    }
}

impl Processor for Apply {
    fn step(&mut self, front: &mut [Value], out: &mut Emit) -> Result<Flow> {
        if let [function] = self.functions.as_slice() {
            out.one(function.call(front)?);
            return Ok(Flow::More);
        }
        let values: Result<Vec<Value>> = self.functions.iter().map(|function| function.call(front)).collect();
        out.front(values?);
        Ok(Flow::More)
    }
    fn batch(&mut self, inputs: &[Column], n: usize, out: &mut [Column]) -> Result<(usize, Flow), Failure> {
        if self.pure() {
            let columns: Result<Vec<Column>, _> = self.functions.iter().map(|f| f.column(inputs, n)).collect();
            if let Ok(columns) = columns {
                for (out, column) in out.iter_mut().zip(columns) {
                    if out.is_empty() {
                        *out = column;
                    } else {
                        out.extend(&column, 0..n);
                    }
                }
                return Ok((n, Flow::More));
            }
        }
        // One by one, to fail at the right front with all outputs before it emitted.
        batch_by_steps(self, inputs, n, out)
    }
    fn simple(&self) -> Simple {
        Simple::map(&self.functions[0])
    }
    #[inline]
    fn lane(&mut self, x: f64) -> Lane {
        Lane::emit_some(self.functions[0].call_one(x))
    }
    fn expect(&mut self, paths: &[String]) -> bool {
        self.functions[0].expect(paths)
    }
    #[inline]
    fn lane_object(&mut self, members: &Members) -> Lane {
        Lane::emit_some(self.functions[0].call_members(members))
    }
    fn member(&self) -> Option<usize> {
        self.functions[0].member()
    }
    fn is_count(&self) -> bool {
        matches!(self.functions.as_slice(), [function] if function.is_count())
    }
    fn types(&self, inputs: &[Type]) -> Option<Vec<Type>> {
        self.functions.iter().map(|function| function.types(inputs)).collect()
    }
    fn bind(&mut self, name: &str, value: &Value) {
        self.functions.iter_mut().for_each(|function| function.bind(name, value));
    }
    fn sliding(&self, _width: usize) -> Sliding {
        if self.pure() { Sliding::Same } else { Sliding::No }
    }
    fn reads(&self, input: usize) -> Reads {
        let paths: Option<Vec<Vec<String>>> = self.functions.iter().map(|f| f.reads(input)).collect();
        paths.map_or(Reads::Whole, |paths| Reads::Paths(paths.concat()))
    }
    #[cfg(feature = "prove")]
    fn model(&self, m: &mut Sketch, front: &[Term]) -> Result<()> {
        for (port, function) in self.functions.iter().enumerate() {
            let value = m.call(function, front)?;
            m.emit(port, TRUE, value);
        }
        Ok(())
    }
    stateful!();
}

#[cfg(test)]
mod tests {
    use crate::processors::testing::{error, events, machine, steps};
    use crate::value::Column;
    use serde_json::json;

    #[test]
    fn the_sum_of_two_inputs() {
        assert_eq!(
            steps(json!({"type": "apply", "fn": "x + y"}), json!([[1, 2, 3], [10, 20]])),
            (json!([[11], [22], []]), json!([]))
        );
    }

    #[test]
    fn a_function_of_one_input() {
        assert_eq!(steps(json!({"type": "apply", "fn": "x * 2"}), json!([[1, 2]])), (json!([[2], [4]]), json!([])));
        assert_eq!(
            steps(json!({"type": "apply", "fn": "x.v > 1"}), json!([[{"v": 1}, {"v": 2}]])),
            (json!([[false], [true]]), json!([]))
        );
    }

    #[test]
    fn several_functions_several_outputs() {
        let mut apply = machine(&json!({"type": "apply", "fn": ["x + y", "x - y"]}), 2).unwrap();
        apply.push_front(&events(json!([5, 3]))).unwrap();
        assert_eq!((apply.take(0), apply.take(1)), (events(json!([8])), events(json!([2]))));
    }

    #[test]
    fn more_inputs_than_the_function_reads() {
        assert_eq!(
            steps(json!({"type": "apply", "fn": "1"}), json!([["a", "b"], ["c", "d"]])),
            (json!([[1], [1]]), json!([]))
        );
    }

    #[test]
    fn what_came_before_an_error_is_emitted() {
        let mut apply = machine(&json!({"type": "apply", "fn": "x - 1"}), 1).unwrap();
        let column: Column = events(json!([1, 2, "no", 4])).into_iter().collect();
        let error = apply.run(&[column]).unwrap_err();
        assert_eq!(error.code.name(), "E_TYPE");
        assert_eq!(error.path.as_deref(), Some("$.processors[0]"));
        assert_eq!(apply.take(0), events(json!([0, 1])));
    }

    #[test]
    fn the_function_reads_inputs_that_exist() {
        let error = error(json!({"type": "apply", "fn": ["x", "z"]}), json!([[1], [2]]));
        assert_eq!(error.code.name(), "E_SHAPE");
        assert_eq!(error.message, "the function reads 3 inputs, 'from' gives 2");
    }
}
