//! What is printed for MiniZinc.

use crate::common::{self, Run};
use crate::gecode::split;

fn fzn(flags: &str, text: &str) -> Run {
    common::run_with(&format!("fzn {flags} -"), text)
}

const SUM: &str = "var 1..3: x :: output_var;\nvar 1..3: y :: output_var;\nvar 0..9: hidden;\nvar bool: b :: output_var;\n\
    constraint int_lin_eq([1, 1], [x, y], 4);\nconstraint int_lt_reif(x, y, b);\nconstraint int_le(hidden, x);\n\
    solve :: int_search([x, y], input_order, indomain_min, complete) satisfy;\n";

#[test]
fn one_solution_is_not_said_to_be_all() {
    let run = fzn("", SUM);
    assert_eq!(
        (run.status, run.stdout.as_str()),
        (0, "x = 1;\ny = 3;\nb = true;\n----------\n")
    );
}

#[test]
fn all_solutions_over_the_output_each_once() {
    let run = fzn("-a", SUM);
    assert_eq!(
        run.stdout,
        "x = 1;\ny = 3;\nb = true;\n----------\nx = 2;\ny = 2;\nb = false;\n----------\nx = 3;\ny = 1;\nb = false;\n----------\n==========\n"
    );
    let two = fzn("-n 2", SUM);
    assert_eq!(two.stdout.matches("----------").count(), 2);
    assert!(!two.stdout.contains("=========="));
    assert_eq!(fzn("-n 9", SUM).stdout, run.stdout);
    for engine in ["search", "learn", "sat", "diagram"] {
        let other = fzn(&format!("-a --engine {engine}"), SUM);
        assert_eq!(other.stdout.matches("----------").count(), 3, "{engine}");
        assert!(other.stdout.ends_with("==========\n"), "{engine}");
    }
}

#[test]
fn no_solution() {
    let run = fzn(
        "-s",
        "var 1..2: x;\nconstraint int_lt(x, 1);\nsolve satisfy;\n",
    );
    assert!(
        run.stdout
            .starts_with("=====UNSATISFIABLE=====\n%%%mzn-stat: "),
        "{}",
        run.stdout
    );
    assert!(run.stdout.ends_with("%%%mzn-stat-end\n"));
    let contradiction = fzn("", "constraint bool_eq(true, false);\nsolve satisfy;\n");
    assert_eq!(contradiction.stdout, "=====UNSATISFIABLE=====\n");
}

#[test]
fn no_variable_at_all() {
    assert_eq!(fzn("", "solve satisfy;\n").stdout, "----------\n");
    assert_eq!(
        fzn("-a", "solve satisfy;\n").stdout,
        "----------\n==========\n"
    );
    let constant = fzn(
        "-a",
        "array [1..2] of int: a :: output_array([1..2]) = [7, 8];\nsolve satisfy;\n",
    );
    assert_eq!(
        constant.stdout,
        "a = array1d(1..2, [7, 8]);\n----------\n==========\n"
    );
}

#[test]
fn improving_solutions_and_then_the_proof() {
    let text = "var 0..9: x :: output_var;\nvar 0..9: y;\nconstraint int_lin_le([1, 2], [x, y], 7);\nconstraint int_le(2, y);\nsolve maximize x;\n";
    for flags in ["", "-a", "-i", "-f -p 2", "--engine learn", "--engine sat"] {
        let run = fzn(flags, text);
        let values: Vec<i32> = run
            .stdout
            .lines()
            .filter_map(|line| line.strip_prefix("x = ")?.strip_suffix(';')?.parse().ok())
            .collect();
        assert!(
            values.windows(2).all(|pair| pair[0] < pair[1]),
            "{flags}: {values:?}"
        );
        assert_eq!(values.last(), Some(&3), "{flags}");
        assert!(run.stdout.ends_with("==========\n"), "{flags}");
    }
}

#[test]
fn arrays_keep_their_shape() {
    let text = "var 1..1: x;\narray [1..4] of var int: a :: output_array([0..1, 1..2]) = [x, 2, 3, 4];\n\
        array [1..2] of var bool: c :: output_array([1..2]) = [true, false];\nsolve satisfy;\n";
    let run = fzn("", text);
    assert_eq!(
        run.stdout,
        "a = array2d(0..1, 1..2, [1, 2, 3, 4]);\nc = array1d(1..2, [true, false]);\n----------\n"
    );
}

/// A hard instance: pigeons in Boolean holes, out of reach within a moment.
fn pigeons() -> String {
    let mut text = String::new();
    for i in 0..30 {
        for hole in 0..29 {
            text.push_str(&format!("var bool: p{i}_{hole} :: output_var;\n"));
        }
    }
    for i in 0..30 {
        let somewhere: Vec<String> = (0..29).map(|hole| format!("p{i}_{hole}")).collect();
        let somewhere = somewhere.join(", ");
        text.push_str(&format!("constraint bool_clause([{somewhere}], []);\n"));
        for (j, hole) in (0..i).flat_map(|j| (0..29).map(move |hole| (j, hole))) {
            let both = format!("p{i}_{hole}, p{j}_{hole}");
            text.push_str(&format!("constraint bool_clause([], [{both}]);\n"));
        }
    }
    text + "solve satisfy;\n"
}

#[test]
fn statistics_also_when_the_time_is_up() {
    let run = fzn("-s -t 300 --engine search", &pigeons());
    assert_eq!(run.status, 0, "MiniZinc takes anything else for a crash");
    assert!(
        run.stdout.starts_with("=====UNKNOWN=====\n"),
        "{}",
        run.stdout
    );
    for key in [
        "nSolutions=0",
        "solveTime=",
        "engine=\"search\"",
        "nodes=",
        "failures=",
    ] {
        assert!(
            run.stdout.contains(&format!("%%%mzn-stat: {key}")),
            "{key} in {}",
            run.stdout
        );
    }
    assert!(run.stdout.ends_with("%%%mzn-stat-end\n"));
}

#[test]
fn errors_go_to_standard_error() {
    let run = fzn(
        "",
        "var 1..2: x;\nconstraint cumulative_of_floats(x);\nsolve satisfy;\n",
    );
    assert_eq!((run.status, run.stdout.as_str()), (2, ""));
    assert_eq!(
        run.stderr,
        "tantalizer: -: line 2: not supported: constraint `cumulative_of_floats`\n"
    );
    let missing = common::run("fzn no-such-file.fzn");
    assert_eq!(missing.status, 2);
    assert!(missing.stderr.contains("no-such-file.fzn"));
}

#[test]
fn json_and_text_say_the_same() {
    let json = r#"{"variables": {"x": {"type": "int", "domain": [[1, 3]]}, "y": {"type": "int", "domain": [[1, 3]]},
        "b": {"type": "bool", "defined": true}}, "arrays": {}, "constraints": [
        {"id": "int_lin_eq", "args": [[1, 1], ["x", "y"], 4]}, {"id": "int_lt_reif", "args": ["x", "y", "b"], "defines": "b"}],
        "output": ["x", "y", "b"], "solve": {"method": "satisfy"}, "version": "1.0"}"#;
    let (json, text) = (fzn("-a", json).stdout, fzn("-a", SUM).stdout);
    assert_eq!(split(&json), split(&text));
    assert_eq!(split(&json).len(), 3);
}
