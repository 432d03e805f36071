//! `cumulate`: a running fold; `x` is what was accumulated, `y` the event. Without `start` the first event is the
//! first accumulated value, as in `Array.reduce`.
//!
//! ```json
//! { "type": "cumulate", "fn": "x + y", "start": 100 }
//! ```

use super::sliding_fold::SlidingFold;
use super::support::{function, numbers, type_of};
use crate::engine::{
    Because, Built, Emit, Failure, Flow, Fold, Kind, Lane, Processor, Reads, Sketch, Sliding, Type, batch_by_steps,
};
use crate::error::Result;
use crate::expr::{Assoc, Function};
use crate::stateful;
use crate::term::{TRUE, Term};
use crate::value::{Column, Value};

pub static KIND: Kind = Kind {
    name: "cumulate",
    about: "Accumulates the events by a function of two arguments",
    symbol: "Σ",
    build: |params| {
        let function = function(params, "fn", 2)?;
        let start = params.raw("start").is_some().then(|| params.value("start"));
        Built::new(Cumulate { sum: function.associative() == Some(Assoc::Sum), function, start, reached: None }, 1, 1)
    },
};

#[derive(Clone)]
struct Cumulate {
    function: Function,
    sum: bool,
    start: Option<Value>,
    /// The accumulated value; before the first event there is none.
    reached: Option<Value>,
}

impl Processor for Cumulate {
    fn step(&mut self, front: &mut [Value], out: &mut Emit) -> Result<Flow> {
        let event = std::mem::take(&mut front[0]);
        let value = match self.reached.take().or_else(|| self.start.clone()) {
            Some(reached) => self.function.call(&[reached, event])?,
            None => event,
        };
        self.reached = Some(value.clone());
        out.put(0, value, Because::All);
        Ok(Flow::More)
    }
    fn piles_up(&self) -> bool {
        !matches!(self.start, None | Some(Value::Num(_) | Value::Bool(_) | Value::Null))
    }
    fn batch(&mut self, inputs: &[Column], n: usize, out: &mut [Column]) -> Result<(usize, Flow), Failure> {
        let fits = out[0].is_empty() || out[0].nums().is_some();
        let ready = matches!(self.reached.as_ref().or(self.start.as_ref()), None | Some(Value::Num(_)));
        let numeric = self.function.call_num(&[0.0, 0.0]).is_some();
        match inputs[0].nums() {
            Some(events) if n > 0 && fits && ready && numeric => {
                let out = numbers(&mut out[0]);
                let mut events = &events[..n];
                out.reserve(n);
                let mut reached = match self.reached.as_ref().or(self.start.as_ref()).and_then(Value::as_num) {
                    Some(reached) => reached,
                    None => {
                        out.push(events[0]);
                        let first = events[0];
                        events = &events[1..];
                        first
                    }
                };
                if self.sum {
                    out.extend(events.iter().map(|x| {
                        reached += x;
                        reached
                    }));
                } else {
                    out.extend(events.iter().map(|x| {
                        reached = self.function.call_num(&[reached, *x]).unwrap_or(f64::NAN);
                        reached
                    }));
                }
                self.reached = Some(Value::Num(reached));
                Ok((n, Flow::More))
            }
            _ => batch_by_steps(self, inputs, n, out),
        }
    }
    #[inline]
    fn lane(&mut self, x: f64) -> Lane {
        let value = match self.reached.as_ref().or(self.start.as_ref()) {
            Some(Value::Num(reached)) if self.sum => reached + x,
            Some(Value::Num(reached)) => match self.function.call_num(&[*reached, x]) {
                Some(value) => value,
                None => return Lane::OFF,
            },
            Some(_) => return Lane::OFF,
            None => x,
        };
        self.reached = Some(Value::Num(value));
        Lane::emit(value)
    }
    fn types(&self, inputs: &[Type]) -> Option<Vec<Type>> {
        let event = *inputs.first()?;
        let before = self.reached.as_ref().or(self.start.as_ref());
        let same = before.is_none_or(|value| type_of(value) == event);
        (same && self.function.types(&[event, event])? == event).then(|| vec![event])
    }
    fn bind(&mut self, name: &str, value: &Value) {
        self.function.bind(name, value);
    }
    fn fold(&self) -> Option<Fold> {
        Fold::new(&self.function, self.start.as_ref())
    }
    fn resume(&mut self, reached: f64) {
        self.reached = Some(Value::Num(reached));
    }
    fn sliding(&self, width: usize) -> Sliding {
        match SlidingFold::new(&self.function, self.start.as_ref(), width) {
            Some(fold) => Sliding::By(Box::new(fold)),
            None => Sliding::No,
        }
    }
    fn reads(&self, _input: usize) -> Reads {
        // Without a start value the first event itself is put out.
        match (&self.start, self.function.reads(1)) {
            (Some(_), Some(paths)) => Reads::Paths(paths),
            _ => Reads::Whole,
        }
    }
    #[cfg(feature = "prove")]
    fn model(&self, m: &mut Sketch, front: &[Term]) -> Result<()> {
        let start = self.start.as_ref().map(|value| m.value(value)).transpose()?;
        let domain = m.fold_domain(&self.function, start)?;
        let value = match start {
            Some(start) => {
                let start = m.into_domain(start, &domain);
                let reached = m.cell("reached", domain, start);
                m.call(&self.function, &[reached, front[0]])?
            }
            // Without a start the first event is where it starts.
            None => {
                let begun = m.flag("begun");
                let reached = m.event("reached", domain.clone());
                let folded = m.call(&self.function, &[reached, front[0]])?;
                m.set("begun", TRUE);
                let (folded, first) = m.terms.alike(folded, front[0]);
                m.terms.choose(begun, folded, first)
            }
        };
        m.set("reached", value);
        m.emit(0, TRUE, value);
        Ok(())
    }
    stateful!(reached);
}

