//! # watertight: streams you can prove
//!
//! A pipeline of stream processors is data (JSON). This crate checks it, lays it out as a flat plan and runs it, on
//! single events or on typed columns; the npm package of the same name is this crate compiled to WebAssembly.
//!
//! ```
//! use watertight::{engine::{Workshop, compile}, limits::Limits, processors::kind, value::Value};
//!
//! let json = r#"{ "processors": [
//!     { "id": "third", "type": "decimate", "interval": 3, "from": "in" },
//!     { "id": "sum", "type": "apply", "fn": "x + y", "from": ["third", "in"] }
//! ] }"#;
//! let mut pipeline = compile(json, &Workshop::new(kind, Limits::default()))?;
//! for event in [0.0, 1.0, 2.0, 3.0] {
//!     pipeline.push(0, Value::Num(event))?;
//! }
//! assert_eq!(pipeline.take(0), [Value::Num(0.0), Value::Num(4.0)]);
//! # Ok::<(), watertight::error::Error>(())
//! ```
//!
//! Each module imports only from those above it:
//!
//! | module | what is in it |
//! |---|---|
//! | [`error`], [`limits`], [`trouble`] | the one error type; the one place for limits; errors that wait to be passed on |
//! | [`value`] | events, columns of events, their bytes |
//! | [`expr`] | the expression language: parse, evaluate on values and on columns, print |
//! | [`term`] | expressions over finite variables, of which models are made |
//! | [`engine`] | graph, plan, run, queues, lineage, snapshots; what a processor is |
//! | [`processors`] | one file for each processor, and the table of all |
//! | [`pullstream`] | the pull-stream protocol: event language, rules, traces, scenarios, schedules |
//! | [`model`] | transition systems, CTL and LTL, `compile(pipeline)` |
//! | [`check`] | the model checkers: explicit states, counterexamples |
//! | [`smv`] | systems printed for NuSMV and nuXmv; their traces and structures read |
//! | [`verify`] | questions about pipelines: from a request to a report; counterexamples and traces replayed |
//! | `wasm` | the bindings: the only place that knows JS |
#![forbid(unsafe_code)]
// Without the prover, what only models need stands idle.
#![cfg_attr(not(feature = "prove"), allow(dead_code, unused_imports))]

pub mod check;
pub mod engine;
pub mod error;
pub mod expr;
pub mod limits;
pub mod model;
pub mod processors;
pub mod pullstream;
pub mod smv;
pub mod term;
pub mod trouble;
pub mod value;
pub mod verify;
#[cfg(target_arch = "wasm32")]
mod wasm;
