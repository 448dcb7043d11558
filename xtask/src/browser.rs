//! The page in a real browser, and its scripts before the type checker.
//!
//! Node packages live in an ignored folder beside the tests, as their lock file says.

use crate::check::PROFILE;
use crate::run::{cargo, must, root};
use std::path::PathBuf;
use std::process::Command;

fn folder() -> PathBuf {
    root().join("crates/web/browser")
}

/// Installs the packages that the tests need.
fn install() -> Result<(), String> {
    let mut npm = Command::new("npm");
    npm.current_dir(folder());
    must(npm.args([
        "ci",
        "--ignore-scripts",
        "--no-audit",
        "--no-fund",
        "--loglevel=error",
    ]))
}

/// Checks the types of the page's scripts.
pub fn types() -> Result<(), String> {
    install()?;
    let mut node = Command::new("node");
    node.current_dir(folder());
    must(node.args(["node_modules/typescript/bin/tsc", "--project", "."]))
}

/// A command for a script that is told where the program is.
fn script(arguments: &[&str]) -> Command {
    let mut node = Command::new("node");
    node.current_dir(folder())
        .env("TANTALIZER", root().join("target/ci/tantalizer"))
        .args(arguments);
    node
}

/// Plays every puzzle in Chromium, with the program that the other tests have built. Building it here by itself would compile
/// everything once more, with other features.
pub fn play() -> Result<(), String> {
    // One file after the other: on two cores more at once only makes each slower.
    let flags = ["--test", "--test-concurrency=1"];
    let reporter = "--test-reporter=spec";
    let mut arguments: Vec<String> = flags.map(String::from).to_vec();
    arguments.push(reporter.into());
    let tests = std::fs::read_dir(folder().join("test"));
    let tests = tests.map_err(|error| format!("the browser tests: {error}"))?;
    for entry in tests.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.ends_with(".test.mjs") {
            arguments.push(format!("test/{name}"));
        }
    }
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    must(&mut script(&arguments))
}

/// Makes pictures of every page, in all colours and on small screens.
pub fn screenshots() -> Result<(), String> {
    install()?;
    let mut build = cargo(&["build", "--package", "tantalizer"]);
    must(build.args(PROFILE))?;
    must(&mut script(&["screenshots.mjs"]))
}
