//! Everything the other verbs need and a fresh machine lacks.

use crate::shell::{command, output, root, run as execute, step, which};
use anyhow::{Context, Result};
use std::env;
use std::fs;
use std::path::PathBuf;

/// Programs of Debian packages that tests need: (program, package).
const PROGRAMS: [(&str, &str); 2] = [("chromium", "chromium"), ("chromedriver", "chromium-driver")];

/// Libraries that NuSMV wants: (file, package).
const LIBRARIES: [(&str, &str); 2] = [("libxml2.so.2", "libxml2"), ("libreadline.so.8", "libreadline8")];

/// All of it.
pub fn run() -> Result<()> {
    wasm_target()?;
    npm_dependencies()?;
    debian_packages();
    nusmv();
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
    let programs = PROGRAMS.iter().filter(|(program, _)| find(program).is_none());
    let libraries = LIBRARIES.iter().filter(|(file, _)| library(file).is_none());
    let missing: Vec<&str> = programs.chain(libraries).map(|&(_, package)| package).collect();
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

/// The wheel that carries NuSMV 2.6.0 for x86-64 Linux, and where in it the program lies.
const NUSMV_WHEEL: &str = "pyboolnet==3.0.16";
const NUSMV_FOLDER: &str = "pyboolnet/binaries/linux64/NuSMV-a/";

/// NuSMV in target/peers/nusmv/, for the cross-checks; without it they skip and say so.
pub fn nusmv() {
    let place = root().join("target/peers/nusmv");
    if place.join("NuSMVa_linux64").is_file() {
        return;
    }
    let fetched = step("NuSMV (pip download pyboolnet)", || {
        let folder = root().join("target/peers");
        fs::create_dir_all(&folder)?;
        let pip = format!("python3 -m pip download --quiet --no-deps {NUSMV_WHEEL} -d");
        execute(command(&pip).arg(&folder))?;
        let script = "import glob, os, sys, zipfile\n\
            place, folder = sys.argv[1:]\n\
            wheel = zipfile.ZipFile(glob.glob(os.path.join(os.path.dirname(place), '*.whl'))[0])\n\
            os.makedirs(place, exist_ok=True)\n\
            for name in wheel.namelist():\n\
            \u{20}   if name.startswith(folder) and not name.endswith('/'):\n\
            \u{20}       path = os.path.join(place, os.path.basename(name))\n\
            \u{20}       open(path, 'wb').write(wheel.read(name))\n\
            \u{20}       os.chmod(path, 0o755)\n";
        execute(command("python3 -c").arg(script).arg(&place).arg(NUSMV_FOLDER))?;
        // Its own readline wants a library that Debian no longer has; the present one serves as well.
        let readline = library("libreadline.so.8").context("no libreadline.so.8 (Debian: libreadline8)")?;
        fs::remove_file(place.join("libreadline.so.6"))?;
        Ok(std::os::unix::fs::symlink(readline, place.join("libreadline.so.6"))?)
    });
    if let Err(error) = fetched {
        println!("!! {error:#}. Tests that need NuSMV are SKIPPED.");
    }
}

/// A shared library where Debian keeps them.
fn library(file: &str) -> Option<PathBuf> {
    let folders = ["/usr/lib/x86_64-linux-gnu", "/lib/x86_64-linux-gnu", "/usr/lib64"];
    folders.iter().map(|folder| PathBuf::from(folder).join(file)).find(|path| path.exists())
}

/// A program by its variable (CHROMIUM, CHROMEDRIVER) or on the PATH.
pub fn find(program: &str) -> Option<PathBuf> {
    match env::var_os(program.to_uppercase()) {
        Some(named) => Some(PathBuf::from(named)).filter(|file| file.is_file()),
        None => which(program),
    }
}
