//! Everything the other verbs need and a fresh machine lacks.

use crate::shell::{command, output, root, run as execute, step, which};
use anyhow::Result;
use std::env;
use std::fs;
use std::path::PathBuf;

/// Programs of Debian packages that tests need: (program, package).
const PROGRAMS: [(&str, &str); 2] = [("chromium", "chromium"), ("chromedriver", "chromium-driver")];

/// All of it.
pub fn run() -> Result<()> {
    wasm_target()?;
    npm_dependencies()?;
    debian_packages();
    Ok(())
}

/// What a build needs: the wasm32 standard library and the JS tools.
pub fn for_build() -> Result<()> {
    wasm_target()?;
    npm_dependencies()
}

/// A rust-toolchain.toml does not install targets everywhere, so ask rustup.
fn wasm_target() -> Result<()> {
    let target = "wasm32-unknown-unknown";
    let sysroot = output(&mut command("rustc --print sysroot"))?;
    if PathBuf::from(sysroot.trim()).join("lib/rustlib").join(target).is_dir() {
        return Ok(());
    }
    step("rustup target add wasm32-unknown-unknown", || execute(&mut command(&format!("rustup target add {target}"))))
}

/// `npm ci`, unless node_modules already comes from this very lock file.
fn npm_dependencies() -> Result<()> {
    let lock = fs::read(root().join("package-lock.json"))?;
    let stamp = root().join("node_modules/.installed-lock.json");
    if fs::read(&stamp).is_ok_and(|installed| installed == lock) {
        return Ok(());
    }
    step("npm ci", || {
        execute(&mut command("npm ci --no-audit --no-fund --loglevel=error"))?;
        Ok(fs::write(&stamp, &lock)?)
    })
}

/// Installs missing packages as root on Debian; elsewhere says what is missing. Tests that need them skip then.
pub fn debian_packages() {
    let missing: Vec<&str> =
        PROGRAMS.iter().filter(|(program, _)| find(program).is_none()).map(|&(_, package)| package).collect();
    if missing.is_empty() {
        return;
    }
    let list = missing.join(" ");
    let root_user = output(&mut command("id -u")).is_ok_and(|id| id.trim() == "0");
    if !root_user || which("apt-get").is_none() {
        println!("!! missing: {list}. Tests that need them are SKIPPED. To install: apt-get install {list}");
        return;
    }
    let installed = step(&format!("apt-get install {list}"), || {
        execute(&mut command("apt-get update -qq"))?;
        let line = format!("apt-get install -y -qq --no-install-recommends {list}");
        execute(command(&line).env("DEBIAN_FRONTEND", "noninteractive"))
    });
    if let Err(error) = installed {
        println!("!! {error:#}. Tests that need {list} are SKIPPED.");
    }
}

/// A program by its variable (CHROMIUM, CHROMEDRIVER) or on the PATH.
pub fn find(program: &str) -> Option<PathBuf> {
    match env::var_os(program.to_uppercase()) {
        Some(named) => Some(PathBuf::from(named)).filter(|file| file.is_file()),
        None => which(program),
    }
}
