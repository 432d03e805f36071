//! `cargo xtask VERB`: the one entry to build, test, measure and show watertight.

mod bench;
mod board;
mod demo;
mod package;
mod setup;
mod shell;
mod suites;
mod test;
mod tidy;

use std::process::ExitCode;

const HELP: &str = "\
cargo xtask VERB

  demo             set up, build, and take the tour
  test [FILTER]    run everything, or the suites whose name contains FILTER
  build [--dev]    assemble the npm package in pkg/ and its tarball in target/
                   (--dev: quicker build, without link-time optimisation and wasm-opt)
  bench [ARGS]     build, then run bench/index.mjs
  board            install the community's pull-stream packages, test them, write docs/board.md
  fmt              format Rust and JS
  lint             clippy and eslint, no change
  setup            only install what the other verbs need
";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let rest: Vec<&str> = args.iter().skip(1).map(String::as_str).collect();
    let done = match (args.first().map(String::as_str), rest.as_slice()) {
        (Some("demo"), []) => demo::run(),
        (Some("test"), []) => return test::run(None),
        (Some("test"), [filter]) if !filter.starts_with('-') => return test::run(Some(filter)),
        (Some("build"), []) => package::run(package::Speed::Dist),
        (Some("build"), ["--dev"]) => package::run(package::Speed::Dev),
        (Some("bench"), _) => bench::run(&rest),
        (Some("board"), []) => board::run(),
        (Some("fmt"), []) => tidy::format(),
        (Some("lint"), []) => tidy::lint(),
        (Some("setup"), []) => setup::run(),
        // Called by cargo itself for each wasm test binary (see suites.rs).
        (Some("test-runner"), _) => test::runner(&rest),
        (Some("--help" | "-h" | "help"), _) | (None, _) => {
            print!("{HELP}");
            return ExitCode::SUCCESS;
        }
        _ => {
            eprint!("unknown verb or option: {}\n\n{HELP}", args.join(" "));
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
