//! How the prover starts.

use wasm_bindgen::prelude::*;

/// Called once, before anything else: the text of a panic goes to the console.
#[wasm_bindgen]
pub fn start_prover() {
    console_error_panic_hook::set_once();
}
