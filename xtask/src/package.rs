//! Assembles the npm package: Rust -> wasm -> bindgen -> wasm-opt -> JS bundles -> pkg/ -> tarball -> node_modules.

use crate::setup;
use crate::shell::{cargo, command, npm_tool, root, run as execute, step};
use anyhow::{Context, Result};
use std::fs;
use std::path::{Path, PathBuf};

/// `Dist` is what ships; `Dev` skips link-time optimisation and wasm-opt.
#[derive(Clone, Copy, PartialEq)]
pub enum Speed {
    Dist,
    Dev,
}

/// The WebAssembly modules, and the feature of the crate that each is made of.
const MODULES: [(&str, &str); 2] = [("engine", "run"), ("prover", "prove")];

/// The package, from nothing.
pub fn run(speed: Speed) -> Result<()> {
    setup::for_build()?;
    let profile = if speed == Speed::Dist { "dist" } else { "release" };
    for (name, feature) in MODULES {
        step(&format!("cargo build (wasm32, {name})"), || {
            execute(&mut cargo(&format!(
                "build --lib --package watertight --profile {profile} --target wasm32-unknown-unknown \
                 --no-default-features --features {feature}"
            )))
        })?;
        step(&format!("bindgen {name}"), || bindgen(profile, name))?;
        if speed == Speed::Dist {
            step(&format!("wasm-opt -O3 {name}"), || optimise(name))?;
        }
    }
    step("bundle and pack", || {
        assemble()?;
        let tarball = pack()?;
        install(&tarball)?;
        page()?;
        let size =
            |name| Ok::<_, anyhow::Error>(fs::metadata(root().join(format!("pkg/{name}_bg.wasm")))?.len() / 1000);
        let (engine, prover) = (size("engine")?, size("prover")?);
        println!("   {} (engine {engine} kB, prover {prover} kB)", tarball.strip_prefix(root())?.display());
        Ok(())
    })
}

/// One run for the web feeds every entry: js/entry decides where the bytes come from.
fn bindgen(profile: &str, name: &str) -> Result<()> {
    let wasm = root().join(format!("target/wasm32-unknown-unknown/{profile}/watertight.wasm"));
    let out = root().join("target/bindgen");
    let (wasm, out) = (wasm.to_string_lossy(), out.to_string_lossy());
    wasm_bindgen_cli::wasm_bindgen::run_cli_with_args([
        "wasm-bindgen",
        &wasm,
        "--target",
        "web",
        "--omit-default-module-path",
        "--no-typescript",
        "--remove-producers-section",
        "--out-name",
        name,
        "--out-dir",
        &out,
    ])
}

/// No feature flags: with all features on, Node 20 cannot load the result.
fn optimise(name: &str) -> Result<()> {
    let file = &format!("target/bindgen/{name}_bg.wasm");
    let small = &format!("target/bindgen/{name}_bg.opt.wasm");
    execute(npm_tool("wasm-opt").args(["-O3", "--one-caller-inline-max-function-size=40", file, "-o", small]))?;
    Ok(fs::rename(root().join(small), root().join(file))?)
}

/// pkg/ from the template, the bundles, the engine and the licences.
fn assemble() -> Result<()> {
    let pkg = root().join("pkg");
    if pkg.exists() {
        fs::remove_dir_all(&pkg)?;
    }
    fs::create_dir_all(&pkg)?;
    for file in [
        "pkg-template/package.json",
        "pkg-template/README.md",
        "target/bindgen/engine_bg.wasm",
        "target/bindgen/prover_bg.wasm",
        "LICENSE-MIT",
        "LICENSE-APACHE",
    ] {
        let from = root().join(file);
        fs::copy(&from, pkg.join(from.file_name().expect("a file"))).with_context(|| format!("cannot copy {file}"))?;
    }
    execute(&mut command("node js/entry/bundle.mjs pkg"))
}

/// The tarball that users would install.
fn pack() -> Result<PathBuf> {
    for old in tarballs()? {
        fs::remove_file(old)?;
    }
    execute(&mut command("npm pack ./pkg --silent --pack-destination target"))?;
    tarballs()?.pop().context("npm pack left no tarball in target/")
}

/// The packed tarballs in target/.
pub fn tarballs() -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(root().join("target"))? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if name.starts_with("watertight-") && name.ends_with(".tgz") {
            found.push(path);
        }
    }
    Ok(found)
}

/// Unpacks the tarball where tests, demo and bench find it as 'watertight' (what npm does for a package without
/// dependencies, without touching the other modules). Swapped in at once: another process may be reading the old one.
fn install(tarball: &Path) -> Result<()> {
    let modules = root().join("node_modules");
    let (fresh, old, place) =
        (modules.join(".watertight-new"), modules.join(".watertight-old"), modules.join("watertight"));
    for stale in [&fresh, &old] {
        if stale.exists() {
            fs::remove_dir_all(stale)?;
        }
    }
    fs::create_dir_all(&fresh)?;
    execute(command("tar --strip-components=1 -xzf").arg(tarball).arg("-C").arg(&fresh))?;
    if place.exists() {
        fs::rename(&place, &old)?;
    }
    fs::rename(&fresh, &place)?;
    if old.exists() {
        fs::remove_dir_all(&old)?;
    }
    Ok(())
}

/// The demo page in target/www/: the files of www/ and, beside them, the package's browser entry and engine.
fn page() -> Result<()> {
    let place = root().join("target/www");
    if place.exists() {
        fs::remove_dir_all(&place)?;
    }
    copy_folder(&root().join("www"), &place)?;
    fs::copy(root().join("js/mistake.js"), place.join("app/mistake.js"))?;
    let package = place.join("watertight");
    fs::create_dir_all(&package)?;
    for file in ["browser.js", "engine_bg.wasm", "prover_bg.wasm"] {
        fs::copy(root().join("pkg").join(file), package.join(file))
            .with_context(|| format!("cannot copy pkg/{file}"))?;
    }
    Ok(())
}

fn copy_folder(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (path, place) = (entry.path(), to.join(entry.file_name()));
        if entry.file_type()?.is_dir() {
            copy_folder(&path, &place)?;
        } else {
            fs::copy(&path, &place)?;
        }
    }
    Ok(())
}
