//! Pull-streams: the event language of Lavoie and Hendren and what is specified in it.

pub mod allows;
pub mod entail;
pub mod explore;
pub mod history;
pub mod language;
#[cfg(all(test, not(target_arch = "wasm32")))]
mod laws;
pub mod progress;
pub mod questions;
pub mod spec;
pub mod specs;
pub mod steps;
