//! What there is to build with: every processor and every named function, for palettes, help and docs.

use crate::expr::all_functions;
use crate::processors;
use wasm_bindgen::prelude::*;

/// Rows of name, sign and description.
#[wasm_bindgen]
pub fn processor_rows() -> Vec<String> {
    let row = |kind: &crate::engine::Kind| [kind.name, kind.symbol, kind.about].map(String::from);
    processors::kinds().flat_map(row).collect()
}

/// Rows of name, set, least and most arguments, and description.
#[wasm_bindgen]
pub fn function_rows() -> Vec<String> {
    all_functions()
        .flat_map(|f| {
            let most = if f.most == usize::MAX { "Infinity".to_string() } else { f.most.to_string() };
            [f.name.to_string(), f.set.to_string(), f.least.to_string(), most, f.about.to_string()]
        })
        .collect()
}
