//! The published instances and the empty boards, asked through the program.

mod common;

use common::{file, run, run_with};
use serde_json::{Value, json};

/// What `count --json` says: the count, then the counts modulo each symmetry.
fn counts(arguments: &str) -> (String, Value) {
    let run = run(&format!("count {arguments} --json"));
    assert_eq!(run.status, 0, "{}", run.stderr);
    let json = run.json();
    assert_eq!(json["complete"], true);
    let count = json["count"].as_str().expect("a string of digits");
    (count.to_string(), json["modulo"].clone())
}

#[test]
fn colors_has_four_solutions_that_are_turns_of_one() {
    let all = run("solve examples/colors.toml --all --json");
    assert_eq!((all.status, all.stderr.as_str()), (0, ""));
    let json = all.json();
    assert_eq!(json["status"], "satisfiable");
    assert_eq!(json["complete"], true);
    assert_eq!(json["unique"], false);
    assert_eq!(json["count"], "4");
    let solutions = json["solutions"].as_array().expect("a list");
    assert_eq!(solutions.len(), 4);
    // The first solution that the paper prints.
    let printed = json!([
        "ORRYYRRN", "GGGBBOOR", "GGGBBOOR", "NOOGGRRY", "NOOGGRRY", "NYYNNBBO", "NYYNNBBO",
        "RBBGGGGN"
    ]);
    assert!(
        solutions
            .iter()
            .any(|solution| solution["fields"] == printed)
    );
    for solution in solutions {
        assert_eq!(solution["placements"].as_array().map(Vec::len), Some(16));
    }
    let expected = ("4".to_string(), json!({"rotation": "1"}));
    assert_eq!(counts("examples/colors.toml"), expected);
}

#[test]
fn colors_with_one_piece_changed_has_none() {
    let all = run("solve examples/colors-refuted.toml --all");
    assert_eq!((all.status, all.stdout.as_str()), (0, "No solution.\n"));
    let expected = ("0".to_string(), json!({"rotation": "0"}));
    assert_eq!(counts("examples/colors-refuted.toml"), expected);
}

/// The model in MiniZinc and the kind in Rust are the same puzzle.
#[test]
fn colors_as_a_model_has_the_same_counts() {
    let model = |pieces: &Value, size: usize| {
        let pieces = pieces.as_array().expect("pieces").iter();
        let rows: Vec<&str> = pieces
            .map(|piece| piece.as_str().expect("letters"))
            .collect();
        let rows = rows.join("\n");
        let text = format!(
            "puzzle = 'colour-squares'\nrows = {size}\ncols = {size}\npiece = \"\"\"\n{rows}\n\"\"\"\n"
        );
        let path = file(&format!("colour-squares-{size}.toml"), text.as_bytes());
        counts(&path).0
    };
    let paper = std::fs::read_to_string(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../examples/colors.toml"
    ))
    .expect("the pieces");
    let paper: toml::Table = paper.parse().expect("TOML");
    assert_eq!(model(&json!(paper["pieces"]), 4), "4");
    for (size, colours, seed) in [(2, 3, 1), (3, 3, 2), (3, 4, 3)] {
        let made = run(&format!(
            "design colors --rows {size} --cols {size} --colours {colours} --seed {seed} --json"
        ));
        let mut puzzle = made.json()["witness"].clone();
        let path = file("colors-made.json", puzzle.to_string().as_bytes());
        assert_eq!(model(&puzzle["pieces"], size), counts(&path).0);
        // With two pieces alike there is something to count twice.
        puzzle["pieces"][1] = puzzle["pieces"][0].clone();
        let path = file("colors-alike.json", puzzle.to_string().as_bytes());
        assert_eq!(model(&puzzle["pieces"], size), counts(&path).0);
    }
}

