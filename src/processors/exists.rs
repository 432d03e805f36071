//! `exists`: True as long as the pipeline is true of a value seen so far; silent otherwise
//!
//! ```json
//! { "type": "exists", "var": "v", "domain": "x", "of": { "type": "apply", "fn": "@v > 0" } }
//! ```
//! Every event adds the values of its domain, and is fed to the copies of all values so far.

use super::quantifier::{Domain, Rule, build};
use crate::engine::Kind;

pub static KIND: Kind = Kind {
    name: "exists",
    about: "True as long as the pipeline is true of a value seen so far; silent otherwise",
    symbol: "∃",
    build: |p| build(p, RULE),
};

const RULE: Rule = Rule {
    name: "exists",
    domain: Domain::EachEvent,
    conclude: |v| (v.truths > 0).then_some(true.into()),
    leave: |_| false,
};

#[cfg(test)]
mod tests {
    use crate::processors::examples::check;
    use serde_json::json;

    #[test]
    fn one_true_value_is_enough() {
        check(
            json!({"type": "exists", "var": "v", "domain": "x", "of": {"type": "apply", "fn": "@v > 0"}}),
            json!([[[-1], [3], [-4]]]),
            json!([[], [true], [true]]),
            json!([]),
        );
    }
}
