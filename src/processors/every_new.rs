//! `everyNew`: Three-valued verdict over the values of all events, each until it is decided
//!
//! ```json
//! { "type": "everyNew", "var": "v", "domain": "x", "of": { "type": "apply", "fn": "@v > 0" } }
//! ```
//! Every event starts a copy for each value of its domain. A copy that is true or false counts once and leaves;
//! an undecided one stays. `null` also where there is no value at all.

use super::quantifier::{Domain, Rule, build};
use crate::engine::Kind;

pub static KIND: Kind = Kind {
    name: "everyNew",
    about: "Three-valued verdict over the values of all events, each until it is decided",
    symbol: "∀?+",
    build: |p| build(p, RULE),
};

const RULE: Rule = Rule {
    name: "everyNew",
    domain: Domain::EachEvent,
    conclude: |v| Some(if v.truths + v.falsehoods == 0 { crate::value::Value::Null } else { v.all() }),
    leave: |verdict| verdict.is_some(),
};

#[cfg(test)]
mod tests {
    use crate::processors::examples::check;
    use serde_json::json;

    #[test]
    fn no_value_is_not_known_yet() {
        check(
            json!({"type": "everyNew", "var": "v", "domain": "x", "of": {"type": "apply", "fn": "@v > 0"}}),
            json!([[[1, 2], [], [3, -1], [4]]]),
            json!([[true], [null], [false], [true]]),
            json!([]),
        );
    }
}
