//! Tricky Triple through the engines, against a plain search on grids that
//! shares nothing with the model or its symmetries.

mod common;

use num_bigint::BigUint;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::{BTreeMap, BTreeSet};
use tantalizer_model::{Collect, Limit, Question, Request};
use tantalizer_puzzle::{ENCODING, Puzzle};
use tantalizer_puzzles::tricky_triple::{Formulation, Given, TrickyTriple, library};

use common::{answer, answer_plainly, counts, flags};

/// A board: 0 black, 1 to 3 a symbol, 9 empty.
type Board = Vec<Vec<i32>>;

const EMPTY: i32 = 9;

fn puzzle(board: &Board) -> TrickyTriple {
    let given = |&cell: &i32| match cell {
        0 => Given::Black,
        EMPTY => Given::Empty,
        symbol => Given::Clue(symbol),
    };
    let cells = board.iter().flatten().map(given).collect();
    TrickyTriple::new(board.len(), board[0].len(), cells)
}

fn random_board(random: &mut ChaCha8Rng) -> Board {
    let (rows, cols) = (random.random_range(1..=4), random.random_range(1..=4));
    let mut cell = || match random.random_range(0..12) {
        0 => 0,
        1 => random.random_range(1..=3),
        _ => EMPTY,
    };
    (0..rows)
        .map(|_| (0..cols).map(|_| cell()).collect())
        .collect()
}

/// All ways to fill the board, cell by cell.
fn fillings(board: &Board) -> BTreeSet<Board> {
    fn fill(board: &mut Board, cell: usize, found: &mut BTreeSet<Board>) {
        let cols = board[0].len();
        if cell == board.len() * cols {
            found.insert(board.clone());
            return;
        }
        let (row, col) = (cell / cols, cell % cols);
        let given = board[row][col];
        let choices = if given == EMPTY { 1..=3 } else { given..=given };
        for symbol in choices {
            board[row][col] = symbol;
            if fits(board, row, col) {
                fill(board, cell + 1, found);
            }
        }
        board[row][col] = given;
    }
    /// Whether the lines that end in a cell, seen from the top left, are right.
    fn fits(board: &Board, row: usize, col: usize) -> bool {
        let at = |row: i32, col: i32| {
            let line = board.get(usize::try_from(row).ok()?)?;
            line.get(usize::try_from(col).ok()?).copied()
        };
        let (row, col) = (row as i32, col as i32);
        [(0, -1), (-1, 0), (-1, -1), (-1, 1)]
            .iter()
            .all(|(down, right)| {
                let line = [0, 1, 2].map(|step| at(row + step * down, col + step * right));
                let Some(symbols) = line.into_iter().collect::<Option<Vec<i32>>>() else {
                    return true;
                };
                let different: BTreeSet<i32> = symbols.iter().copied().collect();
                symbols.contains(&0) || different.len() == 2
            })
    }
    let mut found = BTreeSet::new();
    fill(&mut board.clone(), 0, &mut found);
    found
}

fn turned(board: &Board) -> Board {
    let (rows, cols) = (board.len(), board[0].len());
    (0..cols)
        .map(|col| (0..rows).rev().map(|row| board[row][col]).collect())
        .collect()
}

fn mirrored(board: &Board) -> Board {
    board
        .iter()
        .map(|row| row.iter().rev().copied().collect())
        .collect()
}

fn renamed(board: &Board, names: [i32; 3]) -> Board {
    let name = |&cell: &i32| match cell {
        1..=3 => names[cell as usize - 1],
        other => other,
    };
    board
        .iter()
        .map(|row| row.iter().map(name).collect())
        .collect()
}

/// The images of a board under turns and mirrors, and under renamings.
fn images(board: &Board, moves: bool, names: bool) -> Vec<Board> {
    let mut moved = vec![board.clone()];
    if moves {
        for _ in 0..3 {
            moved.push(turned(&moved[moved.len() - 1]));
        }
        moved.extend(moved.clone().iter().map(mirrored));
    }
    let orders = [
        [1, 2, 3],
        [1, 3, 2],
        [2, 1, 3],
        [2, 3, 1],
        [3, 1, 2],
        [3, 2, 1],
    ];
    let used = if names { &orders[..] } else { &orders[..1] };
    let image = |board: &Board| {
        used.iter()
            .map(|&names| renamed(board, names))
            .collect::<Vec<_>>()
    };
    moved.iter().flat_map(image).collect()
}

/// Orbits: two fillings are one if a symmetry that keeps the puzzle maps one to the other.
fn orbits(board: &Board, fillings: &BTreeSet<Board>, moves: bool, names: bool) -> usize {
    let keeps: Vec<bool> = images(board, moves, names)
        .iter()
        .map(|image| image == board)
        .collect();
    let smallest = |filling: &Board| {
        let images = images(filling, moves, names);
        let kept = images.into_iter().zip(&keeps).filter(|entry| *entry.1);
        kept.map(|entry| entry.0).min()
    };
    fillings.iter().map(smallest).collect::<BTreeSet<_>>().len()
}

