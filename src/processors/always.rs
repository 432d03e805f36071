//! `always`: three-valued G. One verdict for each event, about the trace from the first event on.
//!
//! ```json
//! { "type": "always", "of": { "type": "sometime", "of": { "type": "freeze" } } }
//! ```
//! Each event starts a copy of `of`, whose verdicts are true, false or `null` (not known yet). The verdict is false
//! for ever once a copy says false, and `null` before: no finite trace can make it true.

use super::spawning;
use crate::engine::Kind;

pub static KIND: Kind = Kind {
    name: "always",
    about: "Three-valued LTL: false once a copy started at some event says false, unknown before",
    symbol: "G?",
    build: |p| spawning::build(p, "always", false),
};

#[cfg(test)]
mod tests {
    use crate::processors::examples::{check, fails};
    use crate::processors::testing::machine;
    use crate::value::{Value, Writer};
    use serde_json::{Value as Json, json};

    fn responds() -> Json {
        json!({"type": "always", "of": {"processors": [
            {"id": "a", "type": "apply", "fn": "x == 'a'", "from": "in"},
            {"id": "a0", "type": "freeze", "from": "a"},
            {"id": "b", "type": "sometime", "from": "in", "of": {"processors": [
                {"id": "b", "type": "apply", "fn": "x == 'b'", "from": "in"},
                {"id": "b0", "type": "freeze", "from": "b"}
            ]}},
            {"id": "i", "type": "apply", "fn": "!x || y", "from": ["a0", "b"]}
        ]}})
    }

    #[test]
    fn a_false_copy_decides_for_ever() {
        let freeze = json!({"type": "always", "of": {"type": "freeze"}});
        check(freeze.clone(), json!([[true, null, true]]), json!([[null], [null], [null]]), json!([]));
        check(freeze.clone(), json!([[true, false, true]]), json!([[null], [false], [false]]), json!([]));
        fails(freeze, json!([[1]]), "E_TYPE: always wants true, false or null, got a number: 1");
    }

    #[test]
    fn every_request_may_still_be_answered() {
        check(responds(), json!([["a", "c", "b", "a"]]), json!([[null], [null], [null], [null]]), json!([]));
    }

    #[test]
    fn copies_that_wait_for_the_same_are_held_once() {
        let mut always = machine(&responds(), 1).unwrap();
        let size = |events: usize, always: &mut crate::engine::Machine| {
            (0..events).for_each(|_| always.push(0, Value::str("a")).unwrap());
            always.take(0);
            let mut state = Writer::default();
            always.save(&mut state);
            state.bytes.len()
        };
        let early = size(10, &mut always);
        assert!(size(1_000, &mut always) <= 2 * early);
    }
}
