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
        assert!(object["steps"].is_array() && object["clash"].is_array());
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
    let model = "var 0..150: x :: output_var;\nvar 0..150: y :: output_var;\n\
                 var 0..150: z :: output_var;\nvar 0..150: w :: output_var;\n\
                 var 0..22500: p;\nvar 0..22500: q;\nvar 0..506250000: r :: output_var;\n\
                 constraint int_times(x,y,p);\nconstraint int_times(z,w,q);\nconstraint int_times(p,q,r);\n\
                 constraint int_lin_le([3,5,7,11],[x,y,z,w],1000);\nsolve maximize r;\n";
    let path = file("best.fzn", model.as_bytes());
    let told = run(&format!("solve {path} --time-limit 0.05"));
    assert_eq!(told.status, 1, "{}", told.stdout);
    if told.stdout.contains("x = ") {
        assert!(told.stdout.contains("The best so far"), "{}", told.stdout);
    }
}
