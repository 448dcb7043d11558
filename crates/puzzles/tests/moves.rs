//! Puzzles by moves: their files, the published numbers of positions at each distance, and what is asked of positions.

use serde_json::json;
use std::path::PathBuf;
use tantalizer_ask::ask;
use tantalizer_draw::TextStyle;
use tantalizer_model::{Collect, EngineId, Limits, Question, Request, Status};
use tantalizer_puzzle::{Document, Flags, Puzzle, View};
use tantalizer_puzzles::moves::{Definition, Moves};
use tantalizer_puzzles::{from_document_with, open_document, read_file, read_text};
use tantalizer_states::BuildOptions;

fn example(name: &str) -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples")).join(name)
}

/// An example with flags.
fn opened(name: &str, flags: &[(&str, &str)]) -> Box<dyn Puzzle> {
    let document = open_document(&example(name)).expect("an example");
    let flags: Flags = flags
        .iter()
        .map(|(name, value)| (name.to_string(), value.to_string()))
        .collect();
    from_document_with(&document, &flags).expect("a puzzle")
}

fn definition(text: &str) -> Definition {
    let document = Document::parse("f", text).expect("a document");
    Moves::read(&document)
        .expect("a puzzle by moves")
        .definition()
        .clone()
}

/// How many positions there are at each distance.
fn layers(puzzle: &dyn Puzzle) -> Vec<u64> {
    let states = puzzle
        .states(&Limits::none())
        .expect("numbered")
        .expect("played by moves");
    let (table, _) = states
        .table(None, &BuildOptions::default())
        .expect("a table");
    table.by_distance().to_vec()
}

#[test]
fn the_layers_of_pyraminx_skewb_and_pocket_cube_are_those_published() {
    // Jaap Scherphuis, "Jaap's Puzzle Page", Pyraminx; N. J. A. Sloane, "The On-Line Encyclopedia of Integer Sequences", A079745,
    // A079761 and A079762.
    let pyraminx = [
        1, 8, 48, 288, 1728, 9896, 51808, 220111, 480467, 166276, 2457, 32,
    ];
    assert_eq!(layers(&*opened("pyraminx.tws", &[])), pyraminx);
    let skewb = [
        1, 8, 48, 288, 1728, 10248, 59304, 315198, 1225483, 1455856, 81028, 90,
    ];
    assert_eq!(layers(&*opened("skewb.json", &[])), skewb);
    let half = [
        1, 9, 54, 321, 1847, 9992, 50136, 227536, 870072, 1887748, 623800, 2644,
    ];
    assert_eq!(layers(&*opened("pocket-cube.json", &[])), half);
    let quarter = [
        1, 6, 27, 120, 534, 2256, 8969, 33058, 114149, 360508, 930588, 1350852, 782536, 90280, 276,
    ];
    assert_eq!(
        layers(&*opened("pocket-cube.json", &[("metric", "quarter")])),
        quarter
    );
}

#[test]
fn both_forms_of_files_describe_the_same_puzzle() {
    // Three corners are carried around, each turned; the turns of `.tws` belong to the places that pieces leave.
    let tws = "Name wheel\nSet C 4 3\nSolved\nC\n1 2 3 4\n0 0 ? ?\nEnd\n# a comment\nMove A\nC\n2 3 1 4\n0 1 2 0\nEnd\n";
    // Whatever the file is called.
    let file = tempfile::NamedTempFile::new().expect("a file");
    std::fs::write(file.path(), tws).expect("written");
    let one = Moves::read(&open_document(file.path()).expect("a definition")).expect("a puzzle");
    let json = json!({
        "name": "wheel",
        "orbits": [{ "orbitName": "C", "numPieces": 4, "numOrientations": 3 }],
        "defaultPattern": { "C": { "pieces": [0, 1, 2, 3], "orientation": [0, 0, 0, 0], "orientationMod": [0, 0, 1, 1] } },
        "moves": { "A": { "C": { "permutation": [1, 2, 0, 3], "orientationDelta": [1, 2, 0, 0] } } },
    });
    let other = definition(&json.to_string());
    assert_eq!(one.definition().puzzle.moves(), other.puzzle.moves());
    assert_eq!(one.definition().puzzle.solved(), other.puzzle.solved());
    assert_eq!(one.definition().space_name(), other.space_name());
    assert_eq!(one.definition().names, ["A", "A'"]);
    // Counted from 0, with turns where pieces arrive.
    let new = "Name wheel\nSet C 4 3\nStartState\nC\n0 1 2 3\n0 0 ? ?\nEnd\nMoveTransformation A\nC\n1 2 0 3\n1 2 0 0\nEnd\n";
    std::fs::write(file.path(), new).expect("written");
    let new = Moves::read(&open_document(file.path()).expect("a definition")).expect("a puzzle");
    assert_eq!(new.definition().space_name(), other.space_name());
}

