//! `forAllNew`: Does no value whose copy has just spoken make the pipeline false?
//!
//! ```json
//! { "type": "forAllNew", "var": "v", "domain": "x", "of": { "type": "apply", "fn": "@v > 0" } }
//! ```
//! Every event starts a copy for each value of its domain. A copy counts once, with its first output, and leaves.

use super::quantifier::{Domain, Rule, build};
use crate::engine::Kind;

pub static KIND: Kind = Kind {
    name: "forAllNew",
    about: "Does no value whose copy has just spoken make the pipeline false?",
    symbol: "∀+",
    build: |p| build(p, RULE),
};

const RULE: Rule = Rule {
    name: "forAllNew",
    domain: Domain::EachEvent,
    conclude: |v| Some((v.falsehoods == 0).into()),
    leave: |_| true,
};

#[cfg(test)]
mod tests {
    use crate::processors::examples::check;
    use serde_json::json;

    #[test]
    fn each_value_counts_once() {
        check(
            json!({"type": "forAllNew", "var": "v", "domain": "x", "of": {"type": "apply", "fn": "@v > 0"}}),
            json!([[[1, 2], [3, -1], [4], []]]),
            json!([[true], [false], [true], [true]]),
            json!([]),
        );
    }
}
