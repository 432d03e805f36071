//! `every`: Is the pipeline true of all values of the first event's domain?
//!
//! ```json
//! { "type": "every", "var": "v", "domain": "x", "of": { "type": "apply", "fn": "@v > 0" } }
//! ```
//! One verdict for each event; `null` while a value is undecided and none is false. True of an empty domain.

use super::quantifier::{Domain, Rule, build};
use crate::engine::Kind;

pub static KIND: Kind = Kind {
    name: "every",
    about: "Is the pipeline true of all values of the first event's domain?",
    symbol: "∀?",
    build: |p| build(p, RULE),
};

const RULE: Rule = Rule { name: "every", domain: Domain::FirstEvent, conclude: |v| Some(v.all()), leave: |_| false };

#[cfg(test)]
mod tests {
    use crate::processors::examples::check;
    use serde_json::json;

    #[test]
    fn all_values_must_agree() {
        check(
            json!({"type": "every", "var": "v", "domain": "x", "of": {"type": "apply", "fn": "@v > 0"}}),
            json!([[[1, 2], [3]]]),
            json!([[true], [true]]),
            json!([]),
        );
    }

    #[test]
    fn one_false_value_decides() {
        check(
            json!({"type": "every", "var": "v", "domain": "x", "of": {"type": "apply", "fn": "@v > 0"}}),
            json!([[[1, -2], [3]]]),
            json!([[false], [false]]),
            json!([]),
        );
    }

    #[test]
    fn an_empty_domain_is_true() {
        check(
            json!({"type": "every", "var": "v", "domain": "x", "of": {"type": "apply", "fn": "@v > 0"}}),
            json!([[[], [-3]]]),
            json!([[true], [true]]),
            json!([]),
        );
    }
}
