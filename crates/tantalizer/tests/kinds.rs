//! Kinds made of models: asked, drawn, explained and certified like the others, and the same on Gecode.

mod common;

use common::{file, program, run, run_with};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::Command;

/// A folder for what a test writes.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("kinds")
        .join(name);
    std::fs::create_dir_all(&folder).expect("a scratch folder");
    folder
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// How many solutions Debian's Gecode finds of a kind that comes with the program, by its own library and our vocabulary alone.
fn gecode(kind: &str, data: &str) -> usize {
    let place = folder("gecode");
    let installed = run(&format!("minizinc install --dir {}", place.display()));
    assert_eq!(installed.status, 0, "{}", installed.stderr);
    let include = installed.stdout.split(" -I ").nth(1);
    let include = include.and_then(|rest| rest.split(' ').next());
    let told = Command::new("minizinc")
        .args(["--solver", "gecode", "-a", "-I", include.expect("a folder")])
        .arg(root().join("kinds").join(format!("{kind}.mzn")))
        .args(["-D", data])
        .output()
        .expect("MiniZinc is installed");
    let text = String::from_utf8_lossy(&told.stdout);
    let ended = text.contains("==========") || text.contains("UNSATISFIABLE");
    assert!(ended, "{kind}: {text}");
    text.lines().filter(|line| *line == "----------").count()
}

fn count(arguments: &str) -> usize {
    let run = run(arguments);
    assert_eq!(run.status, 0, "{arguments}: {}", run.stderr);
    run.stdout
        .lines()
        .next()
        .and_then(|line| line.parse().ok())
        .expect("a count")
}

#[test]
fn counts_are_those_of_gecode() {
    // One row for each: the kind, data in MiniZinc's words, and what is known from elsewhere, if anything.
    let cases = [
        ("sudoku", "box_rows=2; box_cols=2;", Some(288)),
        (
            "sudoku",
            "box_rows=2; box_cols=2; cell=[|1,_,_,_|_,_,_,_|_,_,_,2|_,_,_,_|];",
            None,
        ),
        // The simple cycles of a grid graph.
        ("slitherlink", "rows=1; cols=3;", Some(6)),
        ("slitherlink", "rows=2; cols=2;", Some(13)),
        (
            "slitherlink",
            "rows=3; cols=3; number=[|_,_,_|_,0,_|_,_,3|];",
            Some(0),
        ),
        (
            "nonogram",
            "rows=2; cols=2; row_runs=[|1|1|]; col_runs=[|1|1|];",
            Some(2),
        ),
        (
            "nonogram",
            "rows=2; cols=4; row_runs=[|1,1|0,0|]; col_runs=[|1|0|1|0|];",
            Some(1),
        ),
        (
            "star-battle",
            "n=6; stars=1; region=[|1,1,2,2,3,3|1,1,2,3,3,3|4,2,2,2,3,5|4,4,4,5,5,5|4,6,6,6,5,5|6,6,6,6,6,5|];",
            None,
        ),
    ];
    for (number, (kind, data, known)) in cases.into_iter().enumerate() {
        let file = folder("counts").join(format!("{number}.dzn"));
        std::fs::write(&file, data).expect("a scratch file");
        let ours = count(&format!("count kinds/{kind}.mzn {}", file.display()));
        assert_eq!(ours, gecode(kind, data), "{kind}: {data}");
        if let Some(known) = known {
            assert_eq!(ours, known, "{kind}: {data}");
        }
    }
}

#[test]
fn the_puzzles_that_come_along_have_one_solution() {
    for kind in ["nonogram", "slitherlink", "star-battle", "sudoku"] {
        let file = run(&format!("new {kind}")).stdout;
        let answer = run_with("solve - --unique --json", &file).json();
        assert_eq!(answer["puzzle"], kind);
        assert_eq!(answer["unique"], true, "{kind}");
        let listed = run("list").stdout;
        assert!(listed.contains(&format!("\n{kind}: ")), "{listed}");
    }
}

const BROKEN: &str = "puzzle = 'sudoku'\nbox_rows = 2\nbox_cols = 2\ncell = '''\n3 . 3 .\n. . . .\n. 1 . .\n. . . 4\n'''\n";

#[test]
fn a_clash_names_its_clues_and_its_rule() {
    let run = run_with("explain -", BROKEN);
    assert_eq!(
        run.stdout,
        "There is no solution: r1c1 = 3 and r1c3 = 3 cannot both hold (row 1 holds each digit once).\n"
    );
    let object = run_with("explain - --json", BROKEN).json();
    assert_eq!(
        object["clash_with"],
        serde_json::json!(["row 1 holds each digit once"])
    );
    let twice = BROKEN.replace(". . . 4", ". 1 . 4");
    let all = run_with("explain - --clashes --json", &twice).json();
    let both = all["clashes"].as_array().expect("all of them");
    let clues: Vec<&Value> = both.iter().map(|clash| &clash["clash"]).collect();
    let [rows, columns] = [
        json!(["r1c1 = 3", "r1c3 = 3"]),
        json!(["r3c2 = 1", "r4c2 = 1"]),
    ];
    assert_eq!(clues, [&rows, &columns]);
    let text = run_with("explain - --clashes", &twice).stdout;
    assert_eq!(text.matches("cannot both hold").count(), 2, "{text}");
}

