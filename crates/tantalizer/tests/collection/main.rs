//! The kinds that come with the program, all of them: each of their puzzles has one solution, by us and by Gecode; it keeps the rules as they are
//! written down a second time in `rules.rs`; and it is explained to its end in the words of the model.

#[path = "../common/mod.rs"]
mod common;
mod links;
mod puzzle;
mod rules;

use common::run;
use puzzle::Puzzle;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../kinds")
}

/// The kinds of the folder, and its puzzles by name.
fn kinds() -> Vec<String> {
    let entries = std::fs::read_dir(folder()).expect("the kinds");
    let names = entries.flatten().map(|entry| entry.file_name());
    let names = names.map(|name| name.to_string_lossy().into_owned());
    let mut names: Vec<String> = names
        .filter_map(|name| name.strip_suffix(".mzn").map(str::to_string))
        .collect();
    names.sort();
    names
}

fn puzzles() -> Vec<String> {
    let both = |kind: String| [kind.clone(), format!("{kind}-hard")];
    kinds().into_iter().flat_map(both).collect()
}

/// Does something with every puzzle, and names those with which it went wrong.
fn with_all(what: impl Fn(&Puzzle) + Sync) {
    two_at_a_time(&puzzles(), |name| what(&Puzzle::read(&folder(), name)));
}

/// Does something with every name, two at a time, and names those with which it went wrong.
fn two_at_a_time(names: &[String], what: impl Fn(&str) + Sync) {
    let next = AtomicUsize::new(0);
    let failures = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(name) = names.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let done = std::panic::AssertUnwindSafe(|| what(name));
                    if std::panic::catch_unwind(done).is_err() {
                        failures.lock().expect("nobody panics here").push(name);
                    }
                }
            });
        }
    });
    let failures = failures.into_inner().expect("nobody panics here");
    assert!(failures.is_empty(), "{failures:?}");
}

#[test]
fn every_puzzle_has_one_solution_that_keeps_the_rules() {
    with_all(|puzzle| {
        let answer = run(&format!("solve {} --unique --json", puzzle.name)).json();
        assert_eq!(answer["unique"], true, "{}", puzzle.name);
        let solution = &answer["solutions"][0];
        rules::check(puzzle, solution);
        // A checker that accepts everything checks nothing: each cell in turn has another value of the board.
        let mut refused = 0;
        let array = rules::main_array(&puzzle.kind);
        let board = puzzle::board(&solution[array]);
        let values: BTreeSet<i64> = board.iter().flatten().copied().collect();
        let mut tried = 0;
        for (i, row) in board.iter().enumerate() {
            for (j, &value) in row.iter().enumerate() {
                let other = values.iter().find(|&&other| other != value);
                let Some(other) = other else { continue };
                let mut spoiled = solution.clone();
                spoiled[array][i][j] = Value::from(*other);
                tried += 1;
                let wrong = std::panic::AssertUnwindSafe(|| rules::holds(puzzle, &spoiled));
                refused += usize::from(!std::panic::catch_unwind(wrong).unwrap_or(false));
            }
        }
        assert_eq!(refused, tried, "{}: a spoiled solution passes", puzzle.name);
    });
}

#[test]
fn every_puzzle_has_one_solution_by_gecode() {
    let place = Path::new(env!("CARGO_TARGET_TMPDIR")).join("collection");
    std::fs::create_dir_all(&place).expect("a scratch folder");
    let installed = run(&format!("minizinc install --dir {}", place.display()));
    assert_eq!(installed.status, 0, "{}", installed.stderr);
    let include = installed.stdout.split(" -I ").nth(1);
    let include = include.and_then(|rest| rest.split(' ').next());
    let include = include.expect("a folder");
    with_all(|puzzle| {
        let data = place.join(format!("{}.dzn", puzzle.name));
        std::fs::write(&data, puzzle.data()).expect("a scratch file");
        let told = Command::new("minizinc")
            .args(["--solver", "gecode", "-a", "--output-mode", "json"])
            .args(["-I", include])
            .arg(folder().join(format!("{}.mzn", puzzle.kind)))
            .arg(&data)
            .output()
            .expect("MiniZinc is installed");
        let text = String::from_utf8_lossy(&told.stdout);
        assert!(text.contains("=========="), "{}: {text}", puzzle.name);
        let outputs = text.split("----------").filter_map(|part| {
            let value: Value = serde_json::from_str(part.trim()).ok()?;
            Some(value[rules::main_array(&puzzle.kind)].to_string())
        });
        let outputs: BTreeSet<String> = outputs.collect();
        assert_eq!(outputs.len(), 1, "{}: {text}", puzzle.name);
    });
}

