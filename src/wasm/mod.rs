//! The bindings: the only place that names JS values. What crosses, and how, is told in each file's first line;
//! the other half is in `js/boundary/`.
//!
//! They make two WebAssembly modules, so that a page that only runs pipelines does not load what proves things of
//! them: the engine (feature `run`) and the prover (feature `prove`).

mod thrown;

#[cfg(feature = "run")]
mod batch;
#[cfg(feature = "run")]
mod catalogue;
#[cfg(feature = "run")]
mod custom;
#[cfg(feature = "run")]
mod errors;
#[cfg(feature = "run")]
mod functions;
#[cfg(feature = "run")]
mod host;
#[cfg(feature = "run")]
mod machine;
#[cfg(feature = "run")]
mod mail;
#[cfg(feature = "run")]
mod realm;
#[cfg(feature = "run")]
mod settings;
#[cfg(feature = "run")]
mod single;
#[cfg(feature = "run")]
mod stage;
#[cfg(feature = "run")]
mod texts;
#[cfg(feature = "run")]
mod values;

#[cfg(feature = "prove")]
mod protocol;
#[cfg(feature = "prove")]
mod prover;
#[cfg(feature = "prove")]
mod pullstream;
#[cfg(feature = "prove")]
mod stand_in;
#[cfg(feature = "prove")]
mod verify;

#[cfg(all(test, feature = "run"))]
mod tests;
