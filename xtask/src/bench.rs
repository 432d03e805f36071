//! Measures the package that ships.

use crate::package::{self, Speed};
use crate::shell::{command, run as execute};
use anyhow::Result;

/// Builds, then hands the arguments to bench/index.mjs.
pub fn run(args: &[&str]) -> Result<()> {
    package::run(Speed::Dist)?;
    execute(command("node --expose-gc bench/index.mjs").args(args))
}