/// The hard puzzles would take too long here.
#[test]
fn the_example_of_every_kind_is_explained_to_its_end() {
    with_all(|puzzle| {
        if puzzle.name != puzzle.kind {
            return;
        }
        let answer = run(&format!("solve {} --json", puzzle.name)).json();
        let solution = &answer["solutions"][0][rules::main_array(&puzzle.kind)];
        let told = run(&format!("explain {} --json --time-limit 60", puzzle.name)).json();
        assert_eq!(told["complete"], true, "{}: {told}", puzzle.name);
        let difficulty = told["difficulty"].as_str().expect("a difficulty");
        assert_eq!(
            puzzle.difficulty.as_deref(),
            Some(difficulty),
            "{}",
            puzzle.name
        );
        for step in told["steps"].as_array().expect("steps") {
            for reason in step["because"].as_array().expect("reasons") {
                let reason = reason.as_str().unwrap_or_default();
                let nameless = reason.starts_with("line ") || reason.contains("(constraint");
                assert!(!nameless, "{}: {reason}", puzzle.name);
            }
            for (place, value) in step["sets"].as_object().expect("places") {
                let Some((row, col)) = puzzle::place(place) else {
                    continue;
                };
                assert_eq!(&solution[row][col], value, "{}: {place}", puzzle.name);
            }
        }
    });
}

#[test]
fn the_list_names_every_kind_and_puzzle() {
    let all = run("list").stdout;
    for name in puzzles() {
        let named = |line: &str| line.trim_start().starts_with(name.as_str());
        assert!(all.lines().any(named), "{name}: {all}");
    }
    let some = run("list sudoku").stdout;
    assert!(
        some.contains("killer-sudoku: ") && !some.contains("tents: "),
        "{some}"
    );
    assert!(
        some.contains("    parameters: box_cols, box_rows\n"),
        "{some}"
    );
    assert!(
        some.contains("    without MiniZinc: box_rows 3, box_cols 3; "),
        "{some}"
    );
    for level in ["easy", "medium", "hard", "expert"] {
        let told = run(&format!("list --difficulty {level}")).stdout;
        for name in puzzles() {
            let puzzle = Puzzle::read(&folder(), &name);
            let is_told = told.contains(&format!("    {name}  "));
            assert_eq!(
                is_told,
                puzzle.difficulty.as_deref() == Some(level),
                "{name}: {told}"
            );
        }
    }
}

/// A form whose hints are variables has the solutions that MiniZinc leaves of the model with these hints: of hints that were drawn anew or moved
/// about, some leave none, some one, and some several.
#[test]
fn hints_that_are_told_count_as_those_that_were_flattened() {
    let place = Path::new(env!("CARGO_TARGET_TMPDIR")).join("hints");
    std::fs::create_dir_all(place.join("by-minizinc")).expect("a scratch folder");
    let square = |rows: [&str; 4]| format!("number = \"{}\"", rows.join("\\n"));
    let hints = [
        (
            "hitori",
            "number",
            "n = 4\n".to_string() + &square(["1 2 3 4", "2 3 4 1", "3 4 1 2", "4 1 2 3"]),
        ),
        (
            "nonogram",
            "row_runs",
            "rows = 5\ncols = 5\nrow_runs = [[1], [1], [1], [1], [1]]\ncol_runs = [[1], [1], [1], [1], [1]]".into(),
        ),
        (
            "nurikabe",
            "number",
            "rows = 4\ncols = 4\n".to_string() + &square(["0 0 0 0", "0 4 0 0", "0 0 0 0", "0 0 0 1"]),
        ),
        (
            "shikaku",
            "number",
            "rows = 4\ncols = 4\n".to_string() + &square(["4 0 0 0", "0 4 0 0", "0 0 4 0", "0 0 0 4"]),
        ),
    ];
    for (kind, hint, several) in hints {
        // Another text has no form that is kept.
        let model = std::fs::read_to_string(folder().join(format!("{kind}.mzn"))).expect("a model");
        let model = model + "% changed\n";
        std::fs::write(place.join(format!("by-minizinc/{kind}.mzn")), model).expect("a file");
        let text = std::fs::read_to_string(folder().join(format!("{kind}.toml"))).expect("a file");
        let text: toml::Table = text.parse().expect("TOML");
        let mut puzzles = vec![format!("puzzle = \"{kind}\"\n{several}\n")];
        for turn in 0..6 {
            let mut puzzle = text.clone();
            puzzle.insert(hint.into(), shuffled(&text[hint], turn));
            puzzles.push(puzzle.to_string());
        }
        let mut seen = BTreeSet::new();
        for (number, puzzle) in puzzles.iter().enumerate() {
            let name = format!("{kind}-{number}.toml");
            let count = |folder: &Path| {
                std::fs::write(folder.join(&name), puzzle).expect("a scratch file");
                let answer = run(&format!("count {} --json", folder.join(&name).display()));
                answer.json()["count"].as_str().map(str::to_string)
            };
            let told = count(&place);
            assert_eq!(told, count(&place.join("by-minizinc")), "{puzzle}");
            seen.extend(told);
        }
        assert!(seen.len() > 2, "{kind}: {seen:?}");
    }
}

