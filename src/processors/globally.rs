//! `globally`: LTL's G. For each event: are it and all later ones true?
//!
//! ```json
//! { "type": "globally", "finite": true }
//! ```
//! A verdict comes when it is known: false with the next false event. What is undecided when the trace ends stays
//! silent, or is true with `finite`.

use super::delayed;
use crate::engine::Kind;

pub static KIND: Kind = Kind {
    name: "globally",
    about: "LTL: is this event true, and all later ones? Emitted once it is known",
    symbol: "G",
    build: |p| delayed::build(p, "globally", false),
};

#[cfg(test)]
mod tests {
    use crate::processors::examples::{check, fails};
    use serde_json::json;

    #[test]
    fn a_false_event_decides_all_that_wait() {
        let events = json!([[true, true, false, true, false, false, true]]);
        let steps = json!([[], [], [false, false, false], [], [false, false], [false], []]);
        check(json!({"type": "globally"}), events.clone(), steps.clone(), json!([]));
        check(json!({"type": "globally", "finite": true}), events, steps, json!([true]));
    }

    #[test]
    fn only_booleans_have_a_verdict() {
        fails(json!({"type": "globally"}), json!([[1]]), "E_TYPE: globally wants a boolean, got a number: 1");
    }
}
