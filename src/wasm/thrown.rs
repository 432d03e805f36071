//! Errors as JS sees them.

use crate::error::Error;
use js_sys::{Object, Reflect};
use wasm_bindgen::prelude::*;

/// An error as a plain JS object; `js/error.js` makes a `WatertightError` of it.
pub fn to_js(error: &Error) -> JsValue {
    let object = Object::new();
    let set = |key: &str, value: JsValue| {
        // Setting a property of a fresh plain object cannot fail.
        let _ = Reflect::set(&object, &key.into(), &value);
    };
    set("code", error.code.name().into());
    set("message", error.message.as_str().into());
    set("path", error.path.as_deref().map_or(JsValue::UNDEFINED, JsValue::from));
    object.into()
}
