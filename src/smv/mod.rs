//! SMV, the language of NuSMV and nuXmv: systems printed so that real tools take them, their traces
//! read back, and structures read from their files.

mod lexicon;
mod names;
mod paper;
mod print;
mod read_text;
mod read_xml;
mod source;
mod symbols;
mod terms;
mod trace;
mod write_xml;

pub use lexicon::{Lexicon, Meaning};
pub use paper::{Paper, Spec, title};
pub use print::print;
pub use source::{Structure, read_structure};
pub use symbols::Symbols;
pub use trace::{Held, Stage, Trace, read_traces, wrong};
pub use write_xml::write_trace;
