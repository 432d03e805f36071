//! Errors on their way out: kept here until JS fetches them, so that a call can answer with a plain number.

use crate::error::{Code, Error};
use js_sys::{Object, Reflect};
use std::cell::RefCell;
use wasm_bindgen::prelude::*;

thread_local! {
    static LAST: RefCell<Option<Error>> = const { RefCell::new(None) };
    static FROM_HOST: RefCell<Option<Error>> = const { RefCell::new(None) };
}

/// Keeps an error for [`take_error`].
pub fn keep(error: Error) {
    LAST.with(|cell| *cell.borrow_mut() = Some(error));
}

/// The error of the last call that answered with a negative number: `{ code, message, path }`.
#[wasm_bindgen]
pub fn take_error() -> JsValue {
    LAST.with(|cell| cell.borrow_mut().take()).map_or(JsValue::UNDEFINED, |error| to_js(&error))
}

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

/// An error where the engine had no way to pass it on; the call under way fails with it.
pub fn note(error: Error) {
    FROM_HOST.with(|cell| {
        cell.borrow_mut().get_or_insert(error);
    });
}

/// The same for what was thrown while the engine looked into an object.
pub fn note_host_failure() {
    note(host_failure("reading an object"));
}

/// Takes what [`note`] kept.
pub fn taken_host_failure() -> Option<Error> {
    FROM_HOST.with(|cell| cell.borrow_mut().take())
}

/// The error for what was thrown last on the JS side.
pub fn host_failure(who: &str) -> Error {
    Error::new(Code::Host, format!("{who} threw: {}", super::host::this().complaint()))
}
