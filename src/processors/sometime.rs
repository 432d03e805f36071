//! `sometime`: three-valued F. One verdict for each event, about the trace from the first event on.
//!
//! ```json
//! { "type": "sometime", "of": { "type": "freeze" } }
//! ```
//! Each event starts a copy of `of`. The verdict is true for ever once a copy says true, and `null` before: no
//! finite trace can make it false.

use super::spawning;
use crate::engine::Kind;

pub static KIND: Kind = Kind {
    name: "sometime",
    about: "Three-valued LTL: true once a copy started at some event says true, unknown before",
    symbol: "F?",
    build: |p| spawning::build(p, "sometime", true),
};

#[cfg(test)]
mod tests {
    use crate::processors::examples::check;
    use serde_json::json;

    #[test]
    fn a_true_copy_decides_for_ever() {
        check(
            json!({"type": "sometime", "of": {"type": "freeze"}}),
            json!([[false, null, true, false]]),
            json!([[null], [null], [true], [true]]),
            json!([]),
        );
    }
}