#[test]
fn what_is_written_is_read_again() {
    for (name, flags) in [
        ("sliding-rows.toml", &[][..]),
        (
            "pyraminx.tws",
            &[("scramble", "U [L: R'] (B U)2'"), ("metric", "quarter")],
        ),
        (
            "skewb.json",
            &[("generators", "DFR,UFR"), ("scramble", "DFL")],
        ),
    ] {
        let puzzle = opened(name, flags);
        let again = read_text("f", &puzzle.to_json().to_string()).expect("what was written");
        assert_eq!(again.to_json(), puzzle.to_json());
        let drawn = |puzzle: &dyn Puzzle| puzzle.draw(&View::blank()).to_text(TextStyle::PLAIN);
        assert_eq!(drawn(&*again), drawn(&*puzzle));
    }
}

#[test]
fn whole_turns_are_no_moves_unless_they_are_none() {
    let orbit = json!([{ "orbitName": "P", "numPieces": 4, "numOrientations": 1 }]);
    let swap = |a: [u8; 4]| json!({ "P": { "permutation": a } });
    // Turning the whole by y carries A to B, B to C, ...: no move. Derived moves are.
    let moves = json!({ "A": swap([1, 0, 2, 3]), "y": swap([3, 0, 1, 2]) });
    let derived = json!({ "B": "[y: A]", "C": "[y: B]", "D": "[y: C]", "Yv": "y2" });
    let turned = json!({ "orbits": orbit, "moves": moves, "derivedMoves": derived });
    assert_eq!(definition(&turned.to_string()).names, ["A", "B", "C", "D"]);
    // Here y carries A to no move: it is a move, in spite of its name.
    let moves = json!({ "A": swap([1, 0, 2, 3]), "y": swap([3, 0, 1, 2]) });
    let plain = json!({ "orbits": orbit, "moves": moves });
    assert_eq!(definition(&plain.to_string()).names, ["A", "y", "y2", "y'"]);
    // Whoever names the moves that may be made gets these.
    let named =
        json!({ "orbits": orbit, "moves": moves, "derivedMoves": derived, "generators": "B y" });
    assert_eq!(definition(&named.to_string()).names, ["B", "y", "y2", "y'"]);
}

#[test]
fn a_position_that_no_moves_solve_has_no_solution() {
    let orbit = json!([{ "orbitName": "P", "numPieces": 4, "numOrientations": 2 }]);
    let moves = json!({ "A": { "P": { "permutation": [1, 2, 0, 3] } }, "B": { "P": { "permutation": [0, 2, 3, 1], "orientationDelta": [0, 1, 1, 0] } } });
    // One piece turned: turns always come in pairs. Two exchanged: a permutation of the wrong parity.
    for (pieces, turns) in [([0, 1, 2, 3], [1, 0, 0, 0]), ([1, 0, 2, 3], [0, 0, 0, 0])] {
        let file = json!({ "puzzle": "moves", "orbits": orbit, "moves": moves, "pattern": { "P": { "pieces": pieces, "orientation": turns } } });
        let puzzle = read_text("f", &file.to_string()).expect("a puzzle");
        for engine in ["moves-both-ends", "moves-table", "sat"] {
            let engine = if engine == "sat" {
                EngineId::Sat
            } else {
                EngineId::Own(engine)
            };
            for question in [Question::One, Question::Count] {
                let request = Request::new(question).by(engine);
                let posed = puzzle.pose(&Flags::new()).expect("posed");
                let answer = ask(posed, &request, &mut Collect::default()).expect("an answer");
                assert_eq!(answer.status, Status::Unsatisfiable, "{engine}");
                assert!(answer.complete);
            }
        }
    }
}

