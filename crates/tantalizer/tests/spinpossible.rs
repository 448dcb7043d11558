//! Spinpossible through the program: tables, boards at a distance, solutions.

mod common;

use common::{file, run, run_with};
use serde_json::json;

#[test]
fn the_published_example_needs_three_spins() {
    let one = run("solve examples/spinpossible.toml --json");
    assert_eq!((one.status, one.stderr.as_str()), (0, ""));
    let json = one.json();
    assert_eq!(json["status"], "optimal");
    assert_eq!(json["solutions"][0]["length"], 3);
    assert_eq!(json["solutions"][0]["optimal"], true);
    let forced = run("solve examples/spinpossible.toml --forced --json").json();
    assert_eq!(forced["solutions"][0]["optimal"], true);
    let all = run("solve examples/spinpossible.toml --all --json").json();
    let count = run("count examples/spinpossible.toml --json").json();
    assert_eq!(all["count"], count["count"]);
    for encoding in 1..=3 {
        let call = format!("solve examples/spinpossible.toml --json --encoding {encoding}");
        assert_eq!(run(&call).json()["solutions"][0]["lower_bound"], 3);
        let fewer = run(&format!("{call} --at-most 2"));
        assert_eq!(fewer.json()["status"], "unsatisfiable");
        assert_eq!(fewer.status, 0, "that there is none is an answer");
    }
    let text = run("solve examples/spinpossible.toml");
    assert!(text.stdout.contains("(1,2)-(3,3)") || text.stdout.contains('('));
    let svg = file("spinpossible.svg", b"");
    let drawn = run(&format!("solve examples/spinpossible.toml --svg {svg}"));
    assert_eq!(drawn.status, 0, "{}", drawn.stderr);
    let svg = std::fs::read_to_string(svg).expect("it was written");
    assert!(svg.starts_with("<svg"));
}

#[test]
fn tables_of_small_sizes() {
    let table = run("states spinpossible --rows 2 --cols 2 --json");
    assert_eq!((table.status, table.stderr.as_str()), (0, ""));
    let json = table.json();
    assert_eq!(json["boards"], "384");
    assert_eq!(json["god_number"], 5);
    let by_distance = json!(["1", "9", "40", "108", "186", "40"]);
    assert_eq!(json["by_distance"], by_distance);
    let without = run("states spinpossible --rows 2 --cols 2 --no-single --json").json();
    assert_eq!(without["reachable"], "48");
    let far = run("states spinpossible --rows 1 --cols 5 --farthest 9 --json").json();
    let boards = far["farthest"].as_array().expect("a list");
    assert!((1..=3).contains(&boards.len()));
    let text = run("states spinpossible --rows 1 --cols 5 --farthest 9").stdout;
    assert!(text.contains("God's number 6"), "{text}");
}

#[test]
fn a_stored_table_is_used_and_a_damaged_one_rebuilt() {
    let path = file("table-2x3", b"");
    std::fs::remove_file(&path).expect("it is there");
    let call = format!("states spinpossible --rows 2 --cols 3 --table {path} --json");
    let built = run(&call).json();
    let board = "{\"puzzle\": \"spinpossible\", \"board\": [\"6 -5 4\", \"3 -2 1\"]}";
    let without = run_with("solve - --json", board).json();
    let with = run_with(&format!("solve - --json --table {path}"), board).json();
    assert_eq!(
        with["solutions"][0]["length"],
        without["solutions"][0]["length"]
    );
    // The same tiles in a corner of a larger board: the table ends a way, though there may be a shorter one.
    let rows = "[\"7 -6 5 4\", \"3 -2 1 8\", \"9 10 11 12\", \"13 14 15 16\"]";
    let larger = format!("{{\"puzzle\": \"spinpossible\", \"board\": {rows}}}");
    let solve = format!("solve - --json --time-limit 3 --table {path}");
    let found = run_with(&solve, &larger).json();
    let length = |json: &serde_json::Value| json["solutions"][0]["length"].as_u64();
    assert!(length(&found).is_some() && length(&found) <= length(&with));
    assert_eq!(found["engine"], "spinpossible-states");
    let mut bytes = std::fs::read(&path).expect("it was stored");
    let last = bytes.len() - 100;
    bytes[last] ^= 1;
    std::fs::write(&path, bytes).expect("a file can be written");
    let refused = run_with(&format!("solve - --table {path}"), board);
    assert_eq!(refused.status, 2);
    assert!(refused.stderr.contains("damaged"), "{}", refused.stderr);
    let refused = run_with(&solve, &larger);
    assert_eq!(refused.status, 2);
    assert!(refused.stderr.contains("damaged"), "{}", refused.stderr);
    let rebuilt = run(&call);
    assert_eq!(rebuilt.status, 0);
    assert!(rebuilt.stderr.contains("damaged"), "{}", rebuilt.stderr);
    assert_eq!(rebuilt.json()["by_distance"], built["by_distance"]);
    assert_eq!(run(&call).stderr, "");
}

