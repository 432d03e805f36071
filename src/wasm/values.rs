//! Single values across the boundary, for the slow ways: nested values, results of JS functions.

use super::host;
use crate::error::{Error, Result};
use crate::value::{Column, Entries, HostObject, Shape, Value, inside};
use js_sys::{Array, Map, Object, Set};
use std::rc::Rc;
use wasm_bindgen::prelude::*;

/// Sets come out as `Set`, maps as `Map`, multisets as a `Map` from element to count, host objects as themselves.
pub fn to_js(value: &Value) -> JsValue {
    match value {
        Value::Null => JsValue::NULL,
        Value::Bool(b) => JsValue::from_bool(*b),
        Value::Num(n) => JsValue::from_f64(*n),
        Value::Str(s) => JsValue::from_str(s),
        Value::Host(object) => host::this().held(object.id),
        collection => inside(JsValue::NULL, || collection_to_js(collection)),
    }
}

fn collection_to_js(collection: &Value) -> JsValue {
    match collection {
        Value::List(items) => items.iter().map(to_js).collect::<Array>().into(),
        Value::Set(items) => {
            let set = Set::new(&JsValue::UNDEFINED);
            items.iter().for_each(|item| drop(set.add(&to_js(item))));
            set.into()
        }
        Value::Multiset(counts) => {
            let map = Map::new();
            counts.iter().for_each(|(item, n)| drop(map.set(&to_js(item), &JsValue::from_f64(*n as f64))));
            map.into()
        }
        Value::Map(table) => {
            let map = Map::new();
            table.entries().iter().for_each(|(k, v)| drop(map.set(&to_js(k), &to_js(v))));
            map.into()
        }
        Value::Object(entries) => {
            // fromEntries defines members: a key such as `__proto__` stays a mere member.
            let pairs: Array = entries.iter().map(|(k, v)| Array::of2(&to_js(k), &to_js(v))).collect();
            Object::from_entries(&pairs).map_or(JsValue::NULL, JsValue::from)
        }
        _ => JsValue::NULL,
    }
}

/// Notes the trouble [`to_js`] would have with one of these events. Asked before a batch's results are handed out, since
/// that happens in calls that cannot fail.
pub fn foresee(column: &Column) {
    match column {
        Column::Any(values) => values.iter().for_each(walk),
        // Versions of one map have its values in common, by and large: those of the last tell whether any nest at all.
        Column::Map(versions) => {
            let nests = |map: &Value| map.as_entries().is_some_and(|entries| entries.values().any(is_collection));
            let n = versions.len();
            if n > 0 && nests(&versions.get(n - 1).table()) {
                (0..n).for_each(|i| walk(&versions.get(i).table()));
            }
        }
        _ => {}
    }
}

fn is_collection(value: &Value) -> bool {
    use Value::{List, Map, Multiset, Object, Set};
    matches!(value, List(_) | Set(_) | Multiset(_) | Map(_) | Object(_))
}

fn walk(value: &Value) {
    let entries = |entries: &Entries| entries.iter().for_each(|(key, value)| [key, value].into_iter().for_each(walk));
    if is_collection(value) {
        inside((), || match value {
            Value::List(items) => items.iter().for_each(walk),
            Value::Set(items) => items.iter().for_each(walk),
            Value::Multiset(counts) => counts.keys().for_each(walk),
            Value::Map(table) => entries(table.entries()),
            Value::Object(members) => entries(members),
            _ => {}
        });
    }
}

/// JSON values by value, objects of any kind by reference.
pub fn from_js(value: &JsValue) -> Result<Value> {
    if let Some(n) = value.as_f64() {
        return Ok(Value::Num(n));
    }
    if let Some(b) = value.as_bool() {
        return Ok(Value::Bool(b));
    }
    if value.is_null() || value.is_undefined() {
        return Ok(Value::Null);
    }
    if let Some(text) = value.as_string() {
        return Ok(Value::str(&text));
    }
    if value.is_object() && !value.is_function() {
        return Ok(by_reference(host::this().hold(value), Rc::new(Shape::default()), Vec::new()));
    }
    let kind = value.js_typeof().as_string().unwrap_or_default();
    Err(Error::of_type(format!("an event must be a JSON value or an object, got a {kind}")))
}

/// A reference to an object that JS holds.
pub fn by_reference(id: f64, shape: Rc<Shape>, fields: Vec<Value>) -> Value {
    Value::Host(Rc::new(HostObject::new(id, shape, fields.into())))
}

/// What `Host::open` answered: the kind, then items or keys and values.
pub fn from_opened(parts: &Array) -> Result<Value> {
    let items = || parts.iter().skip(1).map(|item| from_js(&item)).collect::<Result<Vec<Value>>>();
    let entries = || -> Result<Entries> {
        let mut entries = Entries::default();
        let items = items()?;
        for pair in items.chunks_exact(2) {
            entries.insert(pair[0].clone(), pair[1].clone());
        }
        Ok(entries)
    };
    match parts.get(0).as_string().as_deref() {
        Some("list") => Ok(Value::list(items()?)),
        Some("set") => Ok(Value::set(items()?)),
        Some("map") => Ok(Value::map(entries()?)),
        _ => Ok(Value::object(entries()?)),
    }
}