#[test]
fn deductions_speak_of_the_rules_of_the_model() {
    let file = run("new star-battle").stdout;
    let object = run_with("explain - --json", &file).json();
    assert_eq!(object["status"], "satisfiable");
    let steps = object["steps"].as_array().expect("steps");
    let sentence = |step: &Value| step["sentence"].as_str().unwrap_or_default().to_string();
    assert_eq!(
        sentence(&steps[0]),
        "Suppose r1c3 is ★. Then r1c1 and r1c2 are empty (row 1 has 1 star), and \"region 1 has 1 star\" cannot hold. \
         The same follows if one of r1c4 to r1c8 is ★. So r1c3 to r1c8 must be empty."
    );
    for step in steps {
        for reason in step["because"].as_array().expect("reasons") {
            let reason = reason.as_str().unwrap_or_default();
            assert!(reason.contains("star"), "not a rule of the model: {reason}");
        }
    }
}

#[test]
fn boards_are_drawn_unsolved_and_solved() {
    let nonogram = "puzzle = 'nonogram'\nrows = 2\ncols = 3\nrow_runs = [[1, 1], [2, 0]]\ncol_runs = [[1], [1], [2]]\n";
    assert_eq!(
        run_with("draw -", nonogram).stdout,
        "      1   1   2\n    +---+---+---+\n1 1 |   |   |   |\n    +---+---+---+\n  2 |   |   |   |\n    +---+---+---+\n"
    );
    assert_eq!(
        run_with("solve -", nonogram).stdout,
        "      1   1   2\n    +---+---+---+\n1 1 | # | . | # |\n    +---+---+---+\n  2 | . | # | # |\n    +---+---+---+\n"
    );
    let loops = "puzzle = 'slitherlink'\nrows = 1\ncols = 2\nnumber = '3 .'\n";
    assert_eq!(
        run_with("solve - --all", loops).stdout,
        "+-------+\n| 3   3 |\n+-------+\n\n1 solution.\n"
    );
    let svg = folder("drawn").join("star.svg");
    let _ = std::fs::remove_file(&svg);
    let drawn = run(&format!(
        "draw kinds/star-battle.toml --svg {}",
        svg.display()
    ));
    assert_eq!(drawn.status, 0, "{}", drawn.stderr);
    assert!(
        std::fs::read_to_string(svg)
            .expect("a picture")
            .starts_with("<svg")
    );
}

#[test]
fn certificates_are_checked_from_the_puzzle_file() {
    let file = folder("certificate").join("sudoku.cert");
    let _ = std::fs::remove_file(&file);
    let solved = run(&format!(
        "solve kinds/sudoku.toml --unique --certificate {}",
        file.display()
    ));
    assert_eq!(solved.status, 0, "{}", solved.stderr);
    let checked = run(&format!("check {}", file.display()));
    assert_eq!(checked.status, 0, "{}", checked.stdout);
    assert!(
        checked.stdout.contains("exactly 1 solution"),
        "{}",
        checked.stdout
    );
}

/// A kind that is nowhere else: towers of different heights, and how many are seen from the left.
const TOWERS: &str = r#"% Towers in a line, all of different heights; a hint says how many are seen from the left.
include "alldifferent.mzn";
include "tantalizer.mzn";
int: n;
array[1..1, 1..n] of var 1..n: tower :: tz_board :: tz_clue(0) :: tz_outside("left", [seen]);
int: seen;
constraint :: "heights differ" alldifferent(tower[1, ..]);
constraint sum(j in 1..n)(forall(k in 1..j - 1)(tower[1, k] < tower[1, j])) = seen;
solve satisfy;
"#;