#[test]
fn a_table_is_its_own_certificate() {
    let path = file("table-checked", b"");
    std::fs::remove_file(&path).expect("it is there");
    for size in ["--rows 2 --cols 3", "--rows 1 --cols 6 --no-single"] {
        let built = run(&format!("states spinpossible {size} --table {path} --json")).json();
        let checked = run(&format!("check {path} --json"));
        assert_eq!((checked.status, checked.stderr.as_str()), (0, ""));
        let checked = checked.json();
        assert_eq!(checked["kind"], "table");
        assert_eq!(checked["accepted"], true);
        assert_eq!(checked["by_distance"], built["by_distance"]);
        assert_eq!(checked["god_number"], built["god_number"]);
        assert_eq!(checked["trusted"].as_array().map(Vec::len), Some(1));
        let mut bytes = std::fs::read(&path).expect("it was stored");
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
        std::fs::write(&path, bytes).expect("a file can be written");
        let refused = run(&format!("check {path}"));
        assert_eq!(refused.status, 3);
        assert!(
            refused.stdout.starts_with("Refused: "),
            "{}",
            refused.stdout
        );
        std::fs::remove_file(&path).expect("it is there");
    }
}

/// A table of 1x2 as it was stored before tables were written by levels.
const STORED_BEFORE: &[u8] = include_bytes!("tables/spinpossible-1x2");

#[test]
fn tables_stored_before_stay_readable() {
    let path = file("table-before", STORED_BEFORE);
    let read = run(&format!(
        "states spinpossible --rows 1 --cols 2 --table {path} --json"
    ));
    assert_eq!((read.status, read.stderr.as_str()), (0, ""));
    assert_eq!(read.json()["by_distance"], json!(["1", "3", "3", "1"]));
    assert_eq!(std::fs::read(&path).expect("it is there"), STORED_BEFORE);
    let board = "{\"puzzle\": \"spinpossible\", \"board\": [\"2 1\"]}";
    let solved = run_with(&format!("solve - --json --table {path}"), board).json();
    assert_eq!(solved["solutions"][0]["length"], 3);
    let refused = run(&format!("check {path}"));
    assert_eq!(refused.status, 3);
    assert!(
        refused.stdout.contains("build it again"),
        "{}",
        refused.stdout
    );
}

#[test]
fn what_is_no_table_is_not_overwritten() {
    let path = file("letter.txt", b"Dear reader");
    let refused = run(&format!(
        "states spinpossible --rows 2 --cols 2 --table {path}"
    ));
    assert_eq!(refused.status, 2);
    assert!(
        refused.stderr.contains("not a distance table"),
        "{}",
        refused.stderr
    );
    assert_eq!(std::fs::read(&path).expect("it is there"), b"Dear reader");
}

#[test]
fn a_time_limit_is_kept_and_the_levels_are_not_lost() {
    let path = file("table-limited", b"");
    std::fs::remove_file(&path).expect("it is there");
    // The whole table takes seconds anywhere.
    let call = format!("states spinpossible --rows 2 --cols 5 --table {path} --time-limit 0.5");
    let stopped = run(&call);
    assert_eq!(stopped.status, 1, "{}", stopped.stderr);
    let partial = format!("{path}.partial");
    std::fs::remove_file(partial).expect("the levels so far");
}

#[test]
fn boards_at_a_distance_are_that_far() {
    for distance in [0, 1, 5, 7] {
        let call = format!("design spinpossible --rows 2 --cols 3 --distance {distance} --json");
        let made = run(&call).json();
        let solved = run_with("solve - --json", &made["witness"].to_string()).json();
        assert_eq!(solved["solutions"][0]["length"], distance);
        assert_eq!(run(&call).json()["witness"], made["witness"]);
    }
    let none = run("design spinpossible --rows 2 --cols 3 --distance 8");
    assert_eq!(none.status, 0, "{}", none.stderr);
    assert!(
        none.stdout.contains("the farthest are 7 away"),
        "{}",
        none.stdout
    );
}

