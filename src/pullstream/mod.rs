//! The pull-stream protocol: the event language of Lavoie and Hendren and what is specified in it; its rules, recorded
//! traces and their judgement; the scenarios a module is tested in, and the orders of asynchronous steps to try in
//! each. What runs the modules under test lives in `js/`; nothing here calls anybody.

pub mod allows;
pub mod entail;
pub mod explore;
pub mod history;
mod judge;
pub mod language;
#[cfg(all(test, not(target_arch = "wasm32")))]
mod laws;
pub mod progress;
pub mod promised;
pub mod questions;
mod rules;
mod scenario;
mod schedule;
pub mod spec;
pub mod specs;
pub mod steps;
mod trace;

pub use judge::{Violation, judge, watch};
pub use promised::rules_of;
pub use rules::{RULES, Rule, RuleText};
pub use scenario::{Kind, Scenario, scenarios};
pub use schedule::Explorer;
pub use trace::{End, Event, FIELDS, events};
