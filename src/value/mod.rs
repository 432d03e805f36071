//! Events: JSON values, sets, multisets and maps, and objects that stay on the host's side.

mod column;
mod equality;
mod history;
mod host;
mod json;
mod members;
mod persist;
mod table;

pub use column::{Column, HostColumn, Strings, SymColumn};
pub use equality::{equals, same_elements};
pub use history::{History, Version, Versions};
pub use host::{HostObject, Realm, Shape, install_realm};
pub use json::{from_json, to_json};
pub use members::Members;
pub use persist::{Persist, Reader, Writer, damaged};
pub use table::Table;

use indexmap::{IndexMap, IndexSet};
use rustc_hash::FxBuildHasher;
use std::fmt;
use std::rc::Rc;

/// A set of values, in order of insertion; equality ignores the order.
pub type Elements = IndexSet<Value, FxBuildHasher>;
/// Keys and values, in order of insertion; equality ignores the order.
pub type Entries = IndexMap<Value, Value, FxBuildHasher>;
/// Elements and how often each occurs.
pub type Counts = IndexMap<Value, u64, FxBuildHasher>;

/// One event. Cloning is cheap: everything large is shared.
///
/// Three-valued verdicts are `true`, `false` and `null` ("not known yet").
#[derive(Clone, Default)]
pub enum Value {
    #[default]
    Null,
    Bool(bool),
    Num(f64),
    Str(Rc<str>),
    List(Rc<Vec<Value>>),
    Set(Rc<Elements>),
    Multiset(Rc<Counts>),
    /// A map with keys of any type (a JS `Map`).
    Map(Rc<Table>),
    /// A plain object: its keys are strings.
    Object(Rc<Entries>),
    /// An object of the host (JS), by reference.
    Host(Rc<HostObject>),
}

impl Value {
    /// A string value.
    pub fn str(text: &str) -> Value {
        Value::Str(Rc::from(text))
    }
    /// A list value.
    pub fn list(items: Vec<Value>) -> Value {
        Value::List(Rc::new(items))
    }
    /// A set value.
    pub fn set(items: impl IntoIterator<Item = Value>) -> Value {
        Value::Set(Rc::new(items.into_iter().collect()))
    }
    /// A map value.
    pub fn map(entries: Entries) -> Value {
        Value::Map(Rc::new(Table::from(entries)))
    }
    /// A plain object.
    pub fn object(entries: Entries) -> Value {
        Value::Object(Rc::new(entries))
    }
    /// What a message calls this kind of value.
    pub fn kind(&self) -> &'static str {
        match self {
            Value::Null => "null",
            Value::Bool(_) => "a boolean",
            Value::Num(_) => "a number",
            Value::Str(_) => "a string",
            Value::List(_) => "a list",
            Value::Set(_) => "a set",
            Value::Multiset(_) => "a multiset",
            Value::Map(_) => "a map",
            Value::Object(_) => "an object",
            Value::Host(host) => host.open().kind(),
        }
    }
    /// The value itself, or what a host object holds.
    pub fn opened(&self) -> &Value {
        match self {
            Value::Host(host) => host.open(),
            other => other,
        }
    }
    /// The number, if it is one.
    pub fn as_num(&self) -> Option<f64> {
        match self {
            Value::Num(n) => Some(*n),
            _ => None,
        }
    }
    /// The boolean, if it is one.
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Value::Bool(b) => Some(*b),
            _ => None,
        }
    }
    /// The text, if it is a string.
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Value::Str(s) => Some(s),
            _ => None,
        }
    }
    /// Keys and values of a map or object.
    pub fn as_entries(&self) -> Option<&Entries> {
        match self.opened() {
            Value::Map(table) => Some(table.entries()),
            Value::Object(entries) => Some(entries),
            _ => None,
        }
    }
    /// The elements of any collection, in its order: of a list or set, each as often as it occurs in a
    /// multiset, the values of a map.
    pub fn elements(&self) -> Option<Vec<Value>> {
        match self.opened() {
            Value::List(items) => Some(items.to_vec()),
            Value::Set(items) => Some(items.iter().cloned().collect()),
            Value::Multiset(counts) => {
                Some(counts.iter().flat_map(|(v, n)| std::iter::repeat_n(v.clone(), *n as usize)).collect())
            }
            Value::Map(table) => Some(table.entries().values().cloned().collect()),
            _ => None,
        }
    }
    /// The member of that name of an object or map, or `null` where there is none.
    pub fn member(&self, name: &str) -> Value {
        if let Value::Host(host) = self {
            if let Some(value) = host.field(name) {
                return value.clone();
            }
        }
        match self.opened() {
            Value::Object(entries) => entries.get(&StrKey(name)).cloned().unwrap_or_default(),
            Value::Map(table) => table.get(&Value::str(name)).unwrap_or_default(),
            Value::List(items) if name == "length" => Value::Num(items.len() as f64),
            Value::Str(text) if name == "length" => Value::Num(text.encode_utf16().count() as f64),
            _ => Value::Null,
        }
    }
    /// The element at an index of a list, or the entry of a key of an object or map; `null` where there is none.
    pub fn at(&self, key: &Value) -> Value {
        match (self.opened(), key) {
            (Value::List(items), Value::Num(i)) if *i >= 0.0 && i.fract() == 0.0 => {
                items.get(*i as usize).cloned().unwrap_or_default()
            }
            (_, Value::Str(name)) => self.member(name),
            (Value::Map(table), key) => table.get(key).unwrap_or_default(),
            _ => Value::Null,
        }
    }
}

