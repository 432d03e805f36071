//! `eventually`: LTL's F. For each event: is it or a later one true?
//!
//! ```json
//! { "type": "eventually", "finite": true }
//! ```
//! A verdict comes when it is known: true with the next true event. What is undecided when the trace ends stays
//! silent, or is false with `finite`.

use super::delayed;
use crate::engine::Kind;

pub static KIND: Kind = Kind {
    name: "eventually",
    about: "LTL: is this event true, or a later one? Emitted once it is known",
    symbol: "F",
    build: |p| delayed::build(p, "eventually", true),
};

#[cfg(test)]
mod tests {
    use crate::processors::examples::check;
    use serde_json::json;

    #[test]
    fn a_true_event_decides_all_that_wait() {
        let events = json!([[false, false, true, false, true, true, false]]);
        let steps = json!([[], [], [true, true, true], [], [true, true], [true], []]);
        check(json!({"type": "eventually"}), events.clone(), steps.clone(), json!([]));
        check(json!({"type": "eventually", "finite": true}), events, steps, json!([false]));
    }
}
