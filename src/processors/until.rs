//! `until`: LTL's U. For each front: does the left input stay true until the right one is true?
//!
//! ```json
//! { "type": "until", "finite": true, "from": ["left", "right"] }
//! ```
//! A verdict comes when it is known. What is undecided when the trace ends stays silent, or is false with `finite`.

use super::delayed::{open, repeat, roomy};
use super::verdict::boolean;
use crate::engine::{Because, Built, Emit, Failure, Flow, Kind, Params, Processor, Sketch, Type, batch_by_steps};
use crate::error::Result;
use crate::stateful;
use crate::term::{FALSE, Term};
use crate::value::{Column, Value};

pub static KIND: Kind = Kind {
    name: "until",
    about: "LTL: does the left input stay true until the right one is? Emitted once it is known",
    symbol: "U",
    build,
};

fn build(p: &mut Params) -> Result<Built> {
    let finite = p.flag("finite")?;
    let most = p.limits().queue;
    Built::new(Until { finite, most, waiting: 0 }, 2, 1)
}

#[derive(Clone)]
struct Until {
    finite: bool,
    /// Verdicts that may be open at once.
    most: usize,
    /// Fronts whose verdict is not known yet.
    waiting: usize,
}

impl Until {
    fn sound(&self) -> bool {
        self.waiting <= self.most
    }
    /// Takes a front; gives the verdict of all that waited, this front included, if it decides them.
    fn decide(&mut self, left: bool, right: bool) -> Option<(bool, usize)> {
        self.waiting += 1;
        (right || !left).then(|| (right, std::mem::take(&mut self.waiting)))
    }
}

impl Processor for Until {
    fn step(&mut self, front: &mut [Value], out: &mut Emit) -> Result<Flow> {
        let (left, right) = (boolean("until", &front[0])?, boolean("until", &front[1])?);
        if let Some((verdict, n)) = self.decide(left, right) {
            // Each verdict is about the fronts from its own on.
            (1..=n).rev().for_each(|n| out.put(0, Value::Bool(verdict), Because::Last(n)));
        }
        open(self.waiting, self.most)?;
        Ok(Flow::More)
    }
    fn batch(
        &mut self,
        inputs: &[Column],
        n: usize,
        out: &mut [Column],
    ) -> std::result::Result<(usize, Flow), Failure> {
        let (Some(left), Some(right)) = (inputs[0].bools(), inputs[1].bools()) else {
            return batch_by_steps(self, inputs, n, out);
        };
        // Near the limit, events go one by one so that it holds exactly.
        if self.waiting + n > self.most {
            return batch_by_steps(self, inputs, n, out);
        }
        for (left, right) in left.iter().zip(right) {
            if let Some((verdict, n)) = self.decide(*left, *right) {
                repeat(&mut out[0], verdict, n);
            }
        }
        Ok((n, Flow::More))
    }
    fn end(&mut self, out: &mut Emit) -> Result<()> {
        if self.finite {
            let waiting = std::mem::take(&mut self.waiting);
            (1..=waiting).rev().for_each(|n| out.put(0, Value::Bool(false), Because::Last(n)));
        }
        Ok(())
    }
    fn types(&self, inputs: &[Type]) -> Option<Vec<Type>> {
        (inputs == [Type::Bool, Type::Bool] && roomy(self.waiting, self.most)).then(|| vec![Type::Bool])
    }
    #[cfg(feature = "prove")]
    fn model(&self, m: &mut Sketch, front: &[Term]) -> Result<()> {
        let (left, right) = (m.boolean(front[0])?, m.boolean(front[1])?);
        let broken = m.terms.not(left);
        let decides = m.terms.or(right, broken);
        m.decide(decides, right)
    }
    #[cfg(feature = "prove")]
    fn model_end(&self, m: &mut Sketch) -> Result<()> {
        if self.finite {
            m.give_up(FALSE)?;
        }
        Ok(())
    }
    stateful!(waiting; sound);
}

#[cfg(test)]
mod tests {
    use crate::processors::examples::check;
    use serde_json::json;

    #[test]
    fn right_decides_for_true_and_a_false_left_for_false() {
        check(
            json!({"type": "until"}),
            json!([[true, true, false, true, true], [false, false, false, false, true]]),
            json!([[], [], [false, false, false], [], [true, true]]),
            json!([]),
        );
    }

    #[test]
    fn what_never_came_is_false_on_a_finite_trace() {
        check(
            json!({"type": "until", "finite": true}),
            json!([[true, true], [false, false]]),
            json!([[], []]),
            json!([false, false]),
        );
    }
}
