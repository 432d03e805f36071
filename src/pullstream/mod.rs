//! The pull-stream protocol: its rules, recorded traces and their judgement, the scenarios a module is tested in, and
//! the orders of asynchronous steps to try in each. What runs the modules under test lives in `js/`; nothing here
//! calls anybody.

mod judge;
mod rules;
mod scenario;
mod schedule;
mod trace;

pub use judge::{Violation, judge, watch};
pub use rules::{RULES, Rule, RuleText};
pub use scenario::{Kind, Scenario, scenarios};
pub use schedule::{Explorer, Step};
pub use trace::{End, Event, FIELDS, events};
