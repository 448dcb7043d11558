//! The page in a real browser, and its scripts before the type checker.
//!
//! Node packages live in an ignored folder beside the tests, as their lock file says.

use crate::check::{self, EVERYTHING, PROFILE};
use crate::page;
use crate::run::{cargo, must, root, target_folder, watched};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

fn folder() -> PathBuf {
    root().join("crates/web/browser")
}

/// Installs the packages that the tests need.
fn install() -> Result<(), String> {
    install_packages(&folder())
}

/// Installs Node packages in a folder, as its lock file says.
pub fn install_packages(folder: &Path) -> Result<(), String> {
    let mut npm = Command::new("npm");
    npm.current_dir(folder);
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
        .env("TANTALIZER", target_folder().join("ci/tantalizer"))
        .args(arguments);
    node
}

/// The tests that ask both carriers the same questions.
const CARRIERS: &str = "carriers";

/// The tests of what only the exported page has.
const EXPORTED: &str = "exported";

/// The tests of what MiniZinc flattens, which the exported page can be made with.
const MINIZINC: &str = "minizinc";

/// What is not played on the exported page, and why. Of all the other files one test is left out there: `watch` shows no figures of the engine `learn`, which
/// is no part of the program for the browser.
const NOT_ON_THE_PAGE: [(&str, &str); 4] = [
    (CARRIERS, "asks both at once"),
    (MINIZINC, "needs MiniZinc: is played on a page that has it"),
    (
        "nothing_silent",
        "is about a server that is away or refuses",
    ),
    (
        "of_the_server",
        "is about folders and programs of the server's machine",
    ),
];

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
    pass(served, &[])
}

/// The page as plain files: its engines beside those of the server, and some of the same tests in Chromium; all of them if `long`.
pub fn play_exported(long: bool) -> Result<(), String> {
    let folder = root().join("target/page");
    page::page(&folder, false)?;
    pass([CARRIERS], &[(PAGE, &folder)])?;
    let all = all_tests()?;
    let chosen = |name: &&str| long || ON_THE_PAGE.contains(name);
    let exported = all.iter().map(String::as_str).filter(chosen);
    let exported = exported.filter(|name| NOT_ON_THE_PAGE.iter().all(|(other, _)| name != other));
    let carrier = ("CARRIER", Path::new("page"));
    pass(exported, &[(PAGE, &folder), carrier])?;
    if !long {
        return Ok(());
    }
    let folder = root().join("target/page-with-minizinc");
    page::page(&folder, true)?;
    pass([MINIZINC], &[(PAGE, &folder), carrier])?;
    embedded()
}

/// A program with the page in it writes the page that it was built with.
fn embedded() -> Result<(), String> {
    // Built as the tests are, so that little is compiled anew: with the tests of the program comes the program.
    let mut build = cargo(&["test", "--no-run", "--workspace", "--test", "rooms"]);
    let features = format!("{EVERYTHING},tantalizer/page");
    must(build.args(PROFILE).args(["--features", &features]))?;
    let folder = root().join("target/page-of-the-program");
    let mut write = Command::new(target_folder().join("ci/tantalizer"));
    must(write.args(["serve", "--export"]).arg(&folder))?;
    let mut compare = Command::new("diff");
    must(
        compare
            .arg("-r")
            .arg(root().join("target/page"))
            .arg(&folder),
    )
}

/// The table of speeds in the exported page, beside this program's.
pub fn speeds(program: &str) -> Result<String, String> {
    let folder = root().join("target/page");
    page::page(&folder, false)?;
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

/// Some test files pass. When things happen is up to the browser, so a file with a test that failed is played once more by itself; that it had to be is said.
fn pass<'a>(
    names: impl IntoIterator<Item = &'a str>,
    environment: &[(&str, &Path)],
) -> Result<(), String> {
    let files = names
        .into_iter()
        .map(|name| format!("test/{name}.test.mjs"));
    let files: Vec<String> = files.collect();
    let mut failed = BTreeSet::new();
    let first = watched(tests(&files).envs(environment.iter().copied()), |line| {
        // The runner's list of failures: "test at test/set.test.mjs:12:1".
        let place = line
            .strip_prefix("test at ")
            .and_then(|at| at.split_once(':'));
        failed.extend(place.map(|(file, _)| file.to_owned()));
    })?;
    if first {
        return Ok(());
    }
    let again = if failed.is_empty() {
        files
    } else {
        failed.into_iter().collect()
    };
    println!(
        "== unsteady or wrong, played once more: {}",
        again.join(", ")
    );
    must(tests(&again).envs(environment.iter().copied()))
}

/// Runs test files one after the other: on two cores more at once only makes each slower.
fn tests(files: &[String]) -> Command {
    let flags = ["--test", "--test-concurrency=1", "--test-reporter=spec"];
    let mut command = script(&flags);
    command.args(files);
    command
}

/// Makes pictures of every page, in all colours and on small screens.
pub fn screenshots() -> Result<(), String> {
    install()?;
    check::build()?;
    must(&mut script(&["screenshots.mjs"]))
}
