//! Runs the suites, sums them up, and ends with `N passed, M failed` alone on a line.

use crate::package::{self, Speed};
use crate::setup;
use crate::shell::root;
use crate::suites::{self, Kind, Suite};
use anyhow::{Context, Result};
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;

/// What became of the tests of a suite.
#[derive(Clone, Copy, Default)]
struct Count {
    passed: usize,
    failed: usize,
    skipped: usize,
}

impl Count {
    fn add(&mut self, other: Count) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.skipped += other.skipped;
    }

    fn one(success: bool) -> Count {
        Count { passed: success.into(), failed: (!success).into(), skipped: 0 }
    }
}

impl std::fmt::Display for Count {
    fn fmt(&self, out: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(out, "{} passed, {} failed", self.passed, self.failed)?;
        if self.skipped > 0 {
            write!(out, ", {} skipped", self.skipped)?;
        }
        Ok(())
    }
}

/// Runs the suites whose name contains the filter; exit code 1 on any failure, 2 when the filter fits none.
pub fn run(filter: Option<&str>) -> ExitCode {
    match run_suites(filter) {
        Ok(Some(total)) => {
            println!("\n{total}");
            ExitCode::from(u8::from(total.failed > 0))
        }
        Ok(None) => ExitCode::from(2),
        Err(error) => {
            println!("error: {error:#}\n\n{}", Count::one(false));
            ExitCode::FAILURE
        }
    }
}

fn run_suites(filter: Option<&str>) -> Result<Option<Count>> {
    setup::run()?;
    let everything = suites::all()?;
    let names: Vec<String> = everything.iter().map(|suite| suite.name.clone()).collect();
    let mut chosen: Vec<Suite> =
        everything.into_iter().filter(|suite| filter.is_none_or(|part| suite.name.contains(part))).collect();
    if chosen.is_empty() {
        eprintln!("no suite is named like '{}': {}", filter.unwrap_or_default(), names.join(", "));
        return Ok(None);
    }
    let needs_package = chosen.iter().any(|suite| matches!(suite.kind, Kind::Node(_)));
    if needs_package && !chosen.iter().any(|suite| matches!(suite.kind, Kind::Build)) {
        chosen.insert(0, Suite { name: "build".into(), kind: Kind::Build });
    }
    let (mut total, mut built, mut report) = (Count::default(), true, String::new());
    for suite in chosen {
        println!("\n== {} ...", suite.name);
        let start = Instant::now();
        let is_build = matches!(suite.kind, Kind::Build);
        let count = if !built && matches!(suite.kind, Kind::Node(_)) {
            println!("not run: there is no package to test");
            Count::one(false)
        } else {
            run_suite(suite.kind, &suite.name).unwrap_or_else(|error| {
                println!("error: {error:#}");
                Count::one(false)
            })
        };
        built &= !(is_build && count.failed > 0);
        let line = format!("{:<14} {count} ({:.1} s)", suite.name, start.elapsed().as_secs_f64());
        println!("== {line}");
        report.push_str(&format!("  {line}\n"));
        total.add(count);
    }
    print!("\n{report}");
    Ok(Some(total))
}

fn run_suite(kind: Kind, name: &str) -> Result<Count> {
    match kind {
        Kind::Check(mut command) => Ok(Count::one(command.status()?.success())),
        Kind::Build => package::run(Speed::Dist).map(|()| Count::one(true)),
        Kind::Missing(reason) => {
            println!("!! SKIPPED: {reason}");
            Ok(Count { skipped: 1, ..Count::default() })
        }
        Kind::Libtest(mut command) => libtest(&mut command),
        Kind::Node(files) => {
            let tarball = package::tarballs()?.pop().context("no tarball in target/: cargo xtask build")?;
            let reports = root().join("target/test-reports");
            fs::create_dir_all(&reports)?;
            let tap = reports.join(format!("{name}.tap"));
            let success = suites::node_command(&files, &tarball, &tap).status()?.success();
            Ok(settle(node_summary(&fs::read_to_string(&tap)?), success))
        }
    }
}

/// Shows the output while it comes and adds up its `test result:` lines.
fn libtest(command: &mut Command) -> Result<Count> {
    let mut child = command.stdout(Stdio::piped()).spawn()?;
    let mut count = Count::default();
    for line in BufReader::new(child.stdout.take().expect("piped")).split(b'\n') {
        let line = line?;
        std::io::stdout().write_all(&[&line[..], b"\n"].concat())?;
        count.add(libtest_line(&String::from_utf8_lossy(&line)));
    }
    Ok(settle(count, child.wait()?.success()))
}

/// `test result: ok. 3 passed; 0 failed; 1 ignored; ...`
fn libtest_line(line: &str) -> Count {
    let Some((_, result)) = line.split_once("test result: ") else {
        return Count::default();
    };
    let number = |word: &str| {
        let before = result.split(word).next().filter(|before| before.len() < result.len())?;
        before.split_whitespace().next_back()?.parse().ok()
    };
    Count {
        passed: number(" passed").unwrap_or(0),
        failed: number(" failed").unwrap_or(0),
        skipped: number(" ignored").unwrap_or(0),
    }
}

/// The last lines of a TAP report: `# pass 3`, `# fail 0`, ...
fn node_summary(tap: &str) -> Count {
    let number = |word: &str| {
        let lines = tap.lines().rev().filter_map(|line| line.strip_prefix("# ")?.strip_prefix(word));
        lines.filter_map(|rest| rest.trim().parse::<usize>().ok()).next().unwrap_or(0)
    };
    Count {
        passed: number("pass "),
        failed: number("fail ") + number("cancelled "),
        skipped: number("skipped ") + number("todo "),
    }
}

/// A program that failed without a failed test (it did not compile, it crashed) still counts as one failure.
fn settle(mut count: Count, success: bool) -> Count {
    if !success && count.failed == 0 {
        count.failed = 1;
    }
    count
}

/// The runner of wasm tests that cargo calls for each test binary.
pub fn runner(args: &[&str]) -> Result<()> {
    let name = std::iter::once("wasm-bindgen-test-runner");
    wasm_bindgen_cli::wasm_bindgen_test_runner::run_cli_with_args(name.chain(args.iter().copied()))
}

#[cfg(test)]
mod tests {
    use super::{libtest_line, node_summary, settle};

    #[test]
    fn reads_a_libtest_result() {
        let count = libtest_line("test result: FAILED. 12 passed; 3 failed; 1 ignored; 0 measured; 0 filtered out");
        assert_eq!((count.passed, count.failed, count.skipped), (12, 3, 1));
        assert_eq!(libtest_line("test a ... ok").passed, 0);
    }

    #[test]
    fn reads_a_tap_summary_and_no_lookalike_before_it() {
        let count =
            node_summary("# pass 99\nok 1\n# tests 6\n# pass 2\n# fail 1\n# cancelled 1\n# skipped 2\n# todo 0\n");
        assert_eq!((count.passed, count.failed, count.skipped), (2, 2, 2));
    }

    #[test]
    fn a_crash_without_a_failed_test_is_a_failure() {
        assert_eq!(settle(libtest_line("test result: ok. 2 passed; 0 failed; 0 ignored"), false).failed, 1);
        assert_eq!(settle(libtest_line("test result: ok. 2 passed; 0 failed; 0 ignored"), true).failed, 0);
    }
}
