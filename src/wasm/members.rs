//! Objects by their members: a fixed place in memory where JS writes the numbers of one object after the other.

use super::texts;
use crate::value::Members;
use std::cell::Cell;
use wasm_bindgen::prelude::*;

type Places = [Cell<u64>; Members::MOST];

thread_local! {
    // They never move: their address is handed out once.
    static PLACES: Places = const { [const { Cell::new(0) }; Members::MOST] };
}

/// Where the members are written: how many, and the address of the first.
#[wasm_bindgen]
pub fn members_layout() -> Vec<u32> {
    PLACES.with(|places| vec![places.len() as u32, places.as_ptr() as u32])
}

/// Does something with the members that were written last; the bits of `texts` tell which are codes of texts.
#[inline(always)]
pub fn with<T>(texts: u32, act: impl FnOnce(&Members) -> T) -> T {
    PLACES.with(|places| act(&Members { places, texts, list: texts::list(), text_of: texts::text }))
}
