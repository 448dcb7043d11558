//! What a limit cut short is said to be unfinished, in text and in JSON, and is never an answer.

mod common;

use common::{file, run};

fn far() -> String {
    let board = "12 -5 3 -7 1 8\n-2 10 -4 6 11 -9";
    let text = format!("puzzle = \"spinpossible\"\nboard = \"\"\"\n{board}\n\"\"\"\n");
    file("far.toml", text.as_bytes())
}

#[test]
fn an_explanation_that_stops_early_says_so() {
    let empty = "examples/tricky-triple-50x50-empty.toml";
    for (puzzle, seconds) in [(far().as_str(), 0.2), (empty, 0.5), (empty, 0.001)] {
        let call = format!("explain {puzzle} --time-limit {seconds}");
        let told = run(&call);
        assert_eq!(told.status, 1, "{call}: {}", told.stderr);
        let last = told.stdout.lines().last().expect("a line");
        assert!(last.starts_with("Not finished: the time limit"), "{last}");
        for claim in ["Nothing more is forced", "Difficulty"] {
            assert!(!told.stdout.contains(claim), "{call}");
        }
        let object = run(&format!("{call} --json")).json();
        assert_eq!(object["complete"], false, "{call}");
        assert_eq!(object["difficulty"], serde_json::Value::Null, "{call}");
        assert!(object["steps"].is_array(), "{call}");
        // A way that was found in time is told move by move, where nothing can clash.
        assert!(puzzle != empty || object["clash"].is_array(), "{call}");
    }
    for puzzle in ["tricky-triple", "set-twelve", "tricky-triple-4x4-empty"] {
        let object = run(&format!("explain examples/{puzzle}.toml --json")).json();
        assert_eq!(object["complete"], true, "{puzzle}");
        let names: Vec<&String> = object.as_object().expect("an object").keys().collect();
        assert_eq!(&names[..3], ["puzzle", "status", "complete"], "{puzzle}");
    }
}

#[test]
fn a_count_without_a_solution_is_no_lower_bound() {
    let told = run(&format!("count {} --time-limit 0.1", far()));
    assert_eq!(
        (told.status, told.stdout.as_str()),
        (1, "none found so far\n")
    );
    let compared = run(&format!(
        "compare {} --engines auto --count --time-limit 0.1",
        far()
    ));
    assert!(
        compared.stdout.contains("none so far"),
        "{}",
        compared.stdout
    );
}

#[test]
fn forced_values_after_a_limit_are_at_least_so_many() {
    let told = run("solve examples/tricky-triple/100x100.toml --forced --time-limit 0.15");
    assert_eq!(told.status, 1, "{}", told.stderr);
    assert!(!told.stdout.contains("\n0 of "), "{}", told.stdout);
}

#[test]
fn the_best_so_far_is_not_the_best() {
    // A knapsack with many things that are worth little more than they weigh: solutions are plenty, and a proof is far.
    let weights: Vec<u32> = (1..=50).map(|i| 100_000 + i * i * 7919 % 100_003).collect();
    let list = |number: &dyn Fn(usize) -> String| (0..50).map(number).collect::<Vec<_>>().join(",");
    let things: String = (0..50).map(|i| format!("var 0..1: x{i};\n")).collect();
    let (names, weighed) = (
        list(&|i| format!("x{i}")),
        list(&|i| weights[i].to_string()),
    );
    let worth = list(&|i| (weights[i] + 1000).to_string());
    let (all, most) = (weights.iter().sum::<u32>(), weights.iter().sum::<u32>() / 2);
    let model = format!(
        "{things}var 0..{}: r :: output_var;\nconstraint int_lin_le([{weighed}],[{names}],{most});\n\
         constraint int_lin_eq([{worth},-1],[{names},r],0);\nsolve maximize r;\n",
        all + 50_000
    );
    let path = file("best.fzn", model.as_bytes());
    let told = run(&format!("solve {path} --time-limit 0.05"));
    assert_eq!(told.status, 1, "{}", told.stdout);
    if told.stdout.contains("r = ") {
        assert!(told.stdout.contains("The best so far"), "{}", told.stdout);
    }
}
