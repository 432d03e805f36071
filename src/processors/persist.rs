//! `persist`: holds the largest number for some events.
//!
//! ```json
//! { "type": "persist", "count": 2 }
//! ```
//! Emits the last number that was larger in size than those before it, until `count` events have not passed it;
//! then 0 once, and it starts again.

use super::verdict::number;
use crate::engine::{Because, Built, Emit, Flow, Kind, Params, Processor, Sketch};
use crate::error::Result;
use crate::stateful;
use crate::term::{Domain, TRUE, Term};
use crate::value::Value;

pub static KIND: Kind =
    Kind { name: "persist", about: "Holds the largest number for some events", symbol: "⎺", build };

fn build(p: &mut Params) -> Result<Built> {
    let count = p.whole("count", 0)?;
    Built::new(Persist { count, held: 0.0, since: 0 }, 1, 1)
}

#[derive(Clone)]
struct Persist {
    count: usize,
    held: f64,
    since: usize,
}

impl Persist {
    fn sound(&self) -> bool {
        self.since <= self.count
    }
}

impl Processor for Persist {
    fn step(&mut self, front: &mut [Value], out: &mut Emit) -> Result<Flow> {
        let x = number("persist", &front[0])?;
        self.since += 1;
        if x.abs() > self.held.abs() {
            self.held = x;
            self.since = 0;
        }
        if self.since > self.count {
            self.held = 0.0;
            self.since = 0;
        }
        out.put(0, Value::Num(self.held), Because::Last(self.since + 1));
        Ok(Flow::More)
    }
    #[cfg(feature = "prove")]
    fn model(&self, m: &mut Sketch, front: &[Term]) -> Result<()> {
        let x = m.number(front[0])?;
        let zero = m.terms.int(0);
        let domain = m.domain(0);
        let domain = m.either(&domain, &Domain::Range(0, 0));
        let (held, since) = (m.cell("held", domain, zero), m.counter("since", self.count));
        let larger = m.terms.less(held, x);
        let held = m.terms.choose(larger, x, held);
        let used = m.terms.is(since, self.count as i32);
        let same = m.terms.not(larger);
        let over = m.terms.and(used, same);
        let held = m.terms.choose(over, zero, held);
        m.set("held", held);
        let one = m.terms.int(1);
        let more = m.terms.add(since, one);
        let fresh = m.terms.or(larger, over);
        let since = m.terms.choose(fresh, zero, more);
        let since = m.terms.assume(since, 0, self.count as i32);
        m.set("since", since);
        m.emit(0, TRUE, held);
        Ok(())
    }
    stateful!(held, since; sound);
}

#[cfg(test)]
mod tests {
    use crate::processors::examples::check;
    use serde_json::json;

    #[test]
    fn a_peak_is_held_for_a_while() {
        check(
            json!({"type": "persist", "count": 2}),
            json!([[0, 5, 1, 1, 1, 1, 7]]),
            json!([[0], [5], [5], [5], [0], [1], [7]]),
            json!([]),
        );
    }
}
