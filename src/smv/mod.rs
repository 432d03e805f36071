//! SMV, the language of NuSMV and nuXmv: systems printed so that real tools take them, and their traces read back.

mod lexicon;
mod names;
mod paper;
mod print;
mod read_text;
mod read_xml;
mod terms;
mod trace;
mod write_xml;

pub use lexicon::{Lexicon, Meaning};
pub use paper::{Paper, Spec, title};
pub use print::print;
pub use trace::{Held, Stage, Trace, read_traces, wrong};
pub use write_xml::write_trace;
