//! `limit`: after a number that is not 0, the next ones become 0.
//!
//! ```json
//! { "type": "limit", "count": 3 }
//! ```
//! Of any `count` events in a row, at most one is not 0.

use super::verdict::number;
use crate::engine::{Built, Emit, Flow, Kind, Params, Processor, Sketch};
use crate::error::Result;
use crate::stateful;
use crate::term::{TRUE, Term};
use crate::value::Value;

pub static KIND: Kind =
    Kind { name: "limit", about: "After a number that is not 0, the next ones become 0", symbol: "↧", build };

fn build(p: &mut Params) -> Result<Built> {
    let count = p.whole_or("count", 0, 5)?;
    Built::new(Limit { count, left: 0 }, 1, 1)
}

#[derive(Clone)]
struct Limit {
    count: usize,
    /// Events until a number may pass again, the next one included.
    left: usize,
}

impl Limit {
    fn sound(&self) -> bool {
        self.left <= self.count
    }
}

impl Processor for Limit {
    fn step(&mut self, front: &mut [Value], out: &mut Emit) -> Result<Flow> {
        let x = number("limit", &front[0])?;
        self.left = self.left.saturating_sub(1);
        if self.left > 0 || x == 0.0 {
            out.one(Value::Num(0.0));
        } else {
            self.left = self.count;
            out.one(Value::Num(x));
        }
        Ok(Flow::More)
    }
    #[cfg(feature = "prove")]
    fn model(&self, m: &mut Sketch, front: &[Term]) -> Result<()> {
        let x = m.number(front[0])?;
        let left = m.counter("left", self.count);
        let (zero, one, full) = (m.terms.int(0), m.terms.int(1), m.terms.int(self.count as i32));
        let less = m.terms.sub(left, one);
        let none = m.terms.is(left, 0);
        let left = m.terms.choose(none, zero, less);
        let left = m.terms.assume(left, 0, self.count as i32);
        let (waits, null) = (m.terms.less(zero, left), m.terms.is(x, 0));
        let cut = m.terms.or(waits, null);
        let value = m.terms.choose(cut, zero, x);
        m.emit(0, TRUE, value);
        let next = m.terms.choose(cut, left, full);
        m.set("left", next);
        Ok(())
    }
    stateful!(left; sound);
}

#[cfg(test)]
mod tests {
    use crate::processors::examples::check;
    use serde_json::json;

    #[test]
    fn one_number_in_three_passes() {
        check(
            json!({"type": "limit", "count": 3}),
            json!([[0, 5, 6, 7, 8, 0, 9]]),
            json!([[0], [5], [0], [0], [8], [0], [0]]),
            json!([]),
        );
    }
}
