//! What processors of this crate say about values they cannot take, and how they read three-valued verdicts.

use crate::error::{Error, Result};
use crate::value::Value;

/// The message for an event of the wrong type.
pub fn wanted(who: &str, what: &str, got: &Value) -> Error {
    match got {
        Value::Bool(_) | Value::Num(_) => Error::of_type(format!("{who} wants {what}, got {}: {got}", got.kind())),
        Value::Null => Error::of_type(format!("{who} wants {what}, got null")),
        _ => Error::of_type(format!("{who} wants {what}, got {}", got.kind())),
    }
}

/// A boolean event, or an error.
pub fn boolean(who: &str, value: &Value) -> Result<bool> {
    value.as_bool().ok_or_else(|| wanted(who, "a boolean", value))
}

/// A number event, or an error.
pub fn number(who: &str, value: &Value) -> Result<f64> {
    value.as_num().ok_or_else(|| wanted(who, "a number", value))
}

/// A verdict: true, false, or `None` for `null`, which is "not known yet".
pub fn verdict(who: &str, value: &Value) -> Result<Option<bool>> {
    match value {
        Value::Bool(b) => Ok(Some(*b)),
        Value::Null => Ok(None),
        other => Err(wanted(who, "true, false or null", other)),
    }
}

/// A verdict as an event.
pub fn shown(verdict: Option<bool>) -> Value {
    verdict.map_or(Value::Null, Value::Bool)
}