#[test]
fn a_folder_beside_the_file_has_kinds() {
    let place = folder("beside");
    std::fs::create_dir_all(place.join("kinds")).expect("a scratch folder");
    std::fs::write(place.join("kinds/towers.mzn"), TOWERS).expect("a scratch file");
    let file = place.join("row.toml");
    std::fs::write(
        &file,
        "puzzle = 'towers'\nn = 4\nseen = 2\ntower = '. 4 . .'\n",
    )
    .expect("a file");
    // 4 comes second, so the first is any of three, and the others follow in either order.
    assert_eq!(count(&format!("count {}", file.display())), 6);
    assert_eq!(
        run(&format!("draw {}", file.display())).stdout,
        "  +---+---+---+---+\n2 |   | 4 |   |   |\n  +---+---+---+---+\n"
    );
    // The unnamed constraint is known by its line.
    let explained = run(&format!("explain {} --json", file.display())).json();
    let text = explained.to_string();
    assert!(
        text.contains("heights differ") && !text.contains("constraint "),
        "{text}"
    );

    let elsewhere = folder("elsewhere").join("row.toml");
    std::fs::write(&elsewhere, "puzzle = 'towers'\nn = 3\nseen = 3\n").expect("a file");
    assert_eq!(run(&format!("count {}", elsewhere.display())).status, 2);
    let kinds = place.join("kinds").display().to_string();
    assert_eq!(
        count(&format!("count {} --kinds {kinds}", elsewhere.display())),
        1
    );
    let named = program()
        .args(["count", &elsewhere.display().to_string()])
        .env("TANTALIZER_KINDS", &kinds)
        .output()
        .expect("the program starts");
    assert_eq!(named.stdout, b"1\n");
    // The Stirling numbers of the first kind.
    let over = run(&format!("count {kinds}/towers.mzn -D seen=2 --over n=2..5"));
    assert_eq!(over.stdout, "2 1\n3 3\n4 11\n5 50\n", "{}", over.stderr);
    let over = run(&format!(
        "count {kinds}/towers.mzn -D seen=2 --over n=2..3 --json"
    ))
    .json();
    assert_eq!(over["over"], "n");
    assert_eq!(over["rows"][1]["count"], "3");
}

#[test]
fn what_is_wrong_is_told_with_file_and_line() {
    let place = folder("wrong");
    let refused = |name: &str, text: &str| {
        let file = place.join(name);
        std::fs::write(&file, text).expect("a scratch file");
        let run = run(&format!("solve {}", file.display()));
        assert_eq!(run.status, 2, "{name}: {}", run.stdout);
        run.stderr
    };
    let head = "include \"tantalizer.mzn\";\n";
    for (name, model, expected) in [
        (
            "parameter.mzn",
            "array[1..2] of int: a :: tz_clue(0) = [1, 2];\nsolve satisfy;",
            "parameter.mzn:2: `tz_clue` stands on a parameter",
        ),
        (
            "goal.mzn",
            "var 0..1: x;\nsolve :: tz_title(\"t\") satisfy;",
            "goal.mzn:3: `tz_title` belongs",
        ),
        (
            "unknown.mzn",
            "array[1..2] of var 0..1: a :: tz_bord;\nsolve satisfy;",
            "unknown.mzn:2",
        ),
        (
            "colour.mzn",
            "\narray[1..2] of var 0..1: a :: tz_board :: tz_colours([\"red\", \"mauve\"]);\nsolve satisfy;",
            "line 3: `a` has the colour `mauve`",
        ),
        (
            "deep.mzn",
            "array[1..2, 1..2, 1..2] of var 0..1: a :: tz_board;\nsolve satisfy;",
            "line 2: `a` has 3 dimensions",
        ),
        (
            "hints.mzn",
            "array[1..2] of var 0..1: a :: tz_board :: tz_outside(\"top\", [1]);\nsolve satisfy;",
            "line 2: `a` has 1 hints outside, expected 2",
        ),
        (
            "sides.mzn",
            "array[1..2, 1..3] of var 0..1: a :: tz_board;\narray[1..2, 1..3] of var 0..1: side :: tz_edges;\nsolve satisfy;",
            "line 3: `side` is 2 x 3, which fits no board: `a` is 2 x 3, so expected 3 x 3 or 2 x 4",
        ),
        (
            "beside.mzn",
            "array[1..2, 1..3] of var 0..1: a :: tz_board;\narray[1..2] of var 0..1: sum :: tz_beside(\"top\") :: tz_clue(-1);\nsolve satisfy;",
            "line 3: `sum` is 2, which fits no board: `a` is 2 x 3, so expected 3",
        ),
    ] {
        let told = refused(name, &format!("{head}{model}\n"));
        assert!(told.contains(expected), "{name}: {told}");
    }
    for (name, file, expected) in [
        (
            "key.toml",
            "puzzle = 'sudoku'\nbox_rows = 2\nbox_cols = 2\ncells = '....'\n",
            "key.toml:4: unknown key `cells`",
        ),
        (
            "missing.toml",
            "puzzle = 'sudoku'\nbox_rows = 2\n",
            "expected a key `box_cols`",
        ),
        (
            "size.toml",
            "puzzle = 'sudoku'\nbox_rows = 2\nbox_cols = 2\ncell = '1234'\n",
            "size.toml:4: `cell` has 4 cells here, expected 16",
        ),
        (
            "word.toml",
            "puzzle = 'sudoku'\nbox_rows = 1\nbox_cols = 2\ncell = '''\n1 x\n. .\n'''\n",
            "word.toml:5: `x` in `cell`",
        ),
    ] {
        let told = refused(name, file);
        assert!(told.contains(expected), "{name}: {told}");
    }
}

