//! Texts as codes: a text crosses once, then only its number does. Both sides count in the same order.

use super::host;
use crate::value::{Strings, Value};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use wasm_bindgen::prelude::*;

/// Longer texts are not worth keeping on both sides.
const LONGEST: usize = 64;

thread_local! {
    static TEXTS: RefCell<Rc<Strings>> = RefCell::default();
    /// The number of that list, where it is quick to read; 0 before the first text.
    static LIST: Cell<u32> = const { Cell::new(0) };
    /// How many of them JS knows.
    static KNOWN: Cell<usize> = const { Cell::new(0) };
}

/// The list in use.
pub fn current() -> Rc<Strings> {
    TEXTS.with(|cell| cell.borrow().clone())
}

/// The number of the list in use.
#[inline(always)]
pub fn list() -> u32 {
    LIST.get()
}

/// The text of a code.
pub fn text(code: u32) -> Rc<str> {
    TEXTS.with(|cell| cell.borrow().text(code))
}

/// The text of a code, as a value.
pub fn value(code: u32) -> Value {
    Value::Str(text(code))
}

fn code_in_list(text: &str) -> u32 {
    TEXTS.with(|cell| {
        let strings = cell.borrow();
        LIST.set(strings.id());
        strings.code(text)
    })
}

/// The code of a text that goes out; `None` for a long one.
pub fn code(text: &str) -> Option<u32> {
    if text.len() > LONGEST {
        return None;
    }
    let code = code_in_list(text);
    if code as usize >= KNOWN.get() {
        host::this().learn(text);
        KNOWN.set(code as usize + 1);
    }
    Some(code)
}

/// JS met a text for the first time: its code.
#[wasm_bindgen]
pub fn intern(text: &str) -> u32 {
    let code = code_in_list(text);
    KNOWN.set(KNOWN.get().max(code as usize + 1));
    code
}

/// Starts anew with no text known; columns under way keep their own list.
#[wasm_bindgen]
pub fn forget_texts() {
    TEXTS.with(|cell| *cell.borrow_mut() = Rc::default());
    KNOWN.set(0);
}
