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
mod protocol;
mod pullstream;
mod realm;
mod settings;
mod stage;
#[cfg(test)]
mod tests;
mod texts;
mod values;