#[test]
fn edge_matching_is_read_solved_and_written_in_the_forms_of_its_community() {
    let unique = run("solve examples/edge-matching.toml --unique --json").json();
    assert_eq!(unique["unique"], true);
    let link = unique["solutions"][0]["link"].as_str().expect("a link");
    // The pieces of the solved board, and the corner that lay already.
    let shared = run(&format!("solve {link} --unique --json")).json();
    assert_eq!(
        shared["solutions"][0]["sides"],
        renamed(&unique["solutions"][0]["sides"])
    );
    let list = run(&format!("encode {link} --to e2pieces"));
    assert_eq!(
        (list.status, list.stderr.contains("has no hints")),
        (2, true)
    );
    let bare = link.split("&board_types").next().expect("a beginning");
    let list = run(&format!("encode {bare} --to e2pieces"));
    assert!(list.stdout.starts_with("6 6\n"), "{}", list.stderr);
    let path = file("e2pieces.txt", list.stdout.as_bytes());
    assert_eq!(counts(&path), ("4".to_string(), json!({"rotation": "1"})));
}

/// The letters of links: `a` is the frame, the others follow in alphabetical order.
fn renamed(sides: &Value) -> Value {
    let text = sides.to_string();
    let letters = "EBGPRY".chars().zip("abcdef".chars());
    let text = letters.fold(text, |text, (from, to)| text.replace(from, &to.to_string()));
    serde_json::from_str(&text).expect("the same with other letters")
}

#[test]
fn the_board_of_the_tricky_triple_paper_has_one_solution() {
    let expected = "\
1---2---2---1---2
|   |   |   |   |
1---1---2---2---3
|   |   |   |   |
2---1---0---1---3
|   |   |   |   |
1---3---3---1---1
|   |   |   |   |
1---1---3---3---1
";
    let one = run("solve examples/tricky-triple.toml");
    assert_eq!((one.status, one.stdout.as_str()), (0, expected));
    let unique = run("solve examples/tricky-triple.toml --unique");
    let text = format!("{expected}\nThe solution is unique.\n");
    assert_eq!((unique.status, unique.stdout), (0, text));
    let forced = run("solve examples/tricky-triple.toml --forced --json").json();
    assert_eq!(forced["unique"], true);
    assert_eq!(
        forced["forced"].as_object().map(|places| places.len()),
        Some(24)
    );
    assert_eq!(forced["forced"]["r1c1"], 1);
}

#[test]
fn the_solution_that_the_paper_prints_is_one() {
    // Fig. 6: a full board has itself as its only solution.
    let board = "puzzle = 'tricky-triple'\nboard = '''\n3 2 2 1 1\n3 1 1 3 1\n1 2 1 1 2\n1 1 0 3 2\n3 2 3 3 1\n'''\n";
    assert_eq!(run_with("count - --json", board).json()["count"], "1");
}

#[test]
fn empty_boards_have_the_same_counts_on_any_number_of_threads() {
    let expected = [(4, "2592"), (5, "7182"), (6, "21492"), (7, "85374")];
    for (size, expected) in expected {
        let board = format!("examples/tricky-triple-{size}x{size}-empty.toml");
        let one = counts(&format!("{board} --threads 1"));
        assert_eq!(one.0, expected);
        assert_eq!(counts(&format!("{board} --threads 2")), one);
    }
    let shown = |threads: usize| {
        let board = "examples/tricky-triple-5x5-empty.toml";
        let json = run(&format!("solve {board} --all --json --threads {threads}")).json();
        let solutions = json["solutions"].as_array().expect("a list");
        let mut solutions: Vec<String> = solutions.iter().map(Value::to_string).collect();
        solutions.sort();
        solutions
    };
    let one = shown(1);
    assert_eq!(one.len(), 7182);
    assert_eq!(shown(2), one);
}

#[test]
fn a_large_board_is_filled() {
    let json = run("solve examples/tricky-triple-50x50-empty.toml --json").json();
    assert_eq!(json["count"], "1");
    assert_eq!(
        json["solutions"][0]["board"].as_array().map(Vec::len),
        Some(50)
    );
}

#[test]
fn a_board_with_two_solutions_shows_where_they_differ() {
    let board = "puzzle = 'tricky-triple'\nboard = '1 1 .'\n";
    let text = run_with("solve - --unique", board);
    let expected = "\
+---+---+---+   +---+---+---+
| 1 | 1 |[2]|   | 1 | 1 |[3]|
+---+---+---+   +---+---+---+

Not unique: these two differ in r1c3.
";
    assert_eq!((text.status, text.stdout.as_str()), (0, expected));
    let json = run_with("solve - --unique --json", board).json();
    assert_eq!(json["unique"], false);
    assert_eq!(json["differ"], json!(["r1c3"]));
    let forced = run_with("solve - --forced", board);
    let expected = "1---1---.\n\n2 of 3 values are the same in every solution.\n";
    assert_eq!((forced.status, forced.stdout.as_str()), (0, expected));
}

