//! One-line checks for unit tests, all in JSON, on top of `testing`.

use super::testing::{error, machine, steps};
use crate::error::Error;
use serde_json::Value as Json;

/// The processor, fed the inputs front by front, emits these steps on output 0, and that at the end.
pub fn check(processor: Json, inputs: Json, expected: Json, end: Json) {
    assert_eq!(steps(processor, inputs), (expected, end));
}

/// Running fails with this code and message, given as `CODE: message`.
pub fn fails(processor: Json, inputs: Json, expected: &str) {
    let error = error(processor, inputs);
    let (code, message) = expected.split_once(": ").expect("a code and a message");
    assert_eq!(error.code.name(), code, "{error}");
    assert!(error.message.ends_with(message), "{error}");
}

/// The error of building a processor with that many inputs.
pub fn refused(processor: Json, inputs: usize) -> Error {
    machine(&processor, inputs).err().expect("it should be refused")
}
