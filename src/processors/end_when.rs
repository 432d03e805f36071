//! `endWhen`: events go through until a condition holds; that event is dropped and the stream ends.
//!
//! ```json
//! { "type": "endWhen", "fn": "x == 'stop'" }
//! ```

use super::support::function;
use crate::engine::{Built, Emit, Failure, Flow, Kind, Lane, Processor, Reads, Sketch, Type, batch_by_steps};
use crate::error::Result;
use crate::expr::Function;
use crate::stateful;
use crate::term::Term;
use crate::value::{Column, Value};

pub static KIND: Kind = Kind {
    name: "endWhen",
    about: "Ends the stream at the first event for which a condition holds",
    symbol: "⏹",
    build: |params| Built::new(EndWhen { function: function(params, "fn", 1)? }, 1, 1),
};

#[derive(Clone)]
struct EndWhen {
    function: Function,
}

impl Processor for EndWhen {
    fn step(&mut self, front: &mut [Value], out: &mut Emit) -> Result<Flow> {
        if self.function.call_bool(front)? {
            return Ok(Flow::Done);
        }
        out.one(std::mem::take(&mut front[0]));
        Ok(Flow::More)
    }
    fn batch(&mut self, inputs: &[Column], n: usize, out: &mut [Column]) -> Result<(usize, Flow), Failure> {
        // The condition may fail on events after the end, which are none of its business: then one by one.
        if self.function.expr().is_some() {
            if let Ok(Column::Bool(ends)) = self.function.column(inputs, n) {
                let end = ends.iter().position(|end| *end);
                out[0].extend(&inputs[0], 0..end.unwrap_or(n));
                return Ok(end.map_or((n, Flow::More), |end| (end + 1, Flow::Done)));
            }
        }
        batch_by_steps(self, inputs, n, out)
    }
    #[inline]
    fn lane(&mut self, x: f64) -> Lane {
        match self.function.test_one(x) {
            Some(false) => Lane::emit(x),
            _ => Lane::OFF,
        }
    }
    fn types(&self, inputs: &[Type]) -> Option<Vec<Type>> {
        (self.function.types(inputs)? == Type::Bool).then(|| inputs.to_vec())
    }
    fn bind(&mut self, name: &str, value: &Value) {
        self.function.bind(name, value);
    }
    fn reads(&self, _input: usize) -> Reads {
        self.function.reads(0).map_or(Reads::Whole, Reads::Passes)
    }
    #[cfg(feature = "prove")]
    fn model(&self, m: &mut Sketch, front: &[Term]) -> Result<()> {
        let ends = m.test(&self.function, front)?;
        let passes = m.terms.not(ends);
        m.emit(0, passes, front[0]);
        m.finish(ends);
        Ok(())
    }
    #[cfg(feature = "prove")]
    fn model_finishes(&self) -> bool {
        true
    }
    stateful!();
}

#[cfg(test)]
mod tests {
    use crate::processors::testing::steps;
    use serde_json::json;

    #[test]
    fn nothing_from_stop_on() {
        assert_eq!(
            steps(json!({"type": "endWhen", "fn": "x == 'stop'"}), json!([[1, 2, "stop", 3]])),
            (json!([[1], [2], [], []]), json!([]))
        );
    }

    #[test]
    fn events_after_the_end_are_not_looked_at() {
        assert_eq!(
            steps(json!({"type": "endWhen", "fn": "x > 2"}), json!([[1, 3, "text"]])),
            (json!([[1], [], []]), json!([]))
        );
    }
}