#[test]
fn alike_pieces_and_forbidden_places_are_kept_in_mind() {
    // A row of three, two of them alike: three patterns. The third may not come to the front: two are left.
    let text = |illegal: &str| {
        format!(
            "Name row\nSet P 3 1\nSolved\nP\n1 1 2\nEnd\nMove A\nP\n2 1 3\nEnd\nMove B\nP\n1 3 2\nEnd\n{illegal}"
        )
    };
    let file = tempfile::Builder::new()
        .suffix(".tws")
        .tempfile()
        .expect("a file");
    for (illegal, expected) in [("", &[1, 1, 1][..]), ("Illegal P 1 2\n", &[1, 1])] {
        std::fs::write(file.path(), text(illegal)).expect("written");
        assert_eq!(
            layers(&*read_file(file.path()).expect("a puzzle")),
            expected
        );
    }
    let document = open_document(file.path()).expect("a definition");
    let scramble = Flags::from([("scramble".to_string(), "B A".to_string())]);
    let refused = from_document_with(&document, &scramble)
        .err()
        .expect("a forbidden move")
        .to_string();
    assert!(refused.contains("may not be made"), "{refused}");
}

/// The message about a `.tws` file, without the file's name.
fn wrong_tws(text: &str) -> String {
    let file = tempfile::Builder::new()
        .suffix(".tws")
        .tempfile()
        .expect("a file");
    std::fs::write(file.path(), text).expect("written");
    let error = read_file(file.path())
        .err()
        .unwrap_or_else(|| panic!("accepted: {text}"));
    let line = error.line.map_or(String::new(), |line| format!("{line}: "));
    format!("{line}{}", error.message)
}

#[test]
fn mistakes_in_tws_files_are_named_with_their_line() {
    let head = "Name a\nSet P 3 2\nSolved\nP\n1 2 3\n0 0 0\nEnd\n";
    let begins = |text: &str, expected: &str| {
        let message = wrong_tws(text);
        assert!(message.starts_with(expected), "{message}");
    };
    begins("Name a\nSett P 3 2\n", "2: unexpected `Sett`");
    begins(
        "Name a\nSet P three 2\n",
        "2: expected a number from 1, found `three`",
    );
    begins(
        &format!("{head}Move A\nP\n2 3\nEnd\n"),
        "10: expected 3 numbers for the set `P`, found 2",
    );
    begins(
        &format!("{head}Move A\nP\n2 2 1\nEnd\n"),
        "10: move `A`, orbit `P`: a piece comes from place 1 twice",
    );
    begins(
        &format!("{head}Move A\nP\n2 0 1\nEnd\n"),
        "10: expected a number from 1, found `0`",
    );
    begins(
        &format!("{head}Move A\nP\n2 4 1\n0 0 0\nEnd\n"),
        "10: expected a permutation of the numbers from 1 to 3",
    );
    begins(
        &format!("{head}Move A\nP\n2 3 1\n0 2 0\nEnd\n"),
        "11: `orientationDelta` must be",
    );
    begins(
        &format!("{head}Move A\nQ\n2 3 1\nEnd\n"),
        "9: unexpected `Q`",
    );
    begins(
        &format!("{head}Move A\nP\n2 3 1\n0 ? 0\nEnd\n"),
        "10: `?` says how a piece lies",
    );
    begins(
        &format!("{head}Move A\nP\n2 3 1\n"),
        "10: the file ends before `End`",
    );
    begins(
        &format!("{head}Move A\nP\n2 3 1\nEnd\nMove A\nP\n2 3 1\nEnd\n"),
        "12: two moves are called `A`",
    );
    begins(
        &format!("{head}Move A\nP\n1 2 3\nEnd\n"),
        "8: there is no move that moves anything",
    );
    begins(
        &format!("{head}Move A\nP\n2 3 1\nEnd\nMoveSequence B A C\n"),
        "12: unknown move `C`",
    );
    begins(head, "1: there is no move that moves anything");
}

