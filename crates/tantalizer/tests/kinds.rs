//! Kinds made of models: asked, drawn, explained and certified like the others, and the same on Gecode.

mod common;

use common::{program, run, run_with};
use serde_json::Value;
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
        "There is no solution. These clues clash:\n  r1c1 = 3\n  r1c3 = 3\n"
    );
    let object = run_with("explain - --json", BROKEN).json();
    assert_eq!(
        object["clash_with"],
        serde_json::json!(["row 1 holds each digit once"])
    );
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
        "Suppose r1c3 is ★. Then r1c1 and r1c2 are empty (row 1 has 1 star); and so region 1 has 1 star cannot hold. \
         The same follows if r1c4 to r1c8 are ★. So r1c3 to r1c8 must be empty."
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
    assert!(nothing.stderr.contains("sudoku"), "{}", nothing.stderr);
    let no_parameter = run("design sudoku -D box_rows=2");
    assert_eq!(no_parameter.status, 2);
}
