//! `cargo xtask test` and `cargo xtask fuzz`.

use crate::browser;
use crate::kinds;
use crate::outside::outside;
use crate::packages::{self, FOR_TESTS};
use crate::python;
use crate::run::{cargo, must, target_folder, timed, watched};

/// The one profile of all tests.
pub const PROFILE: [&str; 2] = ["--profile", "ci"];

/// The features that are left out of the ordinary build.
pub const EVERYTHING: &str = "tantalizer/many,tantalizer/gpu,tantalizer/png";

/// Tests are always built like this, so that all is compiled once.
const WORKSPACE: [&str; 6] = [
    "test",
    "--workspace",
    "--features",
    EVERYTHING,
    PROFILE[0],
    PROFILE[1],
];

/// Everything that the tests run, the program among it.
pub fn build() -> Result<(), String> {
    timed("build", || must(cargo(&WORKSPACE).arg("--no-run")))
}

/// All tests of the workspace; `long` adds those marked as slow.
pub fn test(long: bool) -> Result<(), String> {
    timed("packages", || {
        packages::install(FOR_TESTS).and_then(|()| packages::install_veripb())
    })?;
    build()?;
    let mut totals = Totals::default();
    let passed = timed("tests", || {
        let mut command = cargo(&WORKSPACE);
        // Go on after a failing crate: one run shows everything that is broken.
        command.arg("--no-fail-fast");
        if long {
            command.args(["--", "--include-ignored"]);
        }
        watched(&mut command, |line| totals.add(line))
    })?;
    println!(
        "== {} passed, {} failed, {} ignored in {} test programs",
        totals.passed, totals.failed, totals.ignored, totals.programs
    );
    // Go on here too: a broken page is no reason not to know of it.
    let described = timed("documentation of the code", documentation);
    let used = timed("a program outside the workspace", outside);
    let typed = timed("types of the page", browser::types);
    let played = timed("the page in a browser", browser::play);
    let exported = timed("the page without a server", || browser::play_exported(long));
    let flattened = timed("the MiniZinc of npm", || {
        kinds::npm(&target_folder().join("ci/tantalizer"), &kinds::FEW)
    });
    let bound = timed("the Python package", python::test);
    if passed && totals.failed == 0 && totals.programs > 0 {
        described
            .and(used)
            .and(typed)
            .and(played)
            .and(exported)
            .and(flattened)
            .and(bound)
    } else {
        Err("tests failed".into())
    }
}

/// The tests of the page alone, from the server and as plain files; `long` plays all of them on both.
pub fn page(long: bool) -> Result<(), String> {
    timed("packages", || packages::install(FOR_TESTS))?;
    build()?;
    let typed = timed("types of the page", browser::types);
    let played = timed("the page in a browser", browser::play);
    let exported = timed("the page without a server", || browser::play_exported(long));
    typed.and(played).and(exported)
}

/// `cargo doc` has nothing to complain about.
fn documentation() -> Result<(), String> {
    let mut command = cargo(&["doc", "--workspace", "--no-deps", PROFILE[0], PROFILE[1]]);
    must(command.env("RUSTDOCFLAGS", "-D warnings"))
}

/// MiniZinc's specification tests of a folder, with the outcome of each printed.
pub fn spec(folder: &str) -> Result<(), String> {
    timed("packages", || packages::install(FOR_TESTS))?;
    let folder = std::fs::canonicalize(folder).map_err(|error| format!("{folder}: {error}"))?;
    let mut command = cargo(&["test", PROFILE[0], PROFILE[1]]);
    command.args(["-p", "tantalizer", "--test", "spec", "--", "--nocapture"]);
    command.env("TANTALIZER_SPEC", folder);
    timed("spec", || must(&mut command))
}

/// Flattens the kinds that come with the program, by the test that compares them with what MiniZinc makes.
pub fn kinds() -> Result<(), String> {
    let mut command = cargo(&["test", PROFILE[0], PROFILE[1], "-p", "tantalizer-minizinc"]);
    command.args(["--test", "flattened", "--", "--nocapture"]);
    must(command.env("TANTALIZER_WRITE_KINDS", "1"))
}

/// Random whole models, every engine against brute force, and then spoiled FlatZinc files, half of the time each.
pub fn fuzz(minutes: f64) -> Result<(), String> {
    let minutes = minutes / 2.0;
    let mut command = cargo(&WORKSPACE);
    command.args(["--test", "fuzz", "--", "--nocapture"]);
    command.env("TANTALIZER_FUZZ_SECONDS", (minutes * 60.0).to_string());
    command.env("TANTALIZER_FUZZ_MINUTES", minutes.to_string());
    timed("fuzz", || must(&mut command))
}

/// The sums over all test programs of what their closing lines say.
#[derive(Default)]
struct Totals {
    programs: u64,
    passed: u64,
    failed: u64,
    ignored: u64,
}

impl Totals {
    /// Reads a line such as `test result: ok. 3 passed; 0 failed; 1 ignored; ...`.
    fn add(&mut self, line: &str) {
        let Some(result) = line.strip_prefix("test result: ") else {
            return;
        };
        self.programs += 1;
        for part in result.split([';', '.']) {
            let mut words = part.split_whitespace();
            let (Some(number), Some(what)) = (words.next(), words.next()) else {
                continue;
            };
            let number = number.parse().unwrap_or(0);
            match what {
                "passed" => self.passed += number,
                "failed" => self.failed += number,
                "ignored" => self.ignored += number,
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Totals;

    #[test]
    fn closing_lines_add_up() {
        let mut totals = Totals::default();
        totals.add("test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; finished in 0.1s");
        totals.add("test result: FAILED. 2 passed; 4 failed; 0 ignored; 0 measured");
        totals.add("test passes ... ok");
        let sums = (
            totals.programs,
            totals.passed,
            totals.failed,
            totals.ignored,
        );
        assert_eq!(sums, (2, 5, 4, 1));
    }
}
