//! `stutter`: every event comes out several times.
//!
//! ```json
//! { "type": "stutter", "count": 2 }
//! ```

use super::support::{count, repeat};
use crate::engine::{Built, Emit, Failure, Flow, Kind, Lane, Processor, Reads, Sketch, Type, fits};
use crate::error::Result;
use crate::stateful;
use crate::term::{TRUE, Term};
use crate::value::{Column, Value};

pub static KIND: Kind = Kind {
    name: "stutter",
    about: "Repeats every event a number of times",
    symbol: "⋯",
    build: |params| Built::new(Stutter { count: count(params, "count")? }, 1, 1),
};

#[derive(Clone)]
struct Stutter {
    count: usize,
}

impl Processor for Stutter {
    fn step(&mut self, front: &mut [Value], out: &mut Emit) -> Result<Flow> {
        (0..self.count).for_each(|_| out.one(front[0].clone()));
        Ok(Flow::More)
    }
    fn batch(&mut self, inputs: &[Column], n: usize, out: &mut [Column]) -> Result<(usize, Flow), Failure> {
        fits(n.saturating_mul(self.count)).map_err(|error| Failure { front: 0, error })?;
        match (&inputs[0], &mut out[0]) {
            (Column::Num(input), Column::Num(out)) => {
                out.reserve(n * self.count);
                for x in &input[..n] {
                    out.resize(out.len() + self.count, *x);
                }
            }
            (input, out) => (0..n).for_each(|i| repeat(out, &input.get(i), self.count)),
        }
        Ok((n, Flow::More))
    }
    #[inline]
    fn lane(&mut self, x: f64) -> Lane {
        match self.count {
            0 => Lane::SILENT,
            1 => Lane::emit(x),
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
        m.several(self.count)?;
        (0..self.count).for_each(|_| m.emit(0, TRUE, front[0]));
        Ok(())
    }
    stateful!();
}

#[cfg(test)]
mod tests {
    use crate::processors::testing::{error, steps};
    use serde_json::json;

    #[test]
    fn each_event_three_times() {
        assert_eq!(
            steps(json!({"type": "stutter", "count": 3}), json!([[1, "a"]])),
            (json!([[1, 1, 1], ["a", "a", "a"]]), json!([]))
        );
    }

    #[test]
    fn zero_times_is_silence() {
        assert_eq!(steps(json!({"type": "stutter", "count": 0}), json!([[1, 2]])), (json!([[], []]), json!([])));
    }

    #[test]
    fn no_more_than_a_queue_holds() {
        assert_eq!(error(json!({"type": "stutter", "count": 1e9}), json!([[1]])).code.name(), "E_LIMIT");
    }
}
