//! Tricky Triple through the program: the library, the formulations side by side, the published experiments.

mod common;

use common::run;

#[test]
fn the_boards_of_the_library_are_listed_and_stand_for_files() {
    let listed = run("design tricky-triple --list");
    assert_eq!((listed.status, listed.stderr.as_str()), (0, ""));
    let names: Vec<&str> = listed
        .stdout
        .lines()
        .skip(1)
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert_eq!(names.len(), 17, "{}", listed.stdout);
    assert!(names.contains(&"tricky-triple/20x20-hard"));
    for name in ["tricky-triple/paper", "tricky-triple/6x6-hard"] {
        let unique = run(&format!("solve {name} --unique --json"));
        assert_eq!(unique.json()["unique"], true, "{name}");
        // The same as the file of that name.
        let file = run(&format!("solve examples/{name}.toml --json")).json();
        let board = run(&format!("solve {name} --json")).json();
        assert_eq!(file["solutions"], board["solutions"]);
    }
    let unknown = run("solve tricky-triple/7x9-absurd");
    assert_eq!(unknown.status, 2);
}

#[test]
fn a_board_of_the_library_is_what_its_first_line_says() {
    for (name, said) in [
        ("5x5-easy", "# 5 x 5, 1 black, easy: exactly one solution"),
        ("5x5-hard", "# 5 x 5, 1 black, hard: exactly one solution"),
        (
            "6x6-medium",
            "# 6 x 6, 1 black, medium: exactly one solution",
        ),
    ] {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/tricky-triple");
        let text = std::fs::read_to_string(format!("{folder}/{name}.toml")).expect("an example");
        assert_eq!(text.lines().next(), Some(said));
        assert_eq!(
            text.matches('#').count(),
            2,
            "the comment, and one black cell"
        );
        let explained = run(&format!("explain tricky-triple/{name} --json")).json();
        let level = explained["difficulty"].as_str().expect("a level");
        assert!(said.contains(level), "{name} is {level}");
        let unique = run(&format!("solve tricky-triple/{name} --unique --json")).json();
        assert_eq!(unique["unique"], true);
    }
}

#[test]
fn a_design_is_made_again_by_its_first_line() {
    let flags = "--rows 4 --cols 5 --black 2 --symmetric --seed 3";
    let made = run(&format!("design tricky-triple {flags}"));
    let file = made.stdout.split("\n# ").nth(1).expect("a file");
    let command = file.lines().next().expect("a command");
    let command = command.strip_prefix("tantalizer ").expect("a command");
    assert_eq!(run(command).stdout, made.stdout);
}

#[test]
fn formulations_and_strategies_side_by_side() {
    let compared = run(
        "compare tricky-triple/5x5-medium --all --json --encodings table,nvalue,disjunctive,choice-points \
         --strategies leftmost,min,max,ff,ffc,anti-first-fail,max-regret",
    );
    assert_eq!(compared.status, 0, "{}", compared.stderr);
    let rows = compared.json()["rows"].as_array().cloned().expect("rows");
    assert_eq!(rows.len(), 4 * 7);
    for row in rows {
        assert_eq!(
            (&row["count"], &row["complete"]),
            (&"1".into(), &true.into()),
            "{row}"
        );
    }
    let text =
        run("compare tricky-triple/4x4-easy --encodings disjunctive --engines search").stdout;
    assert!(
        text.contains("also forbid three black cells in a line"),
        "{text}"
    );
}

#[test]
fn each_published_figure_has_a_row() {
    let rows = run("reproduce tricky-triple --json").json()["rows"]
        .as_array()
        .cloned()
        .expect("rows");
    let figure = |name: &str| {
        let rows = rows.iter().filter(|row| {
            row["experiment"]
                .as_str()
                .is_some_and(|e| e.starts_with(name))
        });
        rows.filter(|row| !row["published"].is_null()).count()
    };
    assert_eq!((figure("Fig. 7"), figure("Fig. 8")), (9, 21));
    for row in &rows {
        assert_eq!(row["verdict"], "not comparable", "{row}");
        assert!(row["measured"].is_number(), "{row}");
    }
}

#[test]
fn samples_differ_and_can_be_had_again() {
    let sample = |seed: u32| {
        let file = "examples/tricky-triple-4x4-empty.toml";
        let told = run(&format!("solve {file} --sample 3 --seed {seed} --json"));
        assert_eq!(told.status, 0, "{}", told.stderr);
        let object = told.json();
        assert_eq!(object["sampled"], "uniform");
        object["solutions"].as_array().expect("a list").clone()
    };
    let first = sample(1);
    assert_eq!(first.len(), 3);
    assert!(first[0] != first[1] && first[1] != first[2] && first[0] != first[2]);
    assert_eq!(first, sample(1));
    assert!((2..8).any(|seed| sample(seed) != first));
    let refused = run("solve examples/tricky-triple.toml --sample 3 --engine sat");
    assert_eq!(refused.status, 2, "{}", refused.stderr);
}
