//! MiniZinc models where puzzles are expected, and puzzles where other solvers are.

use crate::{common, gecode};

const QUEENS: &str = "include \"globals.mzn\";\nint: n;\narray[1..n] of var 1..n: q;\nconstraint alldifferent(q);\n\
    constraint alldifferent(i in 1..n)(q[i] + i);\nconstraint alldifferent(i in 1..n)(q[i] - i);\nsolve satisfy;\n";

#[test]
fn solve_count_and_explain_take_models() {
    let model = common::file("queens.mzn", QUEENS.as_bytes());
    let data = common::file("queens.dzn", b"n = 6;\n");
    let solved = common::run(&format!("solve {model} {data} --json")).json();
    assert_eq!(solved["puzzle"], "minizinc");
    assert_eq!(
        solved["solutions"][0]["q"].as_array().map(Vec::len),
        Some(6)
    );
    let counted = common::run(&format!("count {model} {data} --json")).json();
    assert_eq!(
        (counted["count"].as_str(), counted["complete"].as_bool()),
        (Some("4"), Some(true))
    );
    let text = common::run(&format!("solve --all {model} {data}"));
    assert!(text.stdout.contains("q = [2, 4, 6, 1, 3, 5]") && text.stdout.contains("4 solutions."));
    let unique = common::file("unique.mzn", b"var 1..3: x; var 1..3: y; array[1..1,1..2] of var 1..4: grid;\nconstraint grid[1, 1] = x /\\ grid[1, 2] = y /\\ x + 1 < y; solve satisfy;");
    let explained = common::run(&format!("explain {unique} --json")).json();
    assert_eq!(explained["status"], "satisfiable");
    let solved = common::run(&format!("solve {unique} --unique --json")).json();
    assert_eq!(solved["unique"], true);
    assert_eq!(solved["solutions"][0]["grid"], serde_json::json!([[1, 3]]));
}

#[test]
fn the_best_solutions_are_the_solutions() {
    let file = common::file(
        "best.fzn",
        b"var 0..3: x :: output_var;\nvar 0..3: y :: output_var;\nvar 0..6: s;\nconstraint int_lin_eq([1, 1, -1], [x, y, s], 0);\nconstraint int_lin_le([1, 1], [x, y], 4);\nsolve maximize s;\n",
    );
    let one = common::run(&format!("solve {file} --json")).json();
    assert_eq!(
        (one["status"].as_str(), one["complete"].as_bool()),
        (Some("optimal"), Some(true))
    );
    assert_eq!(
        common::run(&format!("count {file} --json")).json()["count"],
        "3"
    );
    let all = common::run(&format!("solve {file} --all --json")).json();
    assert_eq!(all["solutions"].as_array().map(Vec::len), Some(3));
}

#[test]
fn what_is_wrong_is_said_once() {
    let model = common::file("missing.mzn", QUEENS.as_bytes());
    let run = |minizinc: &str, arguments: &[&str]| {
        let output = common::program()
            .args(arguments)
            .env("MINIZINC", minizinc)
            .output()
            .expect("the program runs");
        (
            output.status.code(),
            String::from_utf8_lossy(&output.stderr).into_owned(),
        )
    };
    let (status, message) = run("/no/such/minizinc", &["solve", &model]);
    assert_eq!(status, Some(2));
    assert!(
        message.contains("needs MiniZinc") && message.contains("apt install minizinc"),
        "{message}"
    );
    let (status, message) = run("minizinc", &["solve", &model]);
    assert_eq!(status, Some(2));
    assert!(
        message.contains("`n'"),
        "the parameter without a value is named: {message}"
    );
    let (status, message) = run("minizinc", &["solve", "no-such-model.mzn"]);
    assert_eq!(status, Some(2));
    assert!(message.contains("no-such-model.mzn"), "{message}");
    let (status, message) = run("minizinc", &["solve", "examples/colors.toml", "data.dzn"]);
    assert_eq!(status, Some(2));
    assert!(
        message.contains("only .mzn models take data files"),
        "{message}"
    );
}

/// MiniZinc refutes some models by itself and leaves nothing of them but a complaint: that line is the reason.
#[test]
fn a_rule_that_cannot_hold_is_named() {
    let climbs = "array[1..4] of var 1..3: x;\nconstraint forall(i in 1..4)(\n  x[i] >= i\n);\nsolve satisfy;\n";
    let named = "var 1..3: x;\nvar 1..3: y;\nconstraint (x + y > 7) :: \"together above 7\";\nsolve satisfy;\n";
    for (name, model, rule) in [
        ("climbs.mzn", climbs, "line 3, i = 4"),
        ("named.mzn", named, "together above 7"),
    ] {
        let file = common::file(name, model.as_bytes());
        let said = common::run(&format!("explain {file}")).stdout;
        let expected = format!("There is no solution: {rule} cannot hold.\n");
        assert_eq!(said, expected, "{name}");
    }
}

#[test]
fn certificates_of_models_are_accepted() {
    let file = common::file(
        "refuted.fzn",
        b"var 1..2: x :: output_var;\nvar 1..2: y :: output_var;\nvar 1..2: z :: output_var;\nconstraint int_ne(x, y);\nconstraint int_ne(y, z);\nconstraint int_ne(x, z);\nsolve satisfy;\n",
    );
    let certificate = common::file("refuted.cert", b"");
    let run = common::run(&format!("solve {file} --all --certificate {certificate}"));
    assert_eq!(run.status, 0, "{}", run.stderr);
    let checked = common::run(&format!("check {certificate} --json"));
    assert_eq!(checked.json()["accepted"], true, "{}", checked.stdout);
}

/// Every puzzle, written as FlatZinc, has as many solutions for Gecode as for us.
#[test]
fn gecode_counts_the_same_solutions_of_all_puzzles() {
    let small = common::file(
        "board.toml",
        b"puzzle = 'tricky-triple'\nboard = '''\n1 . 1 .\n. . . .\n3 . # .\n. . . 2\n'''\n",
    );
    let spin = common::file(
        "spin.toml",
        b"puzzle = 'spinpossible'\nboard = '''\n-1 2\n3 -4\n'''\n",
    );
    let edge = common::file(
        "edge.toml",
        b"puzzle = 'colors'\npieces = ['ABCD', 'BADC', 'CDAB', 'DCBA']\n",
    );
    let files = [
        "examples/instant-insanity.toml",
        "examples/instant-insanity-equal.toml",
        "examples/set.toml",
        &small,
        &spin,
        &edge,
    ];
    for (number, file) in files.into_iter().enumerate() {
        let written = common::run(&format!("encode {file} --to flatzinc"));
        assert_eq!(written.status, 0, "{file}: {}", written.stderr);
        let flat = common::file(&format!("puzzle-{number}.fzn"), written.stdout.as_bytes());
        let theirs = gecode::solutions(&flat).unwrap_or_else(|error| panic!("{file}: {error}"));
        let ours = common::run(&format!("fzn -a {flat}"));
        assert_eq!(
            gecode::split(&ours.stdout).len(),
            theirs.len(),
            "{file} as FlatZinc"
        );
        // The model itself, without the way through FlatZinc.
        let model = common::run(&format!("encode {file} --to model"));
        assert_eq!(model.status, 0);
        let counted = common::run(&format!("solve {file} --all --json")).json();
        let puzzle = counted["puzzle"].as_str().unwrap_or_default();
        if matches!(puzzle, "instant-insanity" | "tricky-triple" | "set") {
            let count = counted["count"].as_str().expect("a count").to_string();
            assert_eq!(count, theirs.len().to_string(), "{file}");
        }
    }
}