fn check(board: &Board, context: &str) {
    let puzzle = puzzle(board);
    let expected = fillings(board);
    for threads in [1, 2] {
        let mut request = Request::new(Question::All { limit: None });
        request.threads = threads;
        let mut found = Collect::default();
        let answer = answer_plainly(&puzzle, &request, &mut found).unwrap();
        assert!(answer.complete, "{context}");
        let boards: BTreeSet<Board> = found
            .solutions
            .iter()
            .map(|solution| {
                serde_json::from_value(puzzle.solution_json(solution, None)["board"].clone())
                    .unwrap()
            })
            .collect();
        assert_eq!(
            boards.len(),
            found.solutions.len(),
            "{context}: a solution twice"
        );
        assert_eq!(boards, expected, "{context}, {threads} threads");
        let count = request.with_question(Question::Count);
        let count = answer_plainly(&puzzle, &count, &mut found).unwrap();
        assert_eq!(
            count.count,
            BigUint::from(expected.len()),
            "{context}, {threads} threads"
        );
    }
    let request = Request::new(Question::Count);
    let counted = counts(&puzzle, &request).orbits;
    let counted: BTreeMap<String, Option<BigUint>> = counted.into_iter().collect();
    for (name, moves, names) in [
        ("board", true, false),
        ("symbols", false, true),
        ("all", true, true),
    ] {
        let orbits = BigUint::from(orbits(board, &expected, moves, names));
        assert_eq!(counted[name], Some(orbits), "{context}, modulo {name}");
    }
}

#[test]
fn empty_boards_have_as_many_fillings_as_a_plain_search_finds() {
    for (rows, cols) in [(1, 1), (1, 5), (2, 2), (2, 4), (3, 3), (4, 3), (4, 4)] {
        check(&vec![vec![EMPTY; cols]; rows], &format!("{rows} x {cols}"));
    }
}

#[test]
fn random_boards_have_as_many_fillings_as_a_plain_search_finds() {
    for seed in 0..60 {
        let board = random_board(&mut ChaCha8Rng::seed_from_u64(seed));
        check(&board, &format!("seed {seed}: {board:?}"));
    }
}

#[test]
fn a_board_of_black_cells_has_one_filling() {
    check(&vec![vec![0; 2]; 2], "all black");
}

#[test]
fn all_formulations_have_the_same_solutions_with_every_engine() {
    for seed in 0..40 {
        let board = random_board(&mut ChaCha8Rng::seed_from_u64(seed));
        let expected = fillings(&board);
        if expected.len() > 500 {
            continue;
        }
        let puzzle = puzzle(&board);
        for formulation in Formulation::ALL {
            for engine in ["search", "sat", "learn", "diagram"] {
                let mut request = Request::new(Question::All { limit: None });
                request.engine = tantalizer_ask::choice(engine, &[]).unwrap();
                let context = format!("seed {seed}, {}, {engine}", formulation.name());
                let mut found = Collect::default();
                let name = formulation.name();
                let flags = flags(&[(ENCODING, name)]);
                let answer = answer(&puzzle, &flags, &request, &mut found).unwrap();
                // Auxiliary variables may be too many to remember at once; then the diagram says so.
                if engine == "diagram" && !answer.complete {
                    let told = matches!(
                        answer.stopped_by,
                        Some(Limit::Memory | Limit::Unsupported(_))
                    );
                    assert!(told, "{context}: {:?}", answer.stopped_by);
                    continue;
                }
                assert!(answer.complete, "{context}");
                let boards: BTreeSet<Board> = found
                    .solutions
                    .iter()
                    .map(|solution| {
                        let json = puzzle.solution_json(solution, None);
                        serde_json::from_value(json["board"].clone()).unwrap()
                    })
                    .collect();
                assert_eq!(found.solutions.len(), boards.len(), "{context}");
                assert_eq!(boards, expected, "{context}");
            }
        }
    }
}

#[test]
fn the_library_is_the_folder_of_examples_and_its_boards_have_one_solution() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/tricky-triple");
    let mut files: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    files.sort();
    let mut named: Vec<String> = library::BOARDS
        .iter()
        .map(|entry| entry.name.replace("tricky-triple/", "") + ".toml")
        .collect();
    named.sort();
    assert_eq!(files, named);
    for entry in library::BOARDS {
        assert!(entry.text.starts_with("# "), "{}", entry.name);
        let board = library::read(entry).unwrap();
        let Some(level) = library::level(entry) else {
            continue;
        };
        let origin = library::origin(entry);
        assert!(origin.contains(&format!(", {level}: ")), "{origin}");
        let size = format!("{} x {}, ", board.rows(), board.cols());
        assert!(origin.starts_with(&size), "{origin}");
        let request = Request::new(Question::All { limit: Some(2) });
        let mut found = Collect::default();
        let answer = answer_plainly(&board, &request, &mut found).unwrap();
        assert_eq!(found.solutions.len(), 1, "{}", entry.name);
        assert!(answer.complete);
    }
}
