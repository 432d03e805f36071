//! `next`: LTL's X. For each event: what is the one after it?
//!
//! ```json
//! { "type": "next", "finite": true }
//! ```
//! The first event is dropped, so that each front downstream meets the following event. With `finite`, the last
//! event, which has none after it, gets false when the trace ends.

use crate::engine::{Because, Built, Emit, Failure, Flow, Kind, Params, Processor, Sketch, Type};
use crate::error::Result;
use crate::stateful;
use crate::term::{FALSE, TRUE, Term};
use crate::value::{Column, Value};

pub static KIND: Kind = Kind { name: "next", about: "LTL: the event after this one", symbol: "X", build };

fn build(p: &mut Params) -> Result<Built> {
    let finite = p.flag("finite")?;
    Built::new(Next { finite, begun: false }, 1, 1)
}

#[derive(Clone)]
struct Next {
    finite: bool,
    begun: bool,
}

impl Processor for Next {
    fn step(&mut self, front: &mut [Value], out: &mut Emit) -> Result<Flow> {
        if std::mem::replace(&mut self.begun, true) {
            out.one(std::mem::take(&mut front[0]));
        }
        Ok(Flow::More)
    }
    fn batch(
        &mut self,
        inputs: &[Column],
        n: usize,
        out: &mut [Column],
    ) -> std::result::Result<(usize, Flow), Failure> {
        let from = usize::from(!self.begun).min(n);
        self.begun |= n > 0;
        out[0].extend(&inputs[0], from..n);
        Ok((n, Flow::More))
    }
    fn end(&mut self, out: &mut Emit) -> Result<()> {
        if self.finite && self.begun {
            out.put(0, Value::Bool(false), Because::Last(1));
        }
        Ok(())
    }
    fn types(&self, inputs: &[Type]) -> Option<Vec<Type>> {
        Some(inputs.to_vec())
    }
    #[cfg(feature = "prove")]
    fn model(&self, m: &mut Sketch, front: &[Term]) -> Result<()> {
        let begun = m.flag("begun");
        m.emit(0, begun, front[0]);
        m.set("begun", TRUE);
        Ok(())
    }
    #[cfg(feature = "prove")]
    fn model_end(&self, m: &mut Sketch) -> Result<()> {
        if self.finite {
            let begun = m.flag("begun");
            m.emit(0, begun, FALSE);
        }
        Ok(())
    }
    stateful!(begun);
}

#[cfg(test)]
mod tests {
    use crate::processors::examples::check;
    use serde_json::json;

    #[test]
    fn the_first_event_has_nothing_before_it() {
        check(json!({"type": "next"}), json!([[true, false, true]]), json!([[], [false], [true]]), json!([]));
    }

    #[test]
    fn nothing_comes_after_the_last_event() {
        check(json!({"type": "next", "finite": true}), json!([[true, true]]), json!([[], [true]]), json!([false]));
        check(json!({"type": "next", "finite": true}), json!([[]]), json!([]), json!([]));
    }
}
