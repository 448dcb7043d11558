//! MiniZinc's specification tests, run with this solver.
//!
//! A test is a `.mzn` file that opens with a comment `/*** ... ***/` in YAML: what is expected, and with which options. Our own small
//! cases stand in `crates/minizinc/tests/spec`; with `TANTALIZER_SPEC=FOLDER` (or `cargo xtask spec FOLDER`) all tests
//! of another folder are run, such as MiniZinc's `tests/spec/unit`, and the outcome is printed.

#[path = "../common/mod.rs"]
mod common;
mod expect;
mod yaml;

use expect::{Fit, Said, fits};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use yaml::Node;

/// What became of a test.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Outcome {
    Pass,
    Fail(String),
    Unsupported(String),
}

/// Numbers the files that are written on the way.
static NUMBER: AtomicUsize = AtomicUsize::new(0);

/// The folder that is tested when nobody names one.
const OWN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../minizinc/tests/spec");

#[test]
fn specification_tests_pass() {
    let foreign = std::env::var_os("TANTALIZER_SPEC").map(PathBuf::from);
    let folder = foreign.clone().unwrap_or_else(|| PathBuf::from(OWN));
    let solver = install();
    let files = files(&folder);
    assert!(!files.is_empty(), "no tests in {}", folder.display());
    let next = AtomicUsize::new(0);
    let outcomes = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(file) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
                    for (number, outcome) in run(file, &solver).into_iter().enumerate() {
                        let name = format!(
                            "{}:{}",
                            file.strip_prefix(&folder).unwrap_or(file).display(),
                            number + 1
                        );
                        outcomes.lock().unwrap().push((name, outcome));
                    }
                }
            });
        }
    });
    let mut outcomes = outcomes.into_inner().unwrap();
    outcomes.sort();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for (name, outcome) in &outcomes {
        let (word, why) = match outcome {
            Outcome::Pass => ("pass", ""),
            Outcome::Fail(why) => ("FAIL", why.as_str()),
            Outcome::Unsupported(why) => ("unsupported", why.as_str()),
        };
        *counts.entry(word).or_default() += 1;
        if foreign.is_some() || word != "pass" {
            println!("{word:<12} {name}  {}", why.lines().next().unwrap_or(""));
        }
    }
    println!("{counts:?}");
    if foreign.is_none() {
        assert_eq!(counts.keys().copied().collect::<Vec<_>>(), ["pass"]);
    }
}

