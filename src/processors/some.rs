//! `some`: Is the pipeline true of some value of the first event's domain?
//!
//! ```json
//! { "type": "some", "var": "v", "domain": "x", "of": { "type": "apply", "fn": "@v > 0" } }
//! ```
//! One verdict for each event; `null` while a value is undecided and none is true. False of an empty domain.

use super::quantifier::{Domain, Rule, build};
use crate::engine::Kind;

pub static KIND: Kind = Kind {
    name: "some",
    about: "Is the pipeline true of some value of the first event's domain?",
    symbol: "∃?",
    build: |p| build(p, RULE),
};

const RULE: Rule = Rule { name: "some", domain: Domain::FirstEvent, conclude: |v| Some(v.any()), leave: |_| false };

#[cfg(test)]
mod tests {
    use crate::processors::examples::check;
    use serde_json::json;

    #[test]
    fn one_true_value_decides() {
        check(
            json!({"type": "some", "var": "v", "domain": "x", "of": {"type": "apply", "fn": "@v > 0"}}),
            json!([[[-1, 2], [3]]]),
            json!([[true], [true]]),
            json!([]),
        );
    }

    #[test]
    fn an_empty_domain_is_false() {
        check(
            json!({"type": "some", "var": "v", "domain": "x", "of": {"type": "apply", "fn": "@v > 0"}}),
            json!([[[], [3]]]),
            json!([[false], [false]]),
            json!([]),
        );
    }
}
