//! When two values are the same: `==` of expressions, hashing for keys and sets, and BeepBeep's looser `equals`.

use super::nesting::inside;
use super::{StrKey, Value};
use std::hash::{Hash, Hasher};

/// Deep equality: numbers by value (`NaN` equals itself so that it can be a key), lists in order,
/// sets, multisets and maps whatever their order, host objects by identity or by content.
pub fn equals(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Null, Value::Null) => true,
        (Value::Bool(a), Value::Bool(b)) => a == b,
        (Value::Num(a), Value::Num(b)) => a == b || (a.is_nan() && b.is_nan()),
        (Value::Str(a), Value::Str(b)) => a == b,
        (Value::List(a), Value::List(b)) => inside(false, || a == b),
        (Value::Set(a), Value::Set(b)) => inside(false, || a == b),
        (Value::Multiset(a), Value::Multiset(b)) => inside(false, || a == b),
        (Value::Map(a), Value::Map(b)) => inside(false, || a.entries() == b.entries()),
        (Value::Object(a), Value::Object(b)) => inside(false, || a == b),
        (Value::Host(a), Value::Host(b)) if a.id == b.id => true,
        (Value::Host(a), b) => equals(a.open(), b),
        (a, Value::Host(b)) => equals(a, b.open()),
        _ => false,
    }
}

/// BeepBeep's equality of collections: a list or a set with the same elements, each as often, in any order.
pub fn same_elements(a: &Value, b: &Value) -> bool {
    let items = |value: &Value| match value {
        Value::List(_) | Value::Set(_) => value.elements(),
        _ => None,
    };
    match (items(a.opened()), items(b.opened())) {
        (Some(x), Some(mut rest)) => inside(false, || {
            x.len() == rest.len()
                && x.iter().all(|v| match rest.iter().position(|w| same_elements(v, w)) {
                    Some(i) => {
                        rest.swap_remove(i);
                        true
                    }
                    None => false,
                })
        }),
        _ => equals(a, b),
    }
}

impl PartialEq for Value {
    fn eq(&self, other: &Value) -> bool {
        equals(self, other)
    }
}
impl Eq for Value {}

impl Hash for Value {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self.opened() {
            Value::Null => 0u8.hash(state),
            Value::Bool(b) => b.hash(state),
            Value::Num(n) => {
                // -0 equals 0, and every NaN is the same key.
                let n = if *n == 0.0 { 0.0 } else { *n };
                let bits = if n.is_nan() { f64::NAN.to_bits() } else { n.to_bits() };
                // Whole numbers differ in their upper bits alone; the hasher is too quick to spread them by itself.
                let spread = (bits ^ (bits >> 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
                (spread ^ (spread >> 32)).hash(state);
            }
            Value::Str(s) => s.hash(state),
            Value::List(items) => inside((), || items.as_slice().hash(state)),
            Value::Set(items) => inside((), || mix(items.iter(), state)),
            Value::Multiset(counts) => inside((), || mix(counts.iter(), state)),
            Value::Map(table) => inside((), || mix(table.entries().iter(), state)),
            Value::Object(entries) => inside((), || mix(entries.iter(), state)),
            Value::Host(_) => unreachable!("opened() never gives a host object"),
        }
    }
}

impl Hash for StrKey<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}

/// A hash that does not depend on the order of the parts.
fn mix<H: Hasher>(parts: impl Iterator<Item = impl Hash>, state: &mut H) {
    let mut sum = 0u64;
    for part in parts {
        let mut hasher = rustc_hash::FxHasher::default();
        part.hash(&mut hasher);
        sum = sum.wrapping_add(hasher.finish());
    }
    sum.hash(state);
}