#[test]
fn puzzles_are_designed_with_one_solution_from_a_seed() {
    for kind in [
        "sudoku -D box_rows=2 -D box_cols=2",
        "slitherlink -D rows=3 -D cols=3",
    ] {
        let designed = run(&format!("design {kind} --seed 3"));
        assert_eq!(designed.status, 0, "{}", designed.stderr);
        let again = run(&format!("design {kind} --seed 3"));
        assert_eq!(designed.stdout, again.stdout);
        let other = run(&format!("design {kind} --seed 4"));
        assert_ne!(designed.stdout, other.stdout);
        let answer = run_with("solve - --unique --json", &designed.stdout).json();
        assert_eq!(answer["unique"], true, "{}", designed.stdout);
    }
    // No clue can go: without any one of them there are several solutions.
    let file = run("design sudoku -D box_rows=2 -D box_cols=2 --seed 3").stdout;
    let (head, board) = file.split_once("cell").expect("a board");
    for (at, digit) in board.char_indices().filter(|(_, c)| c.is_ascii_digit()) {
        let mut fewer = board.to_string();
        fewer.replace_range(at..at + digit.len_utf8(), "_");
        let answer = run_with("solve - --unique --json", &format!("{head}cell{fewer}")).json();
        assert_eq!(answer["unique"], false, "{fewer}");
    }
    let wished = "design sudoku -D box_rows=2 -D box_cols=3 --clues 14 --difficulty easy --json";
    let object = run(wished).json();
    assert_eq!(object["clues"], 14);
    let explained = run_with("explain - --json", &object["witness"].to_string()).json();
    assert_eq!(explained["difficulty"], "easy");
    let nothing = run("design no-such-kind");
    assert_eq!(nothing.status, 2);
    assert!(
        nothing.stderr.contains("tantalizer list"),
        "{}",
        nothing.stderr
    );
    let no_parameter = run("design sudoku -D box_rows=2");
    assert_eq!(no_parameter.status, 2);
}

/// MiniZinc leaves out of the domains what cannot be; symbols stay what they are.
#[test]
fn symbols_stand_for_values_as_they_are_declared() {
    let model = file(
        "narrow.mzn",
        b"include \"tantalizer.mzn\";\nset of int: V = 0..2;\narray[1..2] of var V: cell :: tz_board :: tz_symbols([\".\", \"A\", \"B\"]);\n\
          constraint forall(i in 1..2)(cell[i] >= 1);\nconstraint cell[1] > cell[2];\nsolve satisfy;\n",
    );
    let solved = run(&format!("solve {model}"));
    assert!(solved.stdout.contains("| B | A |"), "{}", solved.stdout);
}

/// A puzzle file in JSON as data for MiniZinc; symbols are numbered from the first.
fn data(witness: &Value, symbols: &[&str]) -> String {
    let board = |rows: Vec<String>| format!("[|{}|]", rows.join("|"));
    let word = |word: &str| match symbols.iter().position(|symbol| *symbol == word) {
        Some(value) => value.to_string(),
        None => word.to_string(),
    };
    let entries = witness.as_object().expect("a puzzle file").iter();
    let item = |(key, value): (&String, &Value)| match value {
        Value::String(text) => {
            let row = |row: &str| row.split(' ').map(word).collect::<Vec<_>>().join(",");
            format!("{key}={};", board(text.lines().map(row).collect()))
        }
        Value::Array(rows) => {
            let row = |row: &Value| row.to_string().replace(['[', ']'], "");
            format!("{key}={};", board(rows.iter().map(row).collect()))
        }
        other => format!("{key}={other};"),
    };
    entries
        .filter(|(key, _)| *key != "puzzle")
        .map(item)
        .collect()
}

#[test]
fn designs_of_all_kinds_have_one_solution_by_gecode() {
    for (kind, flags, symbols) in [
        ("sudoku", "-D box_rows=2 -D box_cols=3 --symmetric", &[][..]),
        ("slitherlink", "-D rows=3 -D cols=4", &[]),
        (
            "star-battle",
            "kinds/star-battle.toml --clues 3",
            &[".", "★"],
        ),
        ("nonogram", "-D rows=4 -D cols=5", &[".", "#"]),
    ] {
        let designed = run(&format!("design {kind} {flags} --seed 5 --json"));
        assert_eq!(designed.status, 0, "{kind}: {}", designed.stderr);
        let witness = &designed.json()["witness"];
        assert_eq!(gecode(kind, &data(witness, symbols)), 1, "{witness}");
    }
}