#[test]
fn a_limit_of_solutions_is_an_answer() {
    let three = run("solve examples/tricky-triple-4x4-empty.toml --limit 3");
    assert_eq!(three.status, 0, "{}", three.stderr);
    let verdict = "\n3 solutions, perhaps more.\n";
    assert!(three.stdout.ends_with(verdict), "{}", three.stdout);
    let quiet = run("solve examples/tricky-triple-4x4-empty.toml --limit 3 --quiet");
    assert_eq!(quiet.stdout.lines().count(), 3 * 7 + 2);
}

#[test]
fn pictures_are_written() {
    let path = file("colors.svg", b"");
    let drawn = run(&format!(
        "solve examples/colors.toml --all --quiet --svg {path}"
    ));
    assert_eq!(drawn.status, 0, "{}", drawn.stderr);
    let svg = std::fs::read_to_string(&path).expect("a picture");
    assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"));
    assert_eq!(
        svg.matches("<text").count(),
        4 * 64,
        "a letter on every field"
    );
}

#[test]
fn shells_complete_every_command() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = run(&format!("completions {shell}"));
        assert_eq!(script.status, 0);
        for command in ["solve", "count", "completions"] {
            assert!(script.stdout.contains(command), "{shell}: {command}");
        }
    }
}

/// Bash itself completes: its script is read, and asked as the shell would ask it.
#[test]
fn bash_completes_the_names_of_puzzles_that_come_along() {
    let script = file("tantalizer.bash", run("completions bash").stdout.as_bytes());
    let completed = |words: &str| {
        let ask = format!(
            "source {script}; COMP_WORDS=({words}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); \
             _tantalizer_names tantalizer \"${{COMP_WORDS[-1]}}\" \"${{COMP_WORDS[-2]}}\"; printf '%s\\n' \"${{COMPREPLY[@]}}\""
        );
        let bash = std::process::Command::new("bash")
            .args(["--norc", "-c", &ask])
            .output();
        let out = bash.expect("bash runs").stdout;
        let out = String::from_utf8(out).unwrap();
        out.lines().map(str::to_string).collect::<Vec<_>>()
    };
    assert_eq!(completed("tantalizer solve kak"), ["kakuro", "kakuro-hard"]);
    assert_eq!(
        completed("tantalizer explain --json futoshiki-"),
        ["futoshiki-hard"]
    );
    assert_eq!(completed("tantalizer new slither"), ["slitherlink"]);
    assert!(
        completed("tantalizer draw Carg").contains(&"Cargo.toml".to_string()),
        "files as well"
    );
    assert!(!completed("tantalizer solve --engine s").contains(&"sudoku".to_string()));
    assert_eq!(completed("tantalizer coun"), ["count"]);
    for (shell, expected) in [
        ("zsh", ":_tantalizer_puzzles'"),
        ("fish", "from solve count"),
    ] {
        let script = run(&format!("completions {shell}")).stdout;
        assert!(
            script.contains(expected) && script.contains("kakuro-hard"),
            "{shell}"
        );
    }
}

#[test]
fn the_original_cubes_of_instant_insanity_make_one_tower() {
    let run = run("count examples/instant-insanity.toml --json");
    assert_eq!(run.status, 0, "{}", run.stderr);
    let json = run.json();
    assert_eq!(json["count"], "8");
    assert_eq!(json["pictures"], "8");
    assert_eq!(json["modulo"], json!({"axis": "2", "tower": "1"}));
    let none = counts("examples/instant-insanity-equal.toml");
    assert_eq!(none, ("0".to_string(), json!({"axis": "0", "tower": "0"})));
    let prisms = counts("examples/instant-insanity-prisms.toml");
    assert_eq!(
        prisms,
        ("24".to_string(), json!({"axis": "4", "tower": "2"}))
    );
}
