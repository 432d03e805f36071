//! Errors on their way out: kept here until JS fetches them, so that a call can answer with a plain number.

use super::thrown;
use crate::error::{Code, Error};
use crate::trouble;
use std::cell::RefCell;
use wasm_bindgen::prelude::*;

thread_local! {
    static LAST: RefCell<Option<Error>> = const { RefCell::new(None) };
}

/// Keeps an error for [`take_error`]. Any other trouble of the same call ends with it.
pub fn keep(error: Error) {
    trouble::taken();
    LAST.with(|cell| *cell.borrow_mut() = Some(error));
}

/// The error of the last call that answered with a negative number: `{ code, message, path }`.
#[wasm_bindgen]
pub fn take_error() -> JsValue {
    LAST.with(|cell| cell.borrow_mut().take()).map_or(JsValue::UNDEFINED, |error| thrown::to_js(&error))
}

/// Takes the trouble that was noted where the engine had no way to pass it on.
pub fn taken_host_failure() -> Option<Error> {
    trouble::taken()
}

/// The error for what was thrown last on the JS side.
pub fn host_failure(who: &str) -> Error {
    Error::new(Code::Host, format!("{who} threw: {}", super::host::this().complaint()))
}
