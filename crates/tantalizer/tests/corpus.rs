//! Every model of `examples/minizinc`, through MiniZinc, by Gecode and by Tantalizer: the same outputs, each once, or the
//! same optimum. And the published Colors model, whose answer is known.

mod common;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock};

/// What a solver says of a model.
#[derive(Debug)]
struct Told {
    /// The outputs, without those that look alike.
    outputs: BTreeSet<String>,
    /// How many outputs there were.
    printed: usize,
    /// What the last output of a model that optimises says it found.
    optimum: Option<String>,
    /// Whether the solver came to its end.
    complete: bool,
    /// Everything, for messages.
    text: String,
}

/// The folder with the solver configuration, written by the program itself.
fn solvers() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("corpus-solvers");
        let installed = common::run(&format!("minizinc install --dir {}", folder.display()));
        assert_eq!(installed.status, 0, "{}", installed.stderr);
        folder
    })
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn told(solver: &str, model: &Path) -> Told {
    let mut command = Command::new("minizinc");
    command.env("MZN_SOLVER_PATH", solvers());
    command.args(["--solver", solver, "-a"]);
    command.arg(model);
    let data = model.with_extension("dzn");
    if data.exists() {
        command.arg(data);
    }
    let output = command.output().expect("MiniZinc is installed");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let complaints = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success(),
        "{solver}, {}: {complaints}",
        model.display()
    );
    let parts: Vec<&str> = text.split("----------\n").collect();
    let (rest, outputs) = parts.split_last().expect("at least one part");
    let optimum = |output: &str| {
        let line = output.lines().find(|line| line.starts_with("optimum = "));
        line.map(str::to_string)
    };
    Told {
        outputs: outputs.iter().map(|output| output.to_string()).collect(),
        printed: outputs.len(),
        optimum: outputs.last().and_then(|last| optimum(last)),
        complete: rest.contains("==========") || rest.contains("=====UNSATISFIABLE====="),
        text,
    }
}

fn agree(model: &Path) {
    let (ours, theirs) = (told("tantalizer", model), told("gecode", model));
    let name = model.display();
    assert!(theirs.complete, "{name}: Gecode says {}", theirs.text);
    assert!(ours.complete, "{name}: {}", ours.text);
    assert_eq!(ours.optimum, theirs.optimum, "{name}");
    let text = std::fs::read_to_string(model).expect("a model");
    let optimises = text.contains(" minimize ") || text.contains(" maximize ");
    assert_eq!(
        ours.optimum.is_some(),
        optimises,
        "{name}: the optimum is not printed"
    );
    if !optimises {
        assert_eq!(ours.outputs, theirs.outputs, "{name}");
        assert_eq!(ours.printed, ours.outputs.len(), "{name}: an output twice");
        assert!(!ours.outputs.is_empty(), "{name} has no solution");
    }
}

#[test]
fn the_corpus_agrees_with_gecode() {
    let folder = root().join("examples/minizinc");
    let entries = std::fs::read_dir(&folder).expect("the corpus").flatten();
    let mut models: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    models.retain(|path| path.extension().is_some_and(|ending| ending == "mzn"));
    models.sort();
    assert!(models.len() >= 18, "{} models", models.len());
    for model in &models {
        let text = std::fs::read_to_string(model).expect("a model");
        assert!(text.starts_with("% "), "{}: what is it?", model.display());
    }
    // Most of the time goes into processes of their own: two at a time.
    let next = AtomicUsize::new(0);
    let failures = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(model) = models.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let agreed = std::panic::catch_unwind(|| agree(model));
                    if agreed.is_err() {
                        failures
                            .lock()
                            .expect("nobody panics here")
                            .push(model.clone());
                    }
                }
            });
        }
    });
    let failures = failures.into_inner().expect("nobody panics here");
    assert!(failures.is_empty(), "{failures:?}");
}

/// The colours of the fields, as rows of letters: the form of our own puzzle files.
fn fields(output: &str) -> Vec<String> {
    let letter = |name: &str| match name.trim() {
        "BROWN" => 'N',
        name => name.chars().next().unwrap_or('?'),
    };
    let body = output
        .split_once("[|")
        .and_then(|(_, rest)| rest.split_once("|]"));
    let (body, _) = body.unwrap_or_else(|| panic!("no array in {output}"));
    let rows = body.split('|').map(str::trim).filter(|row| !row.is_empty());
    rows.map(|row| {
        row.split(',')
            .filter(|name| !name.trim().is_empty())
            .map(letter)
            .collect()
    })
    .collect()
}

#[test]
fn the_published_model_has_the_four_published_solutions() {
    let told = told("tantalizer", &root().join("examples/colors_revisited.mzn"));
    assert!(told.complete, "{}", told.text);
    assert_eq!(told.printed, 4, "{}", told.text);
    let found: BTreeSet<Vec<String>> = told.outputs.iter().map(|output| fields(output)).collect();
    // The same puzzle as a puzzle file, by an engine that knows no simplification.
    let solved = common::run("solve examples/colors.toml --all --json --engine sat").json();
    let solutions = solved["solutions"].as_array().expect("solutions");
    let expected: BTreeSet<Vec<String>> = solutions
        .iter()
        .map(|solution| {
            let rows = solution["fields"].as_array().expect("rows").iter();
            rows.map(|row| row.as_str().expect("a row").to_string())
                .collect()
        })
        .collect();
    assert_eq!(found, expected);
    // The first of the printed solutions.
    let first = [
        "ORRYYRRN", "GGGBBOOR", "GGGBBOOR", "NOOGGRRY", "NOOGGRRY", "NYYNNBBO", "NYYNNBBO",
        "RBBGGGGN",
    ];
    assert!(
        found
            .iter()
            .any(|lines| lines.as_slice() == first.map(String::from).as_slice()),
        "{found:?}"
    );
}

#[test]
fn the_variant_is_refuted() {
    let told = told(
        "tantalizer",
        &root().join("examples/colors_revisited_refuted.mzn"),
    );
    assert_eq!(told.text, "=====UNSATISFIABLE=====\n");
}