#[test]
fn too_much_is_refused() {
    for call in [
        "states spinpossible --rows 4 --cols 4",
        "states spinpossible --rows 3 --cols 4",
        "states spinpossible --rows 0 --cols 4",
        "states spinpossible --rows 9 --cols 9",
        "states spinpossible --rows 3",
        "states spinpossible --rows 2 --cols 2 --process 0",
        "states",
        "solve examples/spinpossible.toml --at-most 2 --exactly 2",
        "solve examples/spinpossible.toml --all --encoding 1",
    ] {
        let refused = run(call);
        assert_eq!(refused.status, 2, "{call}");
        assert!(refused.stdout.is_empty() && !refused.stderr.is_empty());
    }
}

#[test]
fn the_published_formulas_as_dimacs_and_back() {
    let example = "examples/spinpossible.toml";
    for encoding in 1..=3 {
        for breaking in ["none", "disjoint", "contain", "all"] {
            let flags = format!("{example} --to dimacs --encoding {encoding} --break {breaking}");
            let at_most = run(&format!("encode {flags} --at-most 3"));
            assert_eq!((at_most.status, at_most.stderr.as_str()), (0, ""));
            let exactly = run(&format!("encode {flags} --exactly 3")).stdout;
            assert_ne!(exactly, at_most.stdout);
            let clauses = at_most.stdout.lines().filter(|line| line.ends_with(" 0"));
            assert_eq!(clauses.count(), sizes(&at_most.stdout)[1]);
            let (verdict, printed) = solved(&exactly);
            assert!(verdict, "{flags}");
            let output = file(&format!("output-{encoding}-{breaking}"), printed.as_bytes());
            let read = run(&format!(
                "encode {flags} --exactly 3 --read {output} --json"
            ));
            assert_eq!(read.json()["length"], 3, "{}", read.stderr);
            let fewer = run(&format!("encode {flags} --at-most 2")).stdout;
            assert!(!solved(&fewer).0, "{flags}");
        }
    }
    for call in [
        "encode examples/spinpossible.toml --to dimacs --encoding 1",
        "encode examples/spinpossible.toml --to model --encoding 1 --at-most 2",
        "encode examples/colors.toml --to dimacs --encoding 1 --at-most 2",
    ] {
        let refused = run(call);
        assert_eq!(refused.status, 2, "{call}");
        assert!(refused.stdout.is_empty() && !refused.stderr.is_empty());
    }
}

/// How many variables and clauses the heading of a DIMACS file announces.
fn sizes(dimacs: &str) -> Vec<usize> {
    let heading = dimacs.lines().find(|line| line.starts_with("p cnf "));
    let words = heading.expect("a heading").split(' ');
    words.filter_map(|word| word.parse().ok()).collect()
}

/// Whether a formula in a file can be satisfied, and what a solver would print.
fn solved(dimacs: &str) -> (bool, String) {
    let mut solver = tantalizer::sat::Solver::new();
    let variables = sizes(dimacs)[0];
    for line in dimacs.lines().filter(|line| line.ends_with(" 0")) {
        let mut literals: Vec<i32> = line
            .split(' ')
            .filter_map(|word| word.parse().ok())
            .collect();
        assert_eq!(literals.pop(), Some(0));
        solver.add(&literals);
    }
    solver.reserve(variables);
    match solver.solve(&[]) {
        tantalizer::sat::Verdict::Satisfiable(found) => {
            let literal = |variable: i32| {
                if found.holds(variable) {
                    variable.to_string()
                } else {
                    (-variable).to_string()
                }
            };
            let literals: Vec<String> = (1..=variables as i32).map(literal).collect();
            (true, format!("s SATISFIABLE\nv {} 0\n", literals.join(" ")))
        }
        _ => (false, String::new()),
    }
}

#[test]
fn branching_on_spins_alone_gives_the_same_lengths() {
    for encoding in 1..=3 {
        let call =
            format!("solve examples/spinpossible.toml --json --encoding {encoding} --branch moves");
        let answer = run(&call).json();
        assert_eq!(answer["solutions"][0]["length"], 3);
        assert_eq!(answer["status"], "optimal");
    }
}
