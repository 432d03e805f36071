//! The JS side as Rust sees it: one object with a few methods, none of which ever throws into WebAssembly.

use js_sys::{Array, Function};
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// The object that `js/boundary/host.js` makes.
    pub type Host;

    /// What an object holds, one level deep: its kind, then items or keys and values; `undefined` if reading threw.
    #[wasm_bindgen(method)]
    pub fn open(this: &Host, id: f64) -> JsValue;
    /// Keeps an object and gives it an id.
    #[wasm_bindgen(method)]
    pub fn hold(this: &Host, object: &JsValue) -> f64;
    /// The object of an id.
    #[wasm_bindgen(method)]
    pub fn held(this: &Host, id: f64) -> JsValue;
    /// A text got the next code on the Rust side.
    #[wasm_bindgen(method)]
    pub fn learn(this: &Host, text: &str);
    /// A text too long to be given a code.
    #[wasm_bindgen(method)]
    pub fn long(this: &Host, index: f64) -> String;
    /// Calls a function; `undefined` if it threw (a result of `undefined` comes as `null`).
    #[wasm_bindgen(method)]
    pub fn call(this: &Host, function: &Function, args: &Array) -> JsValue;
    /// Calls a function on a number; `NaN` unless it gave a number, and then [`Host::last`] tells.
    #[wasm_bindgen(method)]
    pub fn call1(this: &Host, function: &Function, x: f64) -> f64;
    /// The same on two numbers.
    #[wasm_bindgen(method)]
    pub fn call2(this: &Host, function: &Function, x: f64, y: f64) -> f64;
    /// The result of the last call on numbers, as [`Host::call`] would have given it.
    #[wasm_bindgen(method)]
    pub fn last(this: &Host) -> JsValue;
    /// One line about what was thrown last.
    #[wasm_bindgen(method)]
    pub fn complaint(this: &Host) -> String;
    /// The text of a panic, just before the instance traps.
    #[wasm_bindgen(method)]
    pub fn panicked(this: &Host, text: &str);
}

thread_local! {
    static HOST: RefCell<Option<Rc<Host>>> = const { RefCell::new(None) };
}

/// Names the JS side; called once, before anything else.
#[wasm_bindgen]
pub fn install(host: Host) {
    HOST.with(|cell| *cell.borrow_mut() = Some(Rc::new(host)));
    std::panic::set_hook(Box::new(|info| {
        console_error_panic_hook::hook(info);
        this().panicked(&info.to_string());
    }));
    super::realm::install();
}

/// The JS side.
pub fn this() -> Rc<Host> {
    HOST.with(|cell| cell.borrow().clone()).expect("install() comes first")
}

/// The memory of this instance.
#[wasm_bindgen]
pub fn engine_memory() -> JsValue {
    wasm_bindgen::memory()
}
