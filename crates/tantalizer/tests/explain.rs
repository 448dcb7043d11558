//! `tantalizer explain` and `tantalizer design tricky-triple` as their users call them.

mod common;

use common::{file, run, run_with};
use serde_json::Value;

/// The board after all steps: the clues, and what the steps set.
fn explained_board(puzzle: &Value, explanation: &Value) -> Vec<Vec<i64>> {
    let rows = puzzle["board"].as_array().expect("rows");
    let cell = |token: &str| token.parse().unwrap_or(if token == "#" { 0 } else { -1 });
    let row = |row: &Value| row.as_str().expect("text").split(' ').map(cell).collect();
    let mut board: Vec<Vec<i64>> = rows.iter().map(row).collect();
    for step in explanation["steps"].as_array().expect("steps") {
        for (place, value) in step["sets"].as_object().expect("sets") {
            let (row, col) = place[1..].split_once('c').expect("a place such as r1c3");
            let (row, col): (usize, usize) = (row.parse().unwrap(), col.parse().unwrap());
            assert_eq!(board[row - 1][col - 1], -1, "{place} is set once");
            board[row - 1][col - 1] = value.as_i64().expect("a number");
        }
    }
    board
}

/// A designed board has one solution by every engine, is as hard as wanted, and is explained to the end.
fn check_board(level: &str, seed: u64) {
    let design = format!("design tricky-triple --difficulty {level} --seed {seed} --json");
    let designed = run(&design);
    assert_eq!(designed.status, 0, "{design}: {}", designed.stderr);
    let designed = designed.json();
    let text = designed["witness"].to_string();
    for engine in ["search", "learn", "sat", "diagram"] {
        let unique = run_with(&format!("solve - --unique --json --engine {engine}"), &text);
        assert_eq!(unique.json()["unique"], true, "{design}: {engine}");
    }
    let explanation = run_with("explain - --json", &text).json();
    assert_eq!(explanation["difficulty"], level, "{design}");
    assert_eq!(explanation["clash"].as_array().map(Vec::len), Some(0));
    let board = explained_board(&designed["witness"], &explanation);
    assert_eq!(
        Value::from(board),
        designed["solution"]["board"],
        "{design}"
    );
}

#[test]
fn designed_boards_are_as_hard_as_wanted() {
    for level in ["easy", "medium", "hard", "expert"] {
        check_board(level, 1);
    }
}

