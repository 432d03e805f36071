//! `forAll`: False as long as the pipeline is false of a value seen so far; silent otherwise
//!
//! ```json
//! { "type": "forAll", "var": "v", "domain": "x", "of": { "type": "apply", "fn": "@v > 0" } }
//! ```
//! Every event adds the values of its domain, and is fed to the copies of all values so far.

use super::quantifier::{Domain, Rule, build};
use crate::engine::Kind;

pub static KIND: Kind = Kind {
    name: "forAll",
    about: "False as long as the pipeline is false of a value seen so far; silent otherwise",
    symbol: "∀",
    build: |p| build(p, RULE),
};

const RULE: Rule = Rule {
    name: "forAll",
    domain: Domain::EachEvent,
    conclude: |v| (v.falsehoods > 0).then_some(false.into()),
    leave: |_| false,
};

#[cfg(test)]
mod tests {
    use crate::processors::examples::check;
    use serde_json::json;

    #[test]
    fn one_false_value_is_enough() {
        check(
            json!({"type": "forAll", "var": "v", "domain": "x", "of": {"type": "apply", "fn": "@v > 0"}}),
            json!([[[1, 2], [3, -1], [4]]]),
            json!([[], [false], [false]]),
            json!([]),
        );
    }
}
