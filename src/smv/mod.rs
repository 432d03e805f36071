//! SMV, the language of NuSMV and nuXmv: systems printed so that real tools take them.

mod names;
mod paper;
mod print;
mod terms;

pub use paper::{Spec, print_paper, title};
pub use print::print;