/// The same numbers in other places: cells of a board change places in pairs, rows of a list in turn.
fn shuffled(hint: &toml::Value, turn: usize) -> toml::Value {
    let Some(board) = hint.as_str() else {
        let mut rows = hint.as_array().expect("a list").clone();
        let count = rows.len();
        rows.rotate_left(turn % count);
        return rows.into();
    };
    let mut cells: Vec<&str> = board.split_whitespace().collect();
    let count = cells.len();
    for step in 0..turn {
        cells.swap((7 * step + turn) % count, (5 * step + 3 * turn + 1) % count);
    }
    let width = count.isqrt();
    let rows: Vec<String> = cells.chunks(width).map(|row| row.join(" ")).collect();
    rows.join("\n").into()
}

/// On a machine without MiniZinc everything that comes with the program is still solved, drawn and explained, and can be designed.
#[test]
fn what_comes_along_needs_no_minizinc() {
    let alone = |arguments: &str| {
        let mut command = common::program();
        command.args(arguments.split_whitespace());
        let told = command.env("PATH", "").env_remove("MINIZINC").output();
        let told = told.expect("the program starts");
        let complaint = String::from_utf8_lossy(&told.stderr).into_owned();
        assert!(told.status.success(), "{arguments}: {complaint}");
        String::from_utf8(told.stdout).expect("UTF-8")
    };
    with_all(|puzzle| {
        let name = &puzzle.name;
        let without = alone(&format!("solve {name} --unique --json"));
        let without: Value = serde_json::from_str(&without).expect("JSON");
        assert_eq!(without["unique"], true, "{name}");
        rules::check(puzzle, &without["solutions"][0]);
    });
    alone("draw kakuro");
    alone("explain futoshiki --hint");
    two_at_a_time(&kinds(), |kind| {
        if ["cryptarithm", "zebra"].contains(&kind) {
            // Their clues are their parameters, which no solution tells.
            return;
        }
        let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("alone-{kind}.toml"));
        let file = file.display().to_string();
        alone(&format!("design {kind} --seed 1 --out {file}"));
        let answer = alone(&format!("solve {file} --unique --json"));
        let answer: Value = serde_json::from_str(&answer).expect("JSON");
        assert_eq!(answer["unique"], true, "{kind}");
    });
    alone("design masyu -D rows=6 -D cols=6 --seed 1");
    alone("solve https://puzz.link/p?sudoku/9/9/k8g1g7i2i99o2g3h75q19h5g4o83i4i6g4g5k");
    let missing = common::program()
        .args([
            "count",
            "kinds/sudoku.mzn",
            "-D",
            "box_rows=2",
            "-D",
            "box_cols=1",
        ])
        .env("PATH", "")
        .output();
    let missing = missing.expect("the program starts");
    let complaint = String::from_utf8_lossy(&missing.stderr);
    assert!(complaint.contains("needs MiniZinc"), "{complaint}");
}
