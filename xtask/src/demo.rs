//! From a fresh checkout to the tour in one command.

use crate::package::{self, Speed};
use crate::shell::{command, run as execute};
use anyhow::Result;

/// Builds the package and runs the tour on it.
pub fn run() -> Result<()> {
    package::run(Speed::Dist)?;
    println!();
    execute(&mut command("node js/demo/tour.mjs"))
}
