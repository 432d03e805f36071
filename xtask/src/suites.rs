//! The suites of `cargo xtask test`: what each runs and how its output is counted.

use crate::setup::find;
use crate::shell::{cargo, command, root};
use crate::tidy;
use anyhow::{Context, Result};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A named group of tests.
pub struct Suite {
    pub name: String,
    pub kind: Kind,
}

/// How a suite is run and counted.
pub enum Kind {
    /// One check that passes or fails as a whole.
    Check(Command),
    /// Prints libtest's `test result:` lines.
    Libtest(Command),
    /// node:test files on the built package.
    Node(Vec<PathBuf>),
    /// Assembles the package.
    Build,
    /// Cannot run here: the reason.
    Missing(String),
}

/// Every suite, in running order: cheap checks first, the build before what needs it.
pub fn all() -> Result<Vec<Suite>> {
    let mut suites: Vec<Suite> =
        tidy::checks().into_iter().map(|(name, command)| suite(name, Kind::Check(command))).collect();
    suites.push(suite("rust", Kind::Libtest(cargo("test --package watertight --no-fail-fast"))));
    // In release, where its many dependencies are built already.
    suites.push(suite("xtask", Kind::Libtest(cargo("test --package xtask --release"))));
    suites.push(suite("rustdoc", Kind::Check(rustdoc())));
    suites.push(suite("wasm-node", Kind::Libtest(wasm_tests()?)));
    suites.push(suite("wasm-browser", wasm_browser()?));
    suites.push(suite("build", Kind::Build));
    suites.extend(node_suites()?.into_iter().map(|(name, files)| suite(&name, Kind::Node(files))));
    Ok(suites)
}

fn suite(name: &str, kind: Kind) -> Suite {
    Suite { name: name.into(), kind }
}

fn rustdoc() -> Command {
    let mut command = cargo("doc --package watertight --lib --no-deps");
    command.env("RUSTDOCFLAGS", "-D warnings");
    command
}

/// cargo test for wasm32, with this very program as the runner.
fn wasm_tests() -> Result<Command> {
    let mut command = cargo("test --package watertight --target wasm32-unknown-unknown --no-fail-fast --lib");
    let this = std::env::current_exe().context("cannot find the xtask program")?;
    command.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER", format!("{} test-runner", this.display()));
    command.env("WASM_BINDGEN_TEST_TIMEOUT", "120");
    Ok(command)
}

/// The same tests, in headless chromium.
fn wasm_browser() -> Result<Kind> {
    let Some(driver) = find("chromedriver") else {
        return Ok(Kind::Missing("no chromedriver (Debian: chromium-driver)".into()));
    };
    let mut command = wasm_tests()?;
    command.env("WASM_BINDGEN_USE_BROWSER", "1");
    command.env("CHROMEDRIVER", driver);
    command.env("WASM_BINDGEN_TEST_WEBDRIVER_JSON", root().join("tests/support/webdriver.json"));
    Ok(Kind::Libtest(command))
}

/// tests/<suite>/**/*.test.mjs, by suite.
fn node_suites() -> Result<BTreeMap<String, Vec<PathBuf>>> {
    let mut suites = BTreeMap::new();
    for entry in fs::read_dir(root().join("tests"))? {
        let entry = entry?;
        let mut files = Vec::new();
        if entry.file_type()?.is_dir() {
            test_files(&entry.path(), &mut files)?;
        }
        if !files.is_empty() {
            files.sort();
            suites.insert(entry.file_name().to_string_lossy().into_owned(), files);
        }
    }
    Ok(suites)
}

fn test_files(folder: &Path, found: &mut Vec<PathBuf>) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        if entry.file_name() == "node_modules" {
            continue;
        }
        if entry.file_type()?.is_dir() {
            test_files(&path, found)?;
        } else if path.to_string_lossy().ends_with(".test.mjs") {
            found.push(path);
        }
    }
    Ok(())
}

/// node:test with a readable report on the terminal and a countable one in a file.
pub fn node_command(files: &[PathBuf], tarball: &Path, tap: &Path) -> Command {
    let mut command = command("node --test --test-reporter=spec --test-reporter-destination=stdout");
    command.arg("--test-reporter=tap").arg(format!("--test-reporter-destination={}", tap.display()));
    command.args(files).env("WATERTIGHT_TARBALL", tarball);
    if let Some(chromium) = find("chromium") {
        command.env("CHROMIUM", chromium);
    }
    command
}
