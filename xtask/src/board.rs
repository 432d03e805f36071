//! Tests the community's packages and writes docs/board.md.

use crate::package::{self, Speed};
use crate::shell::{command, run as execute};
use anyhow::Result;

/// Builds the package, then runs board/index.mjs on it.
pub fn run() -> Result<()> {
    package::run(Speed::Dist)?;
    execute(&mut command("node board/index.mjs"))
}
