//! Hints from every position along the solution, for boards of several sizes and sudokus: each is right, and they lead to the end.
//!
//! With `--nocapture` it prints the table in `docs/explanations.md`.

mod common;

use std::collections::BTreeMap;

use common::run;
use serde_json::Value;

/// Boards that come with the program.
const BOARDS: [&str; 10] = [
    "tricky-triple/4x4-easy",
    "tricky-triple/4x4-medium",
    "tricky-triple/4x4-hard",
    "tricky-triple/5x5-easy",
    "tricky-triple/5x5-medium",
    "tricky-triple/5x5-hard",
    "tricky-triple/6x6-easy",
    "tricky-triple/6x6-medium",
    "tricky-triple/6x6-hard",
    "tricky-triple/paper",
];

/// What is designed beside them, at three levels.
const DESIGNS: [(&str, &str); 2] = [
    (
        "tricky-triple-7x7",
        "tricky-triple --rows 7 --cols 7 --black 4",
    ),
    ("sudoku-9x9", "sudoku -D box_rows=3 -D box_cols=3"),
];

#[test]
fn hints_lead_from_every_position_to_the_end() {
    println!("| puzzle | difficulty | steps | slowest hint | whole | techniques |");
    println!("|---|---|---|---|---|---|");
    for board in BOARDS {
        followed(board, board);
    }
    for (name, design) in DESIGNS {
        for level in ["easy", "medium", "hard"] {
            let file = format!("{}/{name}-{level}.toml", env!("CARGO_TARGET_TMPDIR"));
            let call = format!("design {design} --difficulty {level} --seed 1 --out {file}");
            let made = run(&call);
            assert_eq!(made.status, 0, "{call}: {}", made.stderr);
            followed(&format!("{name} {level}"), &file);
        }
    }
}

/// Asks for a hint after each step of the explanation, and prints how long that took.
fn followed(name: &str, file: &str) {
    let (explanation, whole) = asked(&format!("explain {file} --json"));
    assert_eq!(explanation["complete"], true, "{name}");
    let mut solution = BTreeMap::new();
    let steps = explanation["steps"].as_array().expect("steps");
    for step in steps {
        solution.extend(sets(step));
    }
    let mut known: BTreeMap<String, Value> = BTreeMap::new();
    let mut slowest: f64 = 0.0;
    for step in steps {
        let mut call = format!("explain {file} --hint --json");
        if !known.is_empty() {
            let written = known
                .iter()
                .map(|(place, value)| format!("{place} = {value}\n"));
            let position = common::file("position.toml", written.collect::<String>().as_bytes());
            call += &format!(" --from {position}");
        }
        let (hint, used) = asked(&call);
        slowest = slowest.max(used);
        let told = &hint["steps"][0];
        let says = sets(told).into_iter().collect::<Vec<_>>();
        let removes = told["removes"]
            .as_object()
            .is_some_and(|goals| !goals.is_empty());
        assert!(!says.is_empty() || removes, "{name}: {hint}");
        for (place, value) in says {
            assert!(
                !known.contains_key(&place),
                "{name}: {place} is known, {hint}"
            );
            assert_eq!(solution.get(&place), Some(&value), "{name}: {hint}");
        }
        known.extend(sets(step));
    }
    let techniques = explanation["techniques"].as_object().into_iter().flatten();
    let techniques: Vec<String> = techniques
        .map(|(name, times)| format!("{name} {times}"))
        .collect();
    println!(
        "| {name} | {} | {} | {slowest:.2} s | {whole:.2} s | {} |",
        explanation["difficulty"].as_str().unwrap_or("-"),
        steps.len(),
        techniques.join(", ")
    );
}

fn sets(step: &Value) -> BTreeMap<String, Value> {
    let sets = step["sets"].as_object().into_iter().flatten();
    sets.map(|(place, value)| (place.clone(), value.clone()))
        .collect()
}

/// The answer to a call, and the seconds of the processor that it took.
fn asked(call: &str) -> (Value, f64) {
    let before = used();
    let answer = run(call);
    assert_eq!(answer.status, 0, "{call}: {}", answer.stderr);
    (answer.json(), used() - before)
}

/// How long the programs that were run so far have used the processor; in steps of 10 ms, and where the system says so.
fn used() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after_the_name = stat.rsplit_once(") ").map_or("", |parts| parts.1);
    let fields = after_the_name.split_whitespace().skip(13).take(2);
    let ticks: f64 = fields.filter_map(|field| field.parse::<f64>().ok()).sum();
    ticks / 100.0
}
