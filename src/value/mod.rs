//! Events: JSON values, sets, multisets and maps, and objects that stay on the host's side.

mod column;
mod equality;
mod growth;
mod history;
mod host;
mod json;
mod members;
mod nesting;
mod persist;
mod print;
mod table;

pub use column::{Column, HostColumn, Strings, SymColumn};
pub use equality::{equals, same_elements};
pub use growth::Growth;
pub use history::{History, Version, Versions};
pub use host::{HostObject, Realm, Shape, install_realm};
pub use json::{from_json, to_json};
pub use members::Members;
pub use nesting::{Nest, inside};
pub use persist::{Persist, Reader, Writer, damaged};
pub use print::number_text;
pub use table::Table;

use indexmap::{IndexMap, IndexSet};
use rustc_hash::FxBuildHasher;
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
    List(Rc<Nest<Vec<Value>>>),
    Set(Rc<Nest<Elements>>),
    Multiset(Rc<Nest<Counts>>),
    /// A map with keys of any type (a JS `Map`).
    Map(Rc<Table>),
    /// A plain object: its keys are strings.
    Object(Rc<Nest<Entries>>),
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
        Value::List(Rc::new(items.into()))
    }
    /// A set value.
    pub fn set(items: impl IntoIterator<Item = Value>) -> Value {
        Value::Set(Rc::new(items.into_iter().collect::<Elements>().into()))
    }
    /// A multiset value.
    pub fn multiset(counts: Counts) -> Value {
        Value::Multiset(Rc::new(counts.into()))
    }
    /// A map value.
    pub fn map(entries: Entries) -> Value {
        Value::Map(Rc::new(Table::from(entries)))
    }
    /// A plain object.
    pub fn object(entries: Entries) -> Value {
        Value::Object(Rc::new(entries.into()))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_of_objects_lists_and_strings() {
        let v = from_json(&serde_json::json!({"user": {"id": 7}, "tags": ["a", "b"]}));
        assert_eq!(v.member("user").member("id"), Value::Num(7.0));
        assert_eq!(v.member("tags").at(&Value::Num(1.0)), Value::str("b"));
        assert_eq!(v.member("tags").member("length"), Value::Num(2.0));
        assert_eq!(v.member("nothing"), Value::Null);
    }
}