#[test]
fn mistakes_in_puzzle_files_are_named_with_their_line() {
    let message = |changes: &[(&str, &str)]| {
        let mut text = std::fs::read_to_string(example("sliding-rows.toml")).expect("an example");
        for (from, to) in changes {
            assert!(text.contains(from), "{from}");
            text = text.replacen(from, to, 1);
        }
        read_text("f", &text)
            .err()
            .unwrap_or_else(|| panic!("accepted: {text}"))
            .to_string()
    };
    let scramble = message(&[("top left'", "top lift'")]);
    assert_eq!(
        scramble,
        "f:5: scramble: unknown move `lift'`, expected one of centre left low mid right top"
    );
    assert!(message(&[("low\"", "(low\"")]).starts_with("f:5: scramble: expected `)`"));
    assert!(
        message(&[("[2, 0, 1, 3", "[2, 0, 1")])
            .starts_with("f:13: `permutation` must be a list of 9 numbers from 0 to 8, found 8")
    );
    assert!(
        message(&[("[2, 0, 1, 3", "[2, 0, 9, 3")])
            .starts_with("f:13: `permutation` must be a list of 9 numbers from 0 to 8, found 9")
    );
    assert!(
        message(&[("TILES = { p", "TILE = { p")])
            .starts_with("f:13: unknown key `TILE`, expected `TILES`")
    );
    assert!(
        message(&[("numPieces = 9", "numPieces = 0")])
            .contains("expected `numPieces`, a number from 1 to")
    );
    assert!(message(&[("name =", "nome =")]).starts_with("f:4: unknown key `nome`"));
    assert!(message(&[("[moves]\ntop", "metric = \"third\"\n[moves]\ntop")]).contains("metric"));
    assert!(
        message(&[(
            "scramble = \"top",
            "generators = \"top up\"\nscramble = \"top"
        )])
        .starts_with("f:5: generators: unknown move `up`")
    );
    let other = "pattern = { TILES = { pieces = [0, 1, 2, 3, 4, 5, 6, 7, 7] } }\nscramble = \"top";
    assert!(
        message(&[("scramble = \"top", other)])
            .starts_with("f:5: TILES: other pieces than in the solved pattern")
    );
}

#[test]
fn a_way_is_told_and_drawn() {
    let puzzle = opened("pyraminx.tws", &[("scramble", "U L'")]);
    let mut found = Collect::default();
    let posed = puzzle.pose(&Flags::new()).expect("posed");
    let answer = ask(posed, &Request::new(Question::One), &mut found).expect("an answer");
    assert_eq!(
        (answer.status, answer.engine.name()),
        (Status::Optimal, "moves-both-ends")
    );
    let way = &found.solutions[0];
    let expected = json!({ "moves": ["L", "U'"], "length": 2, "optimal": true, "lower_bound": 2 });
    assert_eq!(puzzle.solution_json(way, Some(2)), expected);
    let drawn = puzzle.draw(&View::solution(way)).to_text(TextStyle::PLAIN);
    assert!(drawn.starts_with("L U' (2 moves)\nAXIAL\n"), "{drawn}");
    assert!(drawn.contains("   U' |  0  |  1  |  2  |  3  |"), "{drawn}");
}