#[test]
fn clues_keep_their_places_when_the_board_is_turned() {
    let design = "design slitherlink -D rows=4 -D cols=5 --symmetric --seed 2 --json";
    let object = run(design).json();
    let board = object["witness"]["number"].as_str().expect("a board");
    let words: Vec<&str> = board.split_whitespace().collect();
    assert!(words.contains(&"_"), "{board}");
    for (one, other) in words.iter().zip(words.iter().rev()) {
        assert_eq!(*one == "_", *other == "_", "{board}");
    }
    let odd = run("design slitherlink -D rows=4 -D cols=5 --symmetric --clues 7");
    assert_eq!(odd.status, 2);
    assert!(odd.stderr.contains("odd number of clues"), "{}", odd.stderr);
    let many = run("design slitherlink -D rows=2 -D cols=2 --clues 5");
    assert_eq!(many.status, 2);
    assert!(
        many.stderr.contains("4 cells for 5 clues"),
        "{}",
        many.stderr
    );
}

#[test]
fn the_fewest_clues_of_numbers_that_the_loop_determines() {
    let place = folder("fewest");
    let (file, certificate) = (place.join("loop.toml"), place.join("loop.cert"));
    for path in [&file, &certificate] {
        let _ = std::fs::remove_file(path);
    }
    let design = format!(
        "design slitherlink -D rows=3 -D cols=3 --fewest-clues --seed 6 --json --out {} --certificate {}",
        file.display(),
        certificate.display()
    );
    let designed = run(&design);
    assert_eq!(designed.status, 0, "{}", designed.stderr);
    let object = designed.json();
    assert_eq!(object["proved"], true);
    assert_eq!(object["minimum"], object["lower_bound"]);
    let checked = run(&format!("check {}", certificate.display()));
    assert_eq!(checked.status, 0, "{}", checked.stdout);
    // The same solution again; and by trying: no single clue fewer is enough.
    let again = run(&format!(
        "design slitherlink --solution {} --fewest-clues --json",
        file.display()
    ))
    .json();
    assert_eq!(again["minimum"], object["minimum"]);
    assert_eq!(again["solution"], object["solution"]);
    let redundant = run(&format!("solve {} --redundant --json", file.display())).json();
    assert_eq!(redundant["redundant"], serde_json::json!([]));
    let text = std::fs::read_to_string(&certificate).expect("a certificate");
    let clues = object["clues"].as_u64().expect("a number");
    let spoiled = text.replacen(
        &format!("claim fewest {clues}"),
        &format!("claim fewest {}", clues - 1),
        1,
    );
    std::fs::write(&certificate, spoiled).expect("a scratch file");
    assert_eq!(run(&format!("check {}", certificate.display())).status, 3);
}

#[test]
fn clues_that_can_go_are_named() {
    let full = "puzzle = 'sudoku'\nbox_rows = 2\nbox_cols = 2\ncell = '''\n1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 .\n'''\n";
    let object = run_with("solve - --redundant --json", full).json();
    let places = object["redundant"].as_array().expect("places");
    // Each of them follows from its row, its column or its box.
    assert_eq!(places.len(), 15);
    assert_eq!(places[0], "r1c1");
    let text = run_with("solve - --redundant", full).stdout;
    assert!(
        text.contains("Each of these 15 of 15 clues can go"),
        "{text}"
    );
    // Without one solution there is nothing to say of clues.
    let few = "puzzle = 'sudoku'\nbox_rows = 2\nbox_cols = 2\ncell = '1...............'\n";
    let object = run_with("solve - --redundant --json", few).json();
    assert_eq!(object["unique"], false);
    assert_eq!(object["redundant"], Value::Null);
}

/// The turns and mirrors of a square board.
fn turned(board: &[Vec<i64>]) -> Vec<Vec<Vec<i64>>> {
    let mut all = vec![board.to_vec()];
    for _ in 0..3 {
        let last = &all[all.len() - 1];
        let turn = (0..last.len()).map(|col| last.iter().rev().map(|row| row[col]).collect());
        all.push(turn.collect());
    }
    let mirrored = |board: &Vec<Vec<i64>>| board.iter().rev().cloned().collect();
    let mirrors: Vec<Vec<Vec<i64>>> = all.iter().map(mirrored).collect();
    all.extend(mirrors);
    all
}

