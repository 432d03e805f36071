//! The bindings: the only place that names JS values. What crosses, and how, is told in each file's first line;
//! the other half is in `js/boundary/`.

mod batch;
mod catalogue;
mod custom;
mod errors;
mod functions;
mod host;
mod machine;
mod mail;
mod realm;
mod settings;
mod stage;
mod texts;
mod values;
mod verify;
