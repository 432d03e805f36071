//! Formatting and linting, Rust and JS alike.

use crate::setup;
use crate::shell::{cargo, npm_tool, run, step};
use anyhow::Result;
use std::process::Command;

/// Rewrites the sources.
pub fn format() -> Result<()> {
    setup::for_build()?;
    step("cargo fmt", || run(&mut cargo("fmt --all")))?;
    step("eslint --fix", || run(npm_tool("eslint").args([".", "--fix"])))
}

/// Complains, changes nothing.
pub fn lint() -> Result<()> {
    setup::for_build()?;
    for (name, mut command) in checks() {
        step(name, || run(&mut command))?;
    }
    Ok(())
}

/// The checks that `lint` and `test` share.
pub fn checks() -> Vec<(&'static str, Command)> {
    vec![
        ("format", cargo("fmt --all --check")),
        ("clippy", cargo("clippy --workspace --all-targets -- -D warnings")),
        ("clippy-wasm", cargo("clippy --package watertight --lib --target wasm32-unknown-unknown -- -D warnings")),
        ("eslint", npm_tool_with("eslint", &[".", "--max-warnings=0"])),
    ]
}

fn npm_tool_with(name: &str, args: &[&str]) -> Command {
    let mut command = npm_tool(name);
    command.args(args);
    command
}
