//! The page in a real browser, and its scripts before the type checker.
//!
//! Node packages live in an ignored folder beside the tests, as their lock file says.

use crate::check::PROFILE;
use crate::page;
use crate::run::{cargo, must, root};
use std::path::PathBuf;
use std::process::{Command, Stdio};

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

/// The tests that ask both carriers the same questions.
const CARRIERS: &str = "carriers";

/// The tests of a server that is away or refuses: the exported page has none.
const OF_THE_SERVER: &str = "nothing_silent";

/// The tests of what only the exported page has.
const EXPORTED: &str = "exported";

/// What is played on the exported page every time: together they ask every question, stop one, hear of progress, design, and lose the connection.
const ON_THE_PAGE: [&str; 5] = [
    EXPORTED,
    "common",
    "instant_insanity",
    "spinpossible",
    "tricky_triple",
];

/// Plays every puzzle in Chromium, with the program that the other tests have built. Building it here by itself would compile
/// everything once more, with other features.
pub fn play() -> Result<(), String> {
    let all = all_tests()?;
    let served = all.iter().map(String::as_str);
    let served = served.filter(|name| ![CARRIERS, EXPORTED].contains(name));
    must(&mut tests(served))
}

/// The page as plain files: its engines beside those of the server, and some of the same tests in Chromium; all of them if `long`.
pub fn play_exported(long: bool) -> Result<(), String> {
    let folder = root().join("target/page");
    page::page(&folder)?;
    must(tests([CARRIERS]).env(PAGE, &folder))?;
    let all = all_tests()?;
    let chosen = |name: &&str| long || ON_THE_PAGE.contains(name);
    let exported = all.iter().map(String::as_str).filter(chosen);
    let exported = exported.filter(|name| ![CARRIERS, OF_THE_SERVER].contains(name));
    must(tests(exported).env(PAGE, &folder).env("CARRIER", "page"))
}

/// The table of speeds in the exported page, beside this program's.
pub fn speeds(program: &str) -> Result<String, String> {
    let folder = root().join("target/page");
    page::page(&folder)?;
    let mut node = script(&["speeds.mjs"]);
    node.env("TANTALIZER", program).env(PAGE, &folder);
    node.stderr(Stdio::inherit());
    let output = node.output().map_err(|error| format!("node: {error}"))?;
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    } else {
        Err(format!("{node:?} ended with {}", output.status))
    }
}

/// The variable that names the folder of the exported page.
const PAGE: &str = "TANTALIZER_PAGE";

/// The names of all test files.
fn all_tests() -> Result<Vec<String>, String> {
    let entries = std::fs::read_dir(folder().join("test"));
    let entries = entries.map_err(|error| format!("the browser tests: {error}"))?;
    let names = entries.flatten().filter_map(|entry| {
        let name = entry.file_name().to_string_lossy().into_owned();
        name.strip_suffix(".test.mjs").map(String::from)
    });
    Ok(names.collect())
}

/// Runs some test files, one after the other: on two cores more at once only makes each slower.
fn tests(names: impl IntoIterator<Item = impl AsRef<str>>) -> Command {
    let flags = ["--test", "--test-concurrency=1", "--test-reporter=spec"];
    let mut command = script(&flags);
    for name in names {
        command.arg(format!("test/{}.test.mjs", name.as_ref()));
    }
    command
}

/// Makes pictures of every page, in all colours and on small screens.
pub fn screenshots() -> Result<(), String> {
    install()?;
    let mut build = cargo(&["build", "--package", "tantalizer"]);
    must(build.args(PROFILE))?;
    must(&mut script(&["screenshots.mjs"]))
}