#[cfg(test)]
mod tests {
    use crate::processors::testing::{error, steps};
    use serde_json::json;

    #[test]
    fn a_running_sum() {
        assert_eq!(
            steps(json!({"type": "cumulate", "fn": "x + y"}), json!([[3, 1, 4, 1, 5]])),
            (json!([[3], [4], [8], [9], [14]]), json!([]))
        );
    }

    #[test]
    fn the_greatest_of_negative_numbers() {
        assert_eq!(
            steps(json!({"type": "cumulate", "fn": "max(x, y)"}), json!([[-5, -3, -9]])),
            (json!([[-5], [-3], [-3]]), json!([]))
        );
    }

    #[test]
    fn from_a_start_value() {
        assert_eq!(
            steps(json!({"type": "cumulate", "fn": "x * 2 + y", "start": 1}), json!([[1, 1]])),
            (json!([[3], [7]]), json!([]))
        );
        assert_eq!(
            steps(json!({"type": "cumulate", "fn": "x + y.v", "start": 10}), json!([[{"v": 1}, {"v": 2}]])),
            (json!([[11], [13]]), json!([]))
        );
    }

    #[test]
    fn booleans_and_texts() {
        assert_eq!(
            steps(json!({"type": "cumulate", "fn": "x && y"}), json!([[true, true, false, true]])),
            (json!([[true], [true], [false], [false]]), json!([]))
        );
        assert_eq!(
            steps(json!({"type": "cumulate", "fn": "x + y"}), json!([["a", "b", 1]])),
            (json!([["a"], ["ab"], ["ab1"]]), json!([]))
        );
    }

    #[test]
    fn doubles_do_not_lose_ones() {
        assert_eq!(
            steps(json!({"type": "cumulate", "fn": "x + y"}), json!([[16777216, 1, 1]])).0,
            json!([[16777216], [16777217], [16777218]])
        );
    }

    #[test]
    fn a_function_of_two() {
        assert_eq!(error(json!({"type": "cumulate", "fn": "x + z"}), json!([[1]])).code.name(), "E_SHAPE");
        assert_eq!(error(json!({"type": "cumulate", "fn": "x - y"}), json!([[1, "a"]])).code.name(), "E_TYPE");
    }
}
