use super::*;
use crate::read_text;
use std::collections::BTreeSet;

/// The board of Fig. 2 of the paper.
const PAPER: &str = r#"
puzzle = "tricky-triple"
board = """
. . 2 . 2
. 1 . . .
. 1 # . 3
1 . 3 1 .
. . . . .
"""
"#;

fn board(text: &str) -> TrickyTriple {
    TrickyTriple::read(&Document::parse("board", text).unwrap()).unwrap()
}

#[test]
fn the_same_board_in_all_notations() {
    let paper = board(PAPER);
    assert_eq!((paper.rows(), paper.cols()), (5, 5));
    let tight = "board = \"\"\"\n__2_2\n_1___\n_10_3\n1_31_\n_____\n\"\"\"";
    assert_eq!(board(tight), paper);
    let letters = "board = \"\"\"\n..s.S\n.T...\n.t#.C\nt.ct.\n.....\n\"\"\"";
    assert_eq!(board(letters), paper);
    let words = "board = \"\"\"\n. . square . ■\n. triangle . . .\n. ▲ # . circle\n1 . ● Triangle .\n. . . . .\n\"\"\"";
    assert_eq!(board(words), paper);
    let json = paper.to_json().to_string();
    assert_eq!(board(&json), paper);
    assert!(read_text("f", &json).is_ok());
}

#[test]
fn lines_run_in_four_directions_and_stop_at_black() {
    assert_eq!(TrickyTriple::empty(3, 3).lines().len(), 8);
    assert_eq!(TrickyTriple::empty(7, 7).lines().len(), 120);
    assert_eq!(TrickyTriple::empty(2, 2).lines().len(), 0);
    let mut cells = vec![Given::Empty; 9];
    cells[4] = Given::Black;
    assert_eq!(TrickyTriple::new(3, 3, cells).lines().len(), 4);
}

#[test]
fn symmetries_are_those_of_the_instance() {
    let sizes = |puzzle: &TrickyTriple| -> Vec<usize> {
        let groups = symmetry::groups(puzzle);
        let size = |group: &tantalizer_model::SymmetryGroup| {
            let elements = group.elements(puzzle.white.len()).unwrap();
            // The listed generators are the whole group already.
            assert_eq!(elements.len(), group.generators.len());
            elements.len()
        };
        groups.iter().map(size).collect()
    };
    assert_eq!(sizes(&TrickyTriple::empty(3, 3)), [8, 6, 48]);
    assert_eq!(sizes(&TrickyTriple::empty(2, 3)), [4, 6, 24]);
    assert_eq!(sizes(&board(PAPER)), [1, 1, 1]);
    // A triangle left and a square right: the mirror needs a renaming.
    assert_eq!(sizes(&board("board = '1 . 2'")), [1, 1, 2]);
    assert_eq!(sizes(&board("board = '1 . .'")), [1, 2, 2]);
}

#[test]
fn a_model_holds_what_the_rules_say() {
    for puzzle in [
        TrickyTriple::empty(3, 3),
        board("board = '''\n1 . #\n. . 2\n. . .\n'''"),
    ] {
        let model = puzzle.model().unwrap();
        let mut by_model = BTreeSet::new();
        let mut by_rules = BTreeSet::new();
        for code in 0..3i32.pow(puzzle.white.len() as u32) {
            let digit = |position: usize| code / 3i32.pow(position as u32) % 3 + 1;
            let symbols: Vec<i32> = (0..puzzle.white.len()).map(digit).collect();
            if model.violated(&symbols).is_none() {
                by_model.insert(symbols.clone());
            }
            if obeys_the_rules(&puzzle, &symbols) {
                by_rules.insert(symbols);
            }
        }
        assert!(!by_rules.is_empty());
        assert_eq!(by_model, by_rules);
    }
}

/// The rules, written without the model: on a board of letters.
fn obeys_the_rules(puzzle: &TrickyTriple, symbols: &[i32]) -> bool {
    let mut symbols = symbols.iter();
    let mut filled = Vec::new();
    for given in puzzle.cells() {
        let symbol = match given {
            Given::Black => None,
            _ => symbols.next().copied(),
        };
        if matches!(given, Given::Clue(clue) if Some(*clue) != symbol) {
            return false;
        }
        filled.push(symbol);
    }
    let at = |row: i32, col: i32| {
        let inside =
            (0..puzzle.rows() as i32).contains(&row) && (0..puzzle.cols() as i32).contains(&col);
        inside.then(|| filled[row as usize * puzzle.cols() + col as usize])?
    };
    for row in 0..puzzle.rows() as i32 {
        for col in 0..puzzle.cols() as i32 {
            for (down, right) in [(0, 1), (1, 0), (1, 1), (-1, 1)] {
                let line = [0, 1, 2].map(|step| at(row + step * down, col + step * right));
                let different: BTreeSet<_> = line.iter().flatten().collect();
                if line.iter().all(Option::is_some) && different.len() != 2 {
                    return false;
                }
            }
        }
    }
    true
}

#[test]
fn a_solution_is_drawn_as_in_the_paper() {
    let puzzle = board("board = '''\n1 . #\n. . 2\n'''");
    let solution = Solution(vec![1, 2, 3, 1, 2]);
    let expected = "1---2---0\n|   |   |\n3---1---2\n";
    let drawn = puzzle.draw(&View::solution(&solution));
    assert_eq!(drawn.to_text(TextStyle::PLAIN), expected);
    for style in [TextStyle::PLAIN, TextStyle::SHAPES, TextStyle::RICH] {
        let mut printed = Vec::new();
        puzzle.printer(style)(&solution, &mut printed);
        assert_eq!(String::from_utf8(printed).unwrap(), drawn.to_text(style));
    }
    let json = puzzle.solution_json(&solution, None).to_string();
    assert_eq!(json, "{\"board\":[[1,2,0],[3,1,2]]}");
    let blank = puzzle.draw(&View::blank()).to_text(TextStyle::PLAIN);
    assert_eq!(blank, "1---.---0\n|   |   |\n.---.---2\n");
}

#[test]
fn mistakes_are_named_with_their_line() {
    let message = |text: &str| {
        let document = Document::parse("f.toml", text).unwrap();
        TrickyTriple::read(&document).unwrap_err().to_string()
    };
    assert_eq!(
        message("puzzle = 'tricky-triple'\nboard = '''\n1 2 3\n1 4 3\n'''"),
        "f.toml:4: `4` in column 2 of the board: expected a symbol 1, 2 or 3 (triangle, square, circle, or t, s, c), `.` for empty or `#` for black"
    );
    assert!(message("board = '''\n1 2\n1\n'''").starts_with("f.toml:3: ragged board"));
    assert!(message("rows = 3\nboard = '1'").starts_with("f.toml:1: unknown key `rows`"));
}