#[test]
fn solutions_are_counted_up_to_declared_symmetries() {
    let sudoku = "kinds/sudoku.mzn -D box_rows=2 -D box_cols=2";
    let counted = run(&format!("count {sudoku} --json")).json();
    // Each way to name the digits gives another grid.
    assert_eq!(counted["modulo"]["values"], (288 / 24).to_string());
    let listed = run(&format!("solve {sudoku} --all --json")).json();
    let solutions = listed["solutions"].as_array().expect("solutions").iter();
    let grid = |solution: &Value| -> Vec<Vec<i64>> {
        serde_json::from_value(solution["cell"].clone()).expect("a grid")
    };
    let smallest = solutions.filter(|solution| {
        let grid = grid(solution);
        turned(&grid).iter().all(|other| grid <= *other)
    });
    assert_eq!(counted["modulo"]["board"], smallest.count().to_string());
    // One cell, two in a row, three around a corner, or all four.
    let loops = run("count kinds/slitherlink.mzn -D rows=2 -D cols=2 --json").json();
    assert_eq!(loops["count"], "13");
    assert_eq!(loops["modulo"]["board"], "4");
    // A clue leaves the mirror that keeps it.
    let clued = "puzzle = 'slitherlink'\nrows = 2\ncols = 2\nnumber = '''\n3 .\n. 1\n'''\n";
    let loops = run_with("count - --json", clued).json();
    assert_eq!(loops["count"], "2");
    assert_eq!(loops["modulo"]["board"], "1");
    let unique = run_with("solve - --unique --json", clued).json();
    assert_eq!(unique["unique"], false);
    assert_eq!(unique["unique_modulo"]["board"], true);
    let turns = run("solve examples/colors.toml --unique --json").json();
    assert_eq!(turns["unique"], false);
    assert_eq!(turns["unique_modulo"]["rotation"], true);
    let text = run("solve examples/colors.toml --unique").stdout;
    assert!(text.contains("Unique up to turns"), "{text}");
}

const SPEAKING: &str = r#"enum Colour = {Red, Green, Blue};
array[1..2] of var Colour: flag;
var set of 1..4: chosen;
constraint flag[1] = Green /\ flag[2] > Green /\ chosen = {2, 4};
solve satisfy;
output ["The flag is \(flag[1]) and ", show(flag[2]), ", chosen \(chosen).\n"];
"#;

#[test]
fn a_model_speaks_in_its_own_words() {
    let place = folder("words");
    let file = place.join("flag.mzn");
    std::fs::write(&file, SPEAKING).expect("a scratch file");
    let minizinc = |flags: &[&str]| {
        let told = Command::new("minizinc")
            .args([
                "--solver",
                "gecode",
                "--soln-sep",
                "",
                "--search-complete-msg",
                "",
            ])
            .args(flags)
            .arg(&file)
            .output()
            .expect("MiniZinc is installed");
        String::from_utf8_lossy(&told.stdout).trim().to_string()
    };
    let solved = run(&format!("solve {}", file.display()));
    assert_eq!(solved.stdout.trim(), minizinc(&[]));
    assert_eq!(run_with("solve -", SPEAKING).stdout, solved.stdout);
    let theirs: Value = serde_json::from_str(&minizinc(&["--output-mode", "json"])).expect("JSON");
    let ours = run(&format!("solve {} --json", file.display())).json();
    assert_eq!(ours["solutions"][0], theirs);
    // Without an output, variables by name.
    let silent = SPEAKING.split("output").next().expect("a model");
    assert_eq!(
        run_with("solve -", silent).stdout,
        "chosen = {2, 4}\nflag = [Green, Blue]\n"
    );
}

#[test]
fn what_is_best_is_told_with_its_value() {
    let model =
        "var 1..9: x;\nconstraint x mod 4 = 3;\nsolve maximize x;\noutput [\"x is \\(x)\\n\"];\n";
    let solved = run_with("solve -", model);
    assert_eq!(solved.stdout, "x is 7\n\nThe best value: 7.\n");
    let object = run_with("solve - --json", model).json();
    assert_eq!(object["objective"]["value"], 7);
    assert_eq!(object["objective"]["bound"], 7);
}

#[test]
fn symmetries_that_nobody_declared_are_found() {
    let sudoku = "count kinds/sudoku.mzn -D box_rows=2 -D box_cols=2 --find-symmetries --json";
    let counted = run(sudoku).json();
    let listed = run("solve kinds/sudoku.mzn -D box_rows=2 -D box_cols=2 --all --json").json();
    let grids: std::collections::BTreeSet<Vec<Vec<i64>>> = listed["solutions"]
        .as_array()
        .expect("solutions")
        .iter()
        .map(|solution| serde_json::from_value(solution["cell"].clone()).expect("a grid"))
        .collect();
    // Rows within a band, the bands themselves, and rows for columns: products of these are all there is.
    let swapped =
        |grid: &Vec<Vec<i64>>, rows: [usize; 4]| rows.map(|row| grid[row].clone()).to_vec();
    let turned = |grid: &Vec<Vec<i64>>| -> Vec<Vec<i64>> {
        (0..4)
            .map(|col| grid.iter().map(|row| row[col]).collect())
            .collect()
    };
    let mut left = grids.clone();
    let mut orbits = 0;
    while let Some(first) = left.pop_first() {
        orbits += 1;
        let mut open = vec![first];
        while let Some(grid) = open.pop() {
            let images = [
                swapped(&grid, [1, 0, 2, 3]),
                swapped(&grid, [2, 3, 0, 1]),
                turned(&grid),
            ];
            open.extend(images.into_iter().filter(|image| left.remove(image)));
        }
    }
    assert_eq!(counted["modulo"]["found"], orbits.to_string());
    let plain = run("count kinds/sudoku.mzn -D box_rows=2 -D box_cols=2 --json").json();
    assert_eq!(plain["modulo"]["found"], Value::Null);
}

