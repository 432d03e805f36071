//! Single values across the boundary, for the slow ways: nested values, results of JS functions.

use super::host;
use crate::error::{Error, Result};
use crate::value::{Entries, HostObject, Shape, Value};
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
        Value::Host(object) => host::this().held(object.id),
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
