//! Models: one kind of transition system between all front ends (pipelines, networks, scenarios) and all back ends
//! (the checkers, SMV), with the properties asked of it.

mod compile;
mod formula;
mod parse;
mod question;
mod structure;
mod system;

pub use compile::{InputDomain, InputPort, Inputs, Model, Settings, Side, compile, compile_monitor, compile_pair};
pub use formula::{Formula, Logic, One, Two};
pub use parse::{parse_ctl, parse_ltl, parse_term};
pub use question::{named, names};
pub use structure::structure;
pub use system::{First, Mode, Origin, Property, Rule, System, Var, VarKind};

pub use crate::engine::{Bounds, Hazard, Overflow};
pub use crate::term::{Domain, FALSE, Node, Sort, TRUE, Term, Terms};