#[test]
fn a_kind_to_start_from_goes_through_every_command() {
    let place = folder("start");
    for file in ["mine.mzn", "mine.toml", "tantalizer.mzn"] {
        let _ = std::fs::remove_file(place.join(file));
    }
    let new = format!("new --model {}", place.join("mine").display());
    assert_eq!(run(&new).status, 0);
    // Again is no harm, but what somebody wrote stays.
    assert_eq!(run(&new).status, 0);
    let file = place.join("mine.toml").display().to_string();
    let unique = run(&format!("solve {file} --unique --json"));
    assert_eq!(unique.json()["unique"], true, "{}", unique.stderr);
    for command in [
        "draw",
        "explain",
        "count",
        "solve --redundant",
        "solve --forced",
    ] {
        let told = run(&format!("{command} {file}"));
        assert_eq!(told.status, 0, "{command}: {}", told.stderr);
    }
    let model = place.join("mine.mzn");
    let designed = run(&format!("design {} -D n=3", model.display()));
    assert_eq!(designed.status, 0, "{}", designed.stderr);
    let text = std::fs::read_to_string(&model).expect("a model");
    std::fs::write(&model, text.replace("each number", "every number")).expect("a scratch file");
    let refused = run(&new);
    assert_eq!(refused.status, 2);
    assert!(
        refused.stderr.contains("there already"),
        "{}",
        refused.stderr
    );
    // What is wrong is told, and nothing else: neither the copy of the vocabulary nor a hint for no parameter.
    let wrong = place.join("wrong.mzn");
    for (from, to, expected) in [
        (":: tz_board", ":: tz_bord", "tz_bord"),
        (
            ":: tz_board",
            ":: tz_board :: tz_hint(\"runs\")",
            "no parameter",
        ),
    ] {
        std::fs::write(&wrong, text.replace(from, to)).expect("a scratch file");
        let refused = run(&format!("design {} -D n=3", wrong.display()));
        assert_eq!(refused.status, 2, "{to}");
        assert!(refused.stderr.contains(expected), "{}", refused.stderr);
        assert!(!refused.stderr.contains("Warning"), "{}", refused.stderr);
    }
    // It runs elsewhere with nothing but the file beside it.
    let counted = Command::new("minizinc")
        .args(["--solver", "gecode", "-a", "-D", "n=3;"])
        .arg(&model)
        .output()
        .expect("MiniZinc is installed");
    let text = String::from_utf8_lossy(&counted.stdout);
    assert_eq!(
        text.lines().filter(|line| *line == "----------").count(),
        12
    );
}

/// Hints are told in full, and the fewest cells beside them: two pictures have these runs, so that one cell must be given, and it does not matter
/// which. The certificate says so to somebody who knows nothing of hints.
#[test]
fn the_fewest_clues_beside_hints_are_proved() {
    let solved = file(
        "diagonal.toml",
        b"puzzle = 'nonogram'\nrows = 2\ncols = 2\nrow_runs = [[1], [1]]\ncol_runs = [[1], [1]]\ncell = ['#.', '.#']\n",
    );
    let place = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let [certificate, picture] = ["beside-hints.cert", "beside-hints.png"].map(|name| {
        let path = place.join(name);
        let _ = std::fs::remove_file(&path);
        path
    });
    let png = cfg!(feature = "png").then(|| format!("--png {}", picture.display()));
    let made = run(&format!(
        "design nonogram --solution {solved} --fewest-clues --certificate {} {} --json",
        certificate.display(),
        png.as_deref().unwrap_or_default()
    ));
    let object = made.json();
    assert_eq!(object["minimum"], "1", "{object}");
    assert_eq!(object["proved"], true);
    assert_eq!(object["witness"]["row_runs"], serde_json::json!([[1], [1]]));
    if png.is_some() {
        let drawn = std::fs::read(&picture).expect("a picture");
        assert!(drawn.starts_with(b"\x89PNG"));
    }
    let checked = run(&format!("check {} --json", certificate.display())).json();
    assert_eq!(checked["accepted"], true, "{checked}");
    // With another hint the stated alternative is none.
    let text = std::fs::read_to_string(&certificate).expect("a certificate");
    assert!(text.contains("\"told\""), "{text}");
    let wrong = text.replacen("\"told\"", "\"bold\"", 1);
    std::fs::write(&certificate, wrong).expect("a scratch file");
    let checked = run(&format!("check {} --json", certificate.display()));
    assert_eq!(checked.json()["accepted"], false);
    // The hints of a single row tell each of its cells.
    let made = run("design nonogram -D rows=1 -D cols=3 --fewest-clues --json").json();
    assert_eq!(made["minimum"], "0", "{made}");
}