/// The solver configuration, written as its users do.
fn install() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("spec-solvers");
    let installed = common::run(&format!("minizinc install --dir {}", folder.display()));
    assert_eq!(installed.status, 0, "{}", installed.stderr);
    folder.join("tantalizer.msc")
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_path_buf()];
    while let Some(path) = open.pop() {
        if path.is_dir() {
            let entries = std::fs::read_dir(&path).expect("a readable folder");
            open.extend(entries.map(|entry| entry.expect("an entry").path()));
        } else if path.extension().is_some_and(|extension| extension == "mzn") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// Runs all tests of a file.
fn run(file: &Path, solver: &Path) -> Vec<Outcome> {
    let bytes = std::fs::read(file).expect("a readable file");
    let text = String::from_utf8_lossy(&bytes);
    let header = text
        .trim_start()
        .strip_prefix("/***")
        .and_then(|rest| rest.split_once("***/"));
    let Some((header, _)) = header else {
        return Vec::new();
    };
    match yaml::documents(header) {
        Ok(tests) => tests.iter().map(|test| one(test, file, solver)).collect(),
        Err(error) => vec![Outcome::Unsupported(format!("the header: {error}"))],
    }
}

fn one(test: &Node, file: &Path, solver: &Path) -> Outcome {
    let kind = test.get("type").and_then(Node::text).unwrap_or("solve");
    let Some(expected) = test.get("expected") else {
        return Outcome::Unsupported("nothing is expected".into());
    };
    if kind != "solve" {
        return Outcome::Unsupported(format!("a test of type {kind}"));
    }
    let mut options = Vec::new();
    let mut all = false;
    if let Some(Node {
        value: yaml::Value::Map(entries),
        ..
    }) = test.get("options")
    {
        for (name, node) in entries {
            let value = node.text().unwrap_or_default();
            match name.as_str() {
                "all_solutions" => all = value == "true",
                "-G" if value != "std" => {
                    return Outcome::Unsupported(format!("the library of {value}"));
                }
                _ if value == "false" => {}
                name => {
                    options.push(if name.starts_with('-') {
                        name.to_string()
                    } else {
                        format!("--{}", name.replace('_', "-"))
                    });
                    if value != "true" {
                        options.push(value.to_string());
                    }
                }
            }
        }
    }
    if all {
        options.push("-a".into());
    }
    let extra = test.get("extra_files").map(Node::list).unwrap_or_default();
    let folder = file.parent().unwrap_or(Path::new("."));
    let extra: Vec<PathBuf> = extra
        .iter()
        .filter_map(|name| Some(folder.join(name.text()?)))
        .collect();
    let said = ask(solver, file, &extra, &options, all);
    if let Said::Error(message) = &said
        && expected.tag != "Error"
    {
        // MiniZinc's own refusals (a newer language, a missing solver feature) are not ours.
        return if message.contains("tantalizer: ") && !message.contains("not supported") {
            Outcome::Fail(last_line(message))
        } else {
            Outcome::Unsupported(last_line(message))
        };
    }
    match fits(expected, &said) {
        Fit::Yes => Outcome::Pass,
        Fit::OtherSolution => confirm(&said, file, &extra, &options),
        // A test may be of a newer MiniZinc than the one at hand: then Gecode does not pass it here either.
        Fit::No => match fits(
            expected,
            &ask(
                Path::new("gecode"),
                file,
                &extra,
                &with_standard_library(&options),
                all,
            ),
        ) {
            Fit::Yes => Outcome::Fail(format!("{said:?}").chars().take(300).collect()),
            _ => Outcome::Unsupported("not met with Gecode and this MiniZinc either".into()),
        },
    }
}

/// A solution that is not listed is right if the model, with its values given, still has one; asked of Gecode.
fn confirm(said: &Said, file: &Path, extra: &[PathBuf], options: &[String]) -> Outcome {
    let Said::Result { solutions, .. } = said else {
        return Outcome::Fail("no solution".into());
    };
    let Some(serde_json::Value::Object(found)) = solutions.last() else {
        return Outcome::Fail("no solution".into());
    };
    let mut given = String::new();
    for (name, value) in found {
        if !name.starts_with('_') && (value.is_number() || value.is_boolean()) {
            given.push_str(&format!("constraint {name} = {value};\n"));
        }
    }
    let values = common::file(
        &format!("given-{}.mzn", NUMBER.fetch_add(1, Ordering::Relaxed)),
        given.as_bytes(),
    );
    let extra: Vec<PathBuf> = extra
        .iter()
        .cloned()
        .chain([PathBuf::from(values)])
        .collect();
    let options = with_standard_library(options);
    match ask(Path::new("gecode"), file, &extra, &options, false) {
        Said::Result {
            status: "SATISFIED",
            ..
        } => Outcome::Pass,
        other => Outcome::Fail(format!("not confirmed: {other:?} with {given:?}")),
    }
}

/// Debian's library for Gecode does not fit its MiniZinc: the standard one does.
fn with_standard_library(options: &[String]) -> Vec<String> {
    let standard = ["-G".to_string(), "std".to_string()];
    options.iter().cloned().chain(standard).collect()
}

fn last_line(text: &str) -> String {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    let told = lines
        .clone()
        .find(|line| line.contains("not supported") || line.contains("rror:"));
    told.or(lines.next_back()).unwrap_or_default().to_string()
}

/// Calls MiniZinc.
fn ask(solver: &Path, file: &Path, extra: &[PathBuf], options: &[String], all: bool) -> Said {
    // Some models of the tests make MiniZinc itself run forever.
    let output = Command::new("timeout")
        .args(["60", "minizinc"])
        // A Tantalizer that the user has installed would be taken instead, whatever file is named.
        .env("HOME", env!("CARGO_TARGET_TMPDIR"))
        .arg("--solver")
        .arg(solver)
        .args([
            "--output-mode",
            "json",
            "--output-objective",
            "--time-limit",
            "20000",
        ])
        .args(options)
        .arg(file)
        .args(extra)
        .output()
        .expect("MiniZinc is installed: cargo xtask test sees to that");
    let stdout = String::from_utf8_lossy(&output.stdout);
    let stderr = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() || stdout.contains("=====ERROR=====") {
        return Said::Error(format!("{stdout}{stderr}"));
    }
    let mut solutions = Vec::new();
    let mut status = "UNKNOWN";
    let mut text = String::new();
    for line in stdout.lines() {
        match line {
            "----------" => {
                solutions.push(serde_json::from_str(&text).unwrap_or(serde_json::Value::Null));
                text.clear();
                status = "SATISFIED";
            }
            "==========" => {
                let optimised = solutions
                    .last()
                    .is_some_and(|last: &serde_json::Value| last.get("_objective").is_some());
                status = if optimised {
                    "OPTIMAL_SOLUTION"
                } else {
                    "ALL_SOLUTIONS"
                };
            }
            "=====UNSATISFIABLE=====" => status = "UNSATISFIABLE",
            "=====UNKNOWN=====" => status = "UNKNOWN",
            line if line.starts_with('%') => {}
            line => {
                text.push_str(line);
                text.push('\n');
            }
        }
    }
    if !all && !solutions.is_empty() {
        solutions.drain(..solutions.len() - 1);
    }
    Said::Result {
        solutions,
        status,
        all,
    }
}
