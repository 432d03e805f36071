//! `integrate`: events are functions, written as expressions of `x`; each is applied to what the one before gave.
//!
//! ```json
//! { "type": "integrate", "start": 0 }
//! ```

use super::support::wanted;
use crate::engine::{Because, Built, Emit, Flow, Kind, Processor};
use crate::error::{Error, Result};
use crate::expr::{Function, parse};
use crate::stateful;
use crate::value::{Value, from_json};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Expressions kept parsed; a stream of ever new ones starts over.
const KEPT: usize = 256;

pub static KIND: Kind = Kind {
    name: "integrate",
    about: "Applies each event, a function, to the result of the one before",
    symbol: "∫",
    build: |params| {
        let start = params.raw("start").map_or(Value::Num(0.0), from_json);
        Built::new(Integrate { start, reached: None, parsed: FxHashMap::default() }, 1, 1)
    },
};

#[derive(Clone)]
struct Integrate {
    start: Value,
    reached: Option<Value>,
    parsed: FxHashMap<Rc<str>, Function>,
}

impl Processor for Integrate {
    fn step(&mut self, front: &mut [Value], out: &mut Emit) -> Result<Flow> {
        let Value::Str(text) = &front[0] else {
            return Err(wanted("integrate", "a function (an expression of x, as a string)", &front[0]));
        };
        if !self.parsed.contains_key(text) {
            let function = Function::from(parse(text)?);
            if function.arity() > 1 {
                return Err(Error::of_type(format!("integrate wants functions of x alone, got '{text}'")));
            }
            if self.parsed.len() >= KEPT {
                self.parsed.clear();
            }
            self.parsed.insert(text.clone(), function);
        }
        let reached = self.reached.as_ref().unwrap_or(&self.start).clone();
        let value = self.parsed[text].call(&[reached])?;
        self.reached = Some(value.clone());
        out.put(0, value, Because::All);
        Ok(Flow::More)
    }
    stateful!(reached);
}

#[cfg(test)]
mod tests {
    use crate::processors::testing::{error, steps};
    use serde_json::json;

    #[test]
    fn each_function_works_on_the_result_of_the_last() {
        assert_eq!(
            steps(json!({"type": "integrate", "start": 1}), json!([["x + 1", "x * 10", "x + 1"]])),
            (json!([[2], [20], [21]]), json!([]))
        );
    }

    #[test]
    fn it_starts_from_zero() {
        assert_eq!(steps(json!({"type": "integrate"}), json!([["x + 1"]])), (json!([[1]]), json!([])));
    }

    #[test]
    fn an_event_is_a_function_of_x() {
        assert_eq!(error(json!({"type": "integrate"}), json!([[7]])).code.name(), "E_TYPE");
        assert_eq!(error(json!({"type": "integrate"}), json!([["x + y"]])).code.name(), "E_TYPE");
        assert_eq!(error(json!({"type": "integrate"}), json!([["x +"]])).code.name(), "E_SYNTAX");
    }
}