/// The rules for designs of this kind leave one order of ones and zeros, those of its puzzles all: only what has one solution then is told.
#[test]
fn a_finished_design_is_read_again() {
    let model = file(
        "narrow.mzn",
        br#"include "tantalizer.mzn";
int: n;
array[int] of int: total;
bool: design = length(total) = 0;
array[1..if design then 1 else 0 endif] of var 0..n: found :: tz_hint("total");
array[1..n] of var 0..1: cell :: tz_board;
constraint if design
  then found[1] = sum(cell) /\ forall(i in 1..n - 1)(cell[i] <= cell[i + 1])
  else sum(cell) = total[1] endif;
solve satisfy;
"#,
    );
    let mut totals = std::collections::BTreeSet::new();
    for seed in 0..6 {
        let made = run(&format!("design {model} -D n=4 --seed {seed} --json")).json();
        totals.insert(made["witness"]["total"][0].as_i64().expect("a total"));
    }
    assert!(
        totals.iter().all(|total| [0, 4].contains(total)),
        "{totals:?}"
    );
}

/// A symbol of several words is one word in a puzzle file, and designs write it so.
#[test]
fn symbols_with_blanks_are_written_as_one_word() {
    let place = folder("sky");
    let model = place.join("sky.mzn");
    let text = "include \"tantalizer.mzn\";\n\
        array[1..2, 1..2] of var 1..2: sky :: tz_board :: tz_clue(0) :: tz_symbols([\"a sun\", \"a moon\"]);\n\
        constraint forall(i in 1..2)(sky[i, 1] != sky[i, 2]);\nsolve satisfy;\n";
    std::fs::write(&model, text).expect("a scratch file");
    let designed = run(&format!("design {} --seed 1", model.display()));
    assert_eq!(designed.status, 0, "{}", designed.stderr);
    assert!(designed.stdout.contains("a_sun") || designed.stdout.contains("a_moon"));
    let file = place.join("sky.toml");
    std::fs::write(&file, &designed.stdout).expect("a scratch file");
    let solved = run(&format!("solve {} --unique", file.display()));
    assert!(
        solved.stdout.contains("unique"),
        "{}{}",
        solved.stdout,
        solved.stderr
    );
}

/// Parameters that are enumerations and sets: in puzzle files sets are lists, and a design writes what data files say.
#[test]
fn parameters_may_be_sets_of_names() {
    let place = folder("sets");
    let model = r#"% Seat guests in a row so that neighbours speak a common language.
include "alldifferent.mzn";
include "tantalizer.mzn";
enum Guest = { Ada, Ben, Cleo, Dan };
enum Language = { English, French, German };
array[Guest] of set of Language: speaks;
set of Guest: ends;
array[1..4] of var Guest: seat :: tz_board :: tz_clue(0) :: tz_symbols([show(g) | g in Guest]);
constraint :: "each guest has one seat" alldifferent(seat);
constraint forall(s in 1..3)(
  (card(speaks[seat[s]] intersect speaks[seat[s + 1]]) > 0) :: "neighbours at \(s) and \(s + 1) can talk");
constraint (seat[1] in ends /\ seat[4] in ends) :: "the ends are taken by those who like them";
solve satisfy;
"#;
    let kind = place.join("row.mzn");
    std::fs::write(&kind, model).expect("a scratch file");
    let data = "speaks = [{English}, {English, French}, {French, German}, {German}];\nends = {Ada, Cleo, Dan};\n";
    let dzn = place.join("row.dzn");
    std::fs::write(&dzn, data).expect("a scratch file");
    let by_data = run(&format!(
        "count {} {} --json",
        kind.display(),
        dzn.display()
    ));
    assert_eq!(by_data.json()["count"], "2", "{}", by_data.stderr);
    let puzzle = r#"puzzle = "row"
speaks = [["English"], ["English", "French"], ["French", "German"], ["German"]]
ends = ["Ada", "Cleo", "Dan"]
seat = "Dan _ _ _"
"#;
    let file = place.join("row.toml");
    std::fs::write(&file, puzzle).expect("a scratch file");
    let solved = run(&format!("solve {} --unique --json", file.display()));
    assert_eq!(solved.json()["unique"], true, "{}", solved.stderr);
    let made = place.join("made.toml");
    let design = format!(
        "design {} {} --seed 1 --out {}",
        kind.display(),
        dzn.display(),
        made.display()
    );
    let designed = run(&design);
    assert_eq!(designed.status, 0, "{}", designed.stderr);
    let again = run(&format!("solve {} --unique --json", made.display()));
    assert_eq!(again.json()["unique"], true, "{}", again.stderr);
}
