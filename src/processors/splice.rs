//! `splice`: a source that gives the events of several lists, one list after the other.
//!
//! ```json
//! { "type": "splice", "sources": [[1, 2], [3, 4]] }
//! ```

use super::values::Values;
use crate::engine::{Built, Kind};
use crate::value::Value;

pub static KIND: Kind = Kind {
    name: "splice",
    about: "A source of several lists of events, one after the other",
    symbol: "⧺",
    build: |params| {
        let mut values = Vec::new();
        for (i, source) in params.values("sources")?.into_iter().enumerate() {
            match source {
                Value::List(events) => values.extend(events.iter().cloned()),
                other => {
                    let message = format!("each of 'sources' must be a list of events, got {}", other.kind());
                    return Err(params.wrong(&format!("sources[{i}]"), message));
                }
            }
        }
        Built::new(Values::new(values, false), 0, 1)
    },
};

#[cfg(test)]
mod tests {
    use crate::engine::Params;
    use crate::processors::testing::workshop;
    use crate::value::Value;
    use serde_json::json;

    #[test]
    fn one_list_after_the_other() {
        let shop = workshop();
        let json = json!({"type": "splice", "sources": [[1, 2], [], ["a"]]});
        let mut params = Params::new(json.as_object().unwrap(), "$".into(), 0, &shop);
        let mut source = (super::KIND.build)(&mut params).unwrap().processor;
        let given: Vec<Value> = std::iter::from_fn(|| source.next()).collect();
        assert_eq!(given, [1.0.into(), 2.0.into(), "a".into()]);
    }

    #[test]
    fn a_source_is_a_list() {
        let shop = workshop();
        let json = json!({"type": "splice", "sources": [[1], 2]});
        let mut params = Params::new(json.as_object().unwrap(), "$".into(), 0, &shop);
        let error = (super::KIND.build)(&mut params).err().unwrap();
        assert_eq!(error.path.as_deref(), Some("$.sources[1]"));
    }
}
