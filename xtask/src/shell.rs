//! Running programs from the checkout's root, with a line that says what is done and how long it took.

use anyhow::{Context, Result, bail};
use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

/// The checkout's root: the folder above this crate.
pub fn root() -> PathBuf {
    let manifest = env::var("CARGO_MANIFEST_DIR").unwrap_or_else(|_| env!("CARGO_MANIFEST_DIR").into());
    Path::new(&manifest).parent().expect("xtask lies in the checkout").to_path_buf()
}

/// A command line split at spaces, run from the root.
pub fn command(line: &str) -> Command {
    let mut words = line.split_whitespace();
    let mut command = Command::new(words.next().expect("a program"));
    command.args(words).current_dir(root());
    command
}

/// The cargo that started us, so that the toolchain is the same.
pub fn cargo(line: &str) -> Command {
    let mut command = Command::new(env::var("CARGO").unwrap_or_else(|_| "cargo".into()));
    command.args(line.split_whitespace()).current_dir(root());
    command
}

/// A program of an npm development dependency, run from the root.
pub fn npm_tool(name: &str) -> Command {
    let mut command = Command::new(root().join("node_modules/.bin").join(name));
    command.current_dir(root());
    command
}

/// Runs to the end with the terminal's own input and output; failure is an error.
pub fn run(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| format!("cannot start {}", name(command)))?;
    if !status.success() {
        bail!("{} failed ({status})", name(command));
    }
    Ok(())
}

/// What a program prints, when it succeeds.
pub fn output(command: &mut Command) -> Result<String> {
    let out = command.stderr(Stdio::inherit()).output().with_context(|| format!("cannot start {}", name(command)))?;
    if !out.status.success() {
        bail!("{} failed ({})", name(command), out.status);
    }
    Ok(String::from_utf8_lossy(&out.stdout).into_owned())
}

/// Does a step between two progress lines.
pub fn step<T>(what: &str, work: impl FnOnce() -> Result<T>) -> Result<T> {
    println!("-- {what} ...");
    let start = Instant::now();
    let done = work().with_context(|| what.to_string())?;
    println!("-- {what}: {:.1} s", start.elapsed().as_secs_f64());
    Ok(done)
}

/// Where a program lies on the PATH.
pub fn which(program: &str) -> Option<PathBuf> {
    env::split_paths(&env::var_os("PATH")?).map(|folder| folder.join(program)).find(|file| file.is_file())
}

fn name(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}
