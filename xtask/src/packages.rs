//! The packages, Debian's and one of Rust's, that tests and benchmarks need.

use crate::run::{cargo, must};
use std::path::Path;
use std::process::Command;

/// A program and the package that brings it.
pub struct Tool {
    program: &'static str,
    package: &'static str,
}

impl Tool {
    /// A program and its package.
    pub const fn new(program: &'static str, package: &'static str) -> Tool {
        Tool { program, package }
    }
}

/// What the tests call.
pub const FOR_TESTS: &[Tool] = &[
    Tool::new("minizinc", "minizinc"),
    Tool::new("fzn-gecode", "flatzinc"),
    Tool::new("chromium", "chromium"),
    Tool::new("node", "nodejs"),
    Tool::new("npm", "npm"),
    Tool::new("python3", "python3"),
];

/// Installs the packages of those tools that are missing.
pub fn install(tools: &[Tool]) -> Result<(), String> {
    let missing: Vec<&str> = tools
        .iter()
        .filter(|tool| !on_path(tool.program))
        .map(|tool| tool.package)
        .collect();
    if missing.is_empty() {
        return Ok(());
    }
    let by_hand = format!(
        "missing packages: please run `apt-get install --no-install-recommends {}` as root",
        missing.join(" ")
    );
    if !on_path("apt-get") || !is_root() {
        return Err(by_hand);
    }
    let apt = |arguments: &[&str]| {
        let mut command = Command::new("apt-get");
        command.env("DEBIAN_FRONTEND", "noninteractive");
        // A machine that has just started may still be installing something by itself.
        command.args(["-o", "DPkg::Lock::Timeout=300"]);
        must(command.args(arguments))
    };
    let mut arguments = vec!["install", "--yes", "--no-install-recommends"];
    arguments.extend(&missing);
    // The package lists may be stale or absent: fetch them and try once more.
    apt(&arguments)
        .or_else(|_| apt(&["update"]).and_then(|()| apt(&arguments)))
        .map_err(|error| format!("{error}; {by_hand}"))
}

/// Installs the independent checker of proofs that the tests call, where it is missing.
pub fn install_veripb() -> Result<(), String> {
    if on_path("veripb") {
        return Ok(());
    }
    must(&mut cargo(&[
        "install",
        "veripb",
        "--version",
        "3.0.2",
        "--locked",
    ]))
}

pub fn on_path(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(program).is_file())
}

fn is_root() -> bool {
    use std::os::unix::fs::MetadataExt;
    // Who owns our own entry in /proc is who we are.
    Path::new("/proc/self")
        .metadata()
        .is_ok_and(|entry| entry.uid() == 0)
}
