//! Values from and to JSON.

use super::nesting::inside;
use super::{Entries, Value};
use serde_json::{Map, Number, Value as Json};

/// The event a JSON value stands for.
pub fn from_json(json: &Json) -> Value {
    match json {
        Json::Null => Value::Null,
        Json::Bool(b) => Value::Bool(*b),
        Json::Number(n) => Value::Num(n.as_f64().unwrap_or(f64::NAN)),
        Json::String(s) => Value::str(s),
        Json::Array(items) => Value::list(items.iter().map(from_json).collect()),
        Json::Object(members) => {
            let mut entries = Entries::default();
            for (key, value) in members {
                entries.insert(Value::str(key), from_json(value));
            }
            Value::object(entries)
        }
    }
}

/// JSON for a value. What JSON lacks is written as near as it comes: sets as arrays, maps and multisets as
/// objects, `NaN` and the infinities as `null`.
pub fn to_json(value: &Value) -> Json {
    match value.opened() {
        Value::Null => Json::Null,
        Value::Bool(b) => Json::Bool(*b),
        Value::Num(n) => number(*n),
        Value::Str(s) => Json::String(s.to_string()),
        collection => inside(Json::Null, || of_collection(collection)),
    }
}

fn of_collection(collection: &Value) -> Json {
    match collection {
        Value::List(items) => items.iter().map(to_json).collect(),
        Value::Set(items) => items.iter().map(to_json).collect(),
        Value::Multiset(counts) => Json::Object(counts.iter().map(|(k, n)| (k.to_string(), Json::from(*n))).collect()),
        Value::Map(table) => Json::Object(members(table.entries())),
        Value::Object(entries) => Json::Object(members(entries)),
        _ => Json::Null,
    }
}

fn members(entries: &Entries) -> Map<String, Json> {
    entries.iter().map(|(k, v)| (k.to_string(), to_json(v))).collect()
}

/// A whole number is written without a fraction, as JS does.
fn number(n: f64) -> Json {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    if n.fract() == 0.0 && n.abs() <= EXACT {
        Json::from(n as i64)
    } else {
        Number::from_f64(n).map_or(Json::Null, Json::Number)
    }
}
