//! `upTo`: three-valued U. Does the left input hold up to a front where the right one does?
//!
//! ```json
//! { "type": "upTo", "from": ["left", "right"] }
//! ```
//! One verdict for each front, about the trace from its beginning: true once right is true, false once left is false
//! before that, `null` while neither is known.

use super::verdict::{shown, verdict};
use crate::engine::{Because, Built, Emit, Flow, Kind, Processor};
use crate::error::Result;
use crate::stateful;
use crate::value::Value;

pub static KIND: Kind = Kind {
    name: "upTo",
    about: "Three-valued LTL: the left input holds up to where the right one does",
    symbol: "U?",
    build: |_| Built::new(UpTo::default(), 2, 1),
};

#[derive(Clone, Default)]
struct UpTo {
    verdict: Option<bool>,
}

impl Processor for UpTo {
    fn step(&mut self, front: &mut [Value], out: &mut Emit) -> Result<Flow> {
        let (left, right) = (verdict("upTo", &front[0])?, verdict("upTo", &front[1])?);
        if self.verdict.is_none() {
            self.verdict = match (left, right) {
                (_, Some(true)) => Some(true),
                (Some(false), _) => Some(false),
                _ => None,
            };
        }
        out.put(0, shown(self.verdict), Because::All);
        Ok(Flow::More)
    }
    stateful!(verdict);
}

#[cfg(test)]
mod tests {
    use crate::processors::examples::check;
    use serde_json::json;

    #[test]
    fn right_makes_it_true() {
        check(
            json!({"type": "upTo"}),
            json!([[true, true, null, true], [false, null, false, true]]),
            json!([[null], [null], [null], [true]]),
            json!([]),
        );
    }

    #[test]
    fn a_false_left_makes_it_false_for_ever() {
        check(
            json!({"type": "upTo"}),
            json!([[true, false, true], [false, false, true]]),
            json!([[null], [false], [false]]),
            json!([]),
        );
    }
}
