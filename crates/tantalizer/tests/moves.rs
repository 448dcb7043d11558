//! Puzzles by moves, asked through the program.

mod common;

use common::{program, run};
use serde_json::json;
use std::process::Output;

/// Runs the program with arguments that may hold blanks.
fn run_list(arguments: &[&str]) -> (i32, String, String) {
    let Output {
        status,
        stdout,
        stderr,
    } = program()
        .args(arguments)
        .output()
        .expect("the program runs");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (status.code().unwrap_or(-1), text(stdout), text(stderr))
}

/// A file of this test program that is not there yet.
fn fresh(name: &str) -> String {
    let path = common::file(name, b"");
    std::fs::remove_file(&path).expect("removed");
    path
}

fn json_of(arguments: &[&str]) -> serde_json::Value {
    let (status, stdout, stderr) = run_list(arguments);
    assert_eq!(status, 0, "{stderr}");
    serde_json::from_str(&stdout).expect("JSON")
}

#[test]
fn all_positions_are_counted_by_distance() {
    let pyraminx = run("states examples/pyraminx.tws --json --farthest 2 --threads 2").json();
    assert_eq!(
        (&pyraminx["puzzle"], &pyraminx["god_number"]),
        (&json!("moves"), &json!(11))
    );
    assert_eq!(pyraminx["boards"], "933120");
    assert_eq!(pyraminx["by_distance"][11], "32");
    assert_eq!(pyraminx["farthest"].as_array().map(Vec::len), Some(2));
    assert_eq!(
        pyraminx["farthest"][0]["EDGES"]["pieces"]
            .as_array()
            .map(Vec::len),
        Some(6)
    );
    let rows = run("states examples/sliding-rows.toml --quiet");
    assert!(
        rows.stdout
            .starts_with("sliding rows, half-turn metric: 181440 positions\n"),
        "{}",
        rows.stdout
    );
    assert!(
        rows.stdout.contains("God's number 8, mean distance 6.0989"),
        "{}",
        rows.stdout
    );
    // The same command for a kind of its own.
    let board = run("states examples/spinpossible.toml --json").json();
    assert_eq!(
        (&board["rows"], &board["god_number"]),
        (&json!(3), &json!(9))
    );
}

#[test]
fn a_scramble_is_undone_by_a_shortest_way_whoever_looks_for_it() {
    let pocket = [
        "solve",
        "examples/pocket-cube.json",
        "--scramble",
        "R U F2 R' U2 F R2 U'",
        "--json",
    ];
    let both = json_of(&pocket);
    let expected = json!({ "moves": ["R2", "F", "U2", "R'", "F2", "R'"], "length": 6, "optimal": true, "lower_bound": 6 });
    assert_eq!(
        (&both["solutions"][0], &both["engine"]),
        (&expected, &json!("moves-both-ends"))
    );
    let table = json_of(&[&pocket[..], &["--engine", "moves-table"]].concat());
    assert_eq!(table["solutions"][0]["length"], 6);
    let quarter = json_of(&[&pocket[..], &["--metric", "quarter"]].concat());
    assert_eq!(quarter["solutions"][0]["length"], 9);
    for engine in ["moves-both-ends", "moves-table", "sat", "diagram"] {
        let rows = run(&format!(
            "count examples/sliding-rows.toml --engine {engine} --json"
        ))
        .json();
        assert_eq!(
            (&rows["count"], &rows["complete"]),
            (&json!("1"), &json!(true)),
            "{engine}"
        );
    }
}

#[test]
fn a_stored_table_answers_and_is_not_taken_for_another_puzzle() {
    let table = &fresh("pyraminx.table");
    let built = run(&format!(
        "states examples/pyraminx.tws --table {table} --json"
    ))
    .json();
    let read = run(&format!(
        "states examples/pyraminx.tws --table {table} --json"
    ))
    .json();
    assert_eq!(built["by_distance"], read["by_distance"]);
    let solved = json_of(&[
        "solve",
        "examples/pyraminx.tws",
        "--scramble",
        "U L' R",
        "--table",
        table,
        "--json",
    ]);
    assert_eq!(
        (&solved["engine"], &solved["solutions"][0]["length"]),
        (&json!("moves-table"), &json!(3))
    );
    let other = run(&format!(
        "states examples/pyraminx.tws --metric quarter --generators U,L --table {table}"
    ));
    assert_eq!(other.status, 2);
    assert!(other.stderr.contains("a table of"), "{}", other.stderr);
    let other = run(&format!("solve examples/sliding-rows.toml --table {table}"));
    assert!(other.stderr.contains("a table of"), "{}", other.stderr);
}

#[test]
fn scrambles_are_designed_at_a_distance_and_are_that_far() {
    let arguments =
        "design moves --definition examples/sliding-rows.toml --distance 8 --seed 4 --json";
    let design = run(arguments).json();
    assert_eq!(
        (&design["proved"], &design["distance"]),
        (&json!(true), &json!(8))
    );
    assert_eq!(run(arguments).json()["witness"], design["witness"]);
    let file = common::file("designed.json", design["witness"].to_string().as_bytes());
    let solved = json_of(&["solve", &file, "--json"]);
    assert_eq!(solved["solutions"][0]["length"], 8);
    let none = run("design moves --definition examples/pyraminx.tws --distance 12");
    assert_eq!(none.status, 0);
    assert_eq!(
        none.stdout,
        "No position of pyraminx is 12 moves away: the farthest are 11 away.\n"
    );
}

#[test]
fn a_certificate_of_a_shortest_way_is_checked() {
    let file = &fresh("skewb.certificate");
    let solved = [
        "solve",
        "examples/skewb.json",
        "--scramble",
        "UFR DFR'",
        "--certificate",
        file,
    ];
    assert_eq!(run_list(&solved).0, 0);
    let checked = run(&format!("check {file} --json")).json();
    assert_eq!(
        (&checked["accepted"], &checked["kind"]),
        (&json!(true), &json!("optimal"))
    );
    // Another position under the same proof.
    let text = std::fs::read_to_string(file).expect("a certificate");
    std::fs::write(file, text.replacen("UFR DFR'", "UFR DFR2", 1)).expect("written");
    assert_eq!(run(&format!("check {file}")).status, 3);
}

#[test]
fn what_is_wrong_is_told_in_a_line() {
    let (status, _, stderr) =
        run_list(&["solve", "examples/pocket-cube.json", "--scramble", "R Q"]);
    assert_eq!(status, 2);
    assert_eq!(
        stderr,
        "tantalizer: examples/pocket-cube.json: scramble: unknown move `Q`, expected one of U F R\n"
    );
    let (status, _, stderr) = run_list(&["solve", "examples/spinpossible.toml", "--scramble", "R"]);
    assert_eq!(
        (status, stderr.as_str()),
        (
            2,
            "tantalizer: --scramble means nothing for a puzzle of the kind spinpossible\n"
        )
    );
    let colors = run("states examples/colors.toml");
    assert_eq!(colors.status, 2);
    assert!(
        colors.stderr.contains("not played by moves"),
        "{}",
        colors.stderr
    );
    assert_eq!(run("states nothing").status, 2);
}
