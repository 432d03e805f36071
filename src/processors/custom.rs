//! `custom`: a processor the user wrote in JS. It exists only in code: JSON cannot name one.

use crate::engine::Kind;

pub static KIND: Kind = Kind {
    name: "custom",
    about: "A processor written in JS",
    symbol: "ƒ",
    build: |params| params.host_processor("host"),
};

#[cfg(test)]
mod tests {
    use crate::processors::testing::error;
    use serde_json::json;

    #[test]
    fn json_alone_cannot_make_one() {
        let error = error(json!({"type": "custom", "host": 0}), json!([[1]]));
        assert_eq!(error.code.name(), "E_SHAPE");
        assert_eq!(error.path.as_deref(), Some("$.processors[0].host"));
    }
}