#[test]
#[ignore = "long: twenty boards of each difficulty"]
fn twenty_boards_of_each_difficulty() {
    for level in ["easy", "medium", "hard", "expert"] {
        for seed in 1..=20 {
            check_board(level, seed);
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_board() {
    let design = "design tricky-triple --rows 5 --cols 7 --black 3 --seed 9 --quiet";
    let first = run(design);
    assert_eq!(first.status, 0, "{}", first.stderr);
    assert_eq!(first.stdout, run(design).stdout);
    assert_ne!(
        first.stdout,
        run(&design.replace("--seed 9", "--seed 8")).stdout
    );
}

#[test]
fn wishes_are_fulfilled() {
    let designed = run(
        "design tricky-triple --rows 5 --cols 5 --black 3 --clues 12 --symmetric --seed 2 --json",
    );
    assert_eq!(designed.status, 0, "{}", designed.stderr);
    let designed = designed.json();
    assert_eq!(designed["clues"], 12);
    let rows = designed["witness"]["board"].as_array().expect("rows");
    let tokens: Vec<&str> = rows
        .iter()
        .flat_map(|row| row.as_str().unwrap().split(' '))
        .collect();
    assert_eq!(tokens.iter().filter(|&&token| token == "#").count(), 3);
    for (token, turned) in tokens.iter().zip(tokens.iter().rev()) {
        assert_eq!(*token == "#", *turned == "#", "{rows:?}");
        assert_eq!(*token == ".", *turned == ".", "{rows:?}");
    }
}

#[test]
fn impossible_wishes_are_refused_with_the_reason() {
    for (flags, reason) in [
        ("--rows 0", "at least one row"),
        ("--black 36", "no white cell"),
        ("--clues 37", "36 white cells for 37 clues"),
        ("--black 1 --symmetric", "odd number of black cells"),
        ("--clues 5 --symmetric", "odd number of clues"),
        (
            "--rows 5 --cols 5 --black 3 --clues 13 --symmetric",
            "white central cell",
        ),
        ("--clues 5 --fewest-clues", "cannot be used with"),
        ("--difficulty brutal", "possible values"),
    ] {
        let run = run(&format!("design tricky-triple {flags}"));
        assert_eq!(run.status, 2, "{flags}: {}", run.stderr);
        assert!(run.stderr.contains(reason), "{flags}: {}", run.stderr);
    }
}

#[test]
fn the_fewest_clues_are_proved() {
    let design = "design tricky-triple --rows 5 --cols 5 --fewest-clues --seed 4 --json";
    let designed = run(design);
    assert_eq!(designed.status, 0, "{}", designed.stderr);
    let designed = designed.json();
    assert_eq!(designed["proved"], true);
    assert_eq!(designed["minimum"], designed["lower_bound"]);
    let text = designed["witness"].to_string();
    let unique = run_with("solve - --unique --json", &text).json();
    assert_eq!(unique["unique"], true);
    // Each alternative is a filled board that follows the rules and differs from the solution.
    for alternative in designed["alternatives"].as_array().expect("a list") {
        assert_ne!(alternative, &designed["solution"]);
        let rows = alternative["board"]
            .as_array()
            .expect("rows")
            .iter()
            .map(|row| {
                let cells = row.as_array().expect("cells").iter();
                Value::from(
                    cells
                        .map(|cell| cell.to_string())
                        .collect::<Vec<_>>()
                        .join(" "),
                )
            });
        let puzzle =
            serde_json::json!({"puzzle": "tricky-triple", "board": rows.collect::<Vec<_>>()});
        assert_eq!(
            run_with("count - --json", &puzzle.to_string()).json()["count"],
            "1"
        );
    }
    // No smaller set of cells meets the differences of all alternatives.
    let cells = |board: &Value| -> Vec<i64> {
        let rows = board["board"].as_array().expect("rows").iter();
        rows.flat_map(|row| row.as_array().unwrap())
            .map(|cell| cell.as_i64().unwrap())
            .collect()
    };
    let solution = cells(&designed["solution"]);
    let differences: Vec<u32> = designed["alternatives"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|other| {
            let other = cells(other);
            (0..solution.len())
                .filter(|&i| other[i] != solution[i])
                .fold(0, |bits, i| bits | 1 << i)
        })
        .collect();
    let minimum: u32 = designed["minimum"].as_str().unwrap().parse().unwrap();
    assert!(
        !hits_all(&differences, 0, minimum - 1),
        "fewer cells would do"
    );
    assert!(hits_all(&differences, 0, minimum));
}

/// Whether `left` more cells can meet all differences.
fn hits_all(differences: &[u32], chosen: u32, left: u32) -> bool {
    match differences
        .iter()
        .find(|&&difference| difference & chosen == 0)
    {
        None => true,
        Some(_) if left == 0 => false,
        Some(&difference) => (0..25)
            .filter(|cell| difference >> cell & 1 == 1)
            .any(|cell| hits_all(differences, chosen | 1 << cell, left - 1)),
    }
}

#[test]
fn clashing_clues_and_several_solutions_are_told() {
    let clash = "puzzle = 'tricky-triple'\nboard = '''\n1 1 1 .\n. . . .\n. . . 2\n'''\n";
    let run = run_with("explain -", clash);
    assert_eq!(run.status, 0);
    assert_eq!(
        run.stdout,
        "There is no solution. These clues clash:\n  the triangle at r1c1\n  the triangle at r1c2\n  \
         the triangle at r1c3\nwith\n  line r1c1-r1c3\n"
    );
    let several = file(
        "several.toml",
        b"puzzle = 'tricky-triple'\nboard = '''\n1 1 .\n'''\n",
    );
    let run = common::run(&format!("explain {several}"));
    assert_eq!(run.status, 0);
    let sentence = "r1c3 cannot be a triangle";
    assert!(run.stdout.contains(sentence), "{}", run.stdout);
    assert!(
        run.stdout.contains("Two of them differ in r1c3."),
        "{}",
        run.stdout
    );
}

#[test]
fn the_steps_are_drawn() {
    let path = file("steps.svg", b"");
    let run = run(&format!(
        "explain examples/tricky-triple.toml --svg {path} --quiet"
    ));
    assert_eq!(run.status, 0, "{}", run.stderr);
    let svg = std::fs::read_to_string(path).expect("it was written");
    assert!(
        svg.starts_with("<svg") && svg.contains("must be"),
        "{}",
        &svg[..200]
    );
}

fn sentences(explanation: &Value) -> Vec<String> {
    let steps = explanation["steps"].as_array().expect("steps");
    let sentence = |step: &Value| step["sentence"].as_str().expect("a sentence").to_string();
    steps.iter().map(sentence).collect()
}

#[test]
fn cubes_are_explained_by_two_choices_of_lines() {
    let told = run("explain examples/instant-insanity.toml --json").json();
    assert_eq!(told["status"], "satisfiable");
    let said = sentences(&told).join("\n");
    assert!(said.contains("Cube 1 has R-G, R-W and B-W on opposite faces."));
    assert!(said.contains("Choice A: 1 R-G, 2 B-W, 3 G-W, 4 B-R."));
    assert!(said.contains("Only A and B have no pair in common"));
    let many = "puzzle = \"instant-insanity\"\npieces = [\"RGBRGB\", \"RGBRGB\", \"RGBRGB\", \"RGBRGB\"]\n";
    let none = run_with("explain -", many);
    assert_eq!(none.status, 0);
    let first = none.stdout.lines().next();
    assert_eq!(
        first,
        Some("1. 4 cubes cannot all differ on a side with 3 colours.")
    );
}

#[test]
fn pieces_of_colors_are_explained_by_places() {
    for (file, status) in [
        ("colors", "satisfiable"),
        ("colors-refuted", "unsatisfiable"),
    ] {
        let told = run(&format!("explain examples/{file}.toml --json")).json();
        assert_eq!(
            (&told["status"], &told["complete"]),
            (&status.into(), &true.into())
        );
        let said = sentences(&told);
        let longest = said.iter().map(|sentence| sentence.chars().count()).max();
        assert!(longest <= Some(160), "{said:?}");
        assert!(
            said[0].starts_with("Turn the board so that piece"),
            "{}",
            said[0]
        );
    }
}

#[test]
fn ways_are_explained_move_by_move() {
    let told = run("explain examples/spinpossible.toml --json").json();
    assert_eq!(
        (&told["length"], &told["lower_bound"]),
        (&3.into(), &3.into())
    );
    let said = sentences(&told);
    assert_eq!(said[0], "Spin r1c1 to r2c3.");
    assert!(said[3].starts_with("No way is shorter"), "{said:?}");
    let hint = run("explain examples/spinpossible.toml --hint");
    assert!(
        hint.stdout.starts_with("1. Spin r1c1 to r2c3.\n"),
        "{}",
        hint.stdout
    );
}

/// Puzzles that are explained in their own way give hints in their own way as well, from any position.
#[test]
fn hints_speak_of_pieces_and_cards() {
    let place = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("a-piece-lies.json");
    let first = run("explain examples/colors.toml --hint --json").json();
    let step = &first["steps"][0];
    assert_eq!(
        step["sets"].as_object().map(|sets| sets.len()),
        Some(9),
        "{first}"
    );
    std::fs::write(&place, step["sets"].to_string()).expect("written");
    let call = format!(
        "explain examples/colors.toml --hint --from {}",
        place.display()
    );
    let next = run(&call).stdout;
    assert!(next.contains("piece"), "{next}");
    let tower = run("explain examples/instant-insanity.toml --hint").stdout;
    assert!(
        tower.starts_with("A tower takes 1 R-G, 2 B-W, 3 G-W, 4 B-R on sides 1 and 3"),
        "{tower}"
    );
    let set = run("explain examples/set-twelve.toml --hint").stdout;
    assert!(set.contains("is on the table"), "{set}");
}

/// A position with a wrong value in it: the hint says what is wrong.
#[test]
fn a_hint_starts_from_a_position() {
    let folder = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let place = folder.join("a-hint-starts-from.toml");
    let next = run("explain examples/tricky-triple.toml --hint --json").json();
    let (cell, value) = next["steps"][0]["sets"]
        .as_object()
        .expect("sets")
        .iter()
        .next()
        .expect("one");
    let wrong = value.as_i64().expect("a number") % 3 + 1;
    for (value, right) in [(value.as_i64().expect("a number"), true), (wrong, false)] {
        std::fs::write(&place, format!("{cell} = {value}\n")).expect("written");
        let hint = format!(
            "explain examples/tricky-triple.toml --hint --json --from {}",
            place.display()
        );
        let told = run(&hint).json();
        assert_eq!(told["status"] == "satisfiable", right, "{told}");
        let sets = &told["steps"][0]["sets"];
        assert!(
            sets.get(cell).is_none(),
            "what is filled in is not told again: {told}"
        );
    }
}

#[cfg(feature = "png")]
#[test]
fn pictures_are_drawn_as_pixels() {
    let folder = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let place = folder.join("pictures-are-drawn.png");
    for command in ["draw", "solve", "explain"] {
        let drawn = run(&format!(
            "{command} examples/tricky-triple.toml --png {}",
            place.display()
        ));
        assert_eq!(drawn.status, 0, "{}", drawn.stderr);
        let bytes = std::fs::read(&place).expect("a picture");
        assert!(bytes.starts_with(b"\x89PNG"), "{command}");
        assert!(bytes.len() > 2000, "{command}: {} bytes", bytes.len());
    }
}