/// A borrowed string that looks up as a `Value::Str`.
pub struct StrKey<'a>(pub &'a str);

impl indexmap::Equivalent<Value> for StrKey<'_> {
    fn equivalent(&self, key: &Value) -> bool {
        key.as_str() == Some(self.0)
    }
}

impl From<f64> for Value {
    fn from(n: f64) -> Value {
        Value::Num(n)
    }
}
impl From<bool> for Value {
    fn from(b: bool) -> Value {
        Value::Bool(b)
    }
}
impl From<&str> for Value {
    fn from(s: &str) -> Value {
        Value::str(s)
    }
}

/// Text as JS would show it: numbers without a trailing `.0`, strings bare, the rest as JSON.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Str(s) => f.write_str(s),
            Value::Num(n) => f.write_str(&number_text(*n)),
            other => write!(f, "{}", to_json(other)),
        }
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Str(s) => write!(f, "{s:?}"),
            other => write!(f, "{other}"),
        }
    }
}

/// A number as JS prints it, for the ranges people read (exponents from 1e21 on, as JS).
pub fn number_text(n: f64) -> String {
    if n.is_nan() {
        "NaN".into()
    } else if n.is_infinite() {
        if n > 0.0 { "Infinity".into() } else { "-Infinity".into() }
    } else if n == 0.0 {
        "0".into()
    } else if n.abs() >= 1e21 || n.abs() < 1e-6 {
        let text = format!("{n:e}");
        match text.split_once('e') {
            Some((digits, exponent)) if !exponent.starts_with('-') => format!("{digits}e+{exponent}"),
            _ => text,
        }
    } else {
        format!("{n}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_print_as_js_does() {
        for (n, text) in [
            (1.0, "1"),
            (-0.0, "0"),
            (0.1 + 0.2, "0.30000000000000004"),
            (1e21, "1e+21"),
            (1.5e-7, "1.5e-7"),
            (123456789012345680000.0, "123456789012345680000"),
        ] {
            assert_eq!(number_text(n), text);
        }
    }

    #[test]
    fn members_of_objects_lists_and_strings() {
        let v = from_json(&serde_json::json!({"user": {"id": 7}, "tags": ["a", "b"]}));
        assert_eq!(v.member("user").member("id"), Value::Num(7.0));
        assert_eq!(v.member("tags").at(&Value::Num(1.0)), Value::str("b"));
        assert_eq!(v.member("tags").member("length"), Value::Num(2.0));
        assert_eq!(v.member("nothing"), Value::Null);
    }
}
