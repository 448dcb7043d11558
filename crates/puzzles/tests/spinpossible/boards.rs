//! Boards: reading, writing, spinning, sampling.

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use tantalizer_puzzles::spinpossible::{
    AtDistance, AtDistanceError, Board, BoardError, Rules, RulesError, Spin, boards_at_distance,
};

use tantalizer_model::Limits;

use crate::plain::{distances, rules};

const SEED: u64 = 32;

fn spin(top: u8, left: u8, bottom: u8, right: u8) -> Spin {
    Spin {
        top,
        left,
        bottom,
        right,
    }
}

/// The worked example of Heule and Mayer-Eichberger, step by step.
#[test]
fn the_published_example() {
    let mut board: Board = "9 2 3\n4 5 6\n7 8 1".parse().unwrap();
    board.spin(&spin(0, 1, 2, 2));
    assert_eq!(
        board,
        "9 -1 -8\n4 -6 -5\n7 -3 -2".parse().unwrap(),
        "{board}"
    );
    board.spin(&spin(0, 0, 0, 1));
    assert_eq!(board, "1 -9 -8\n4 -6 -5\n7 -3 -2".parse().unwrap());
    board.spin(&spin(0, 1, 2, 2));
    assert!(board.is_solved());
}

#[test]
fn text_is_read_back() {
    let mut rng = ChaCha8Rng::seed_from_u64(SEED);
    for (rows, cols) in [(1, 1), (1, 7), (3, 3), (4, 4), (8, 8)] {
        let board = Board::random(&rules(rows, cols, true), &mut rng);
        assert_eq!(board.to_string().parse(), Ok(board), "seed {SEED}");
    }
}

#[test]
fn spinning_twice_undoes() {
    let mut rng = ChaCha8Rng::seed_from_u64(SEED);
    let rules = rules(3, 5, true);
    for spin in rules.spins() {
        let board = Board::random(&rules, &mut rng);
        assert_ne!(board.after(&[spin]), board);
        assert_eq!(board.after(&[spin, spin]), board, "seed {SEED}");
    }
}

#[test]
fn there_are_as_many_spins_as_rectangles() {
    for rows in 1..=5 {
        for cols in 1..=5 {
            let rectangles = rows * (rows + 1) / 2 * (cols * (cols + 1) / 2);
            assert_eq!(rules(rows, cols, true).spins().len(), rectangles);
            let larger = rectangles - rows * cols;
            assert_eq!(rules(rows, cols, false).spins().len(), larger);
        }
    }
    assert_eq!(rules(3, 3, true).spins().len(), 36);
}

#[test]
fn bad_boards_are_refused_with_the_reason() {
    let read = |text: &str| text.parse::<Board>().unwrap_err();
    assert_eq!(read(" \n"), BoardError::Empty);
    assert_eq!(read("1 2\n2 3"), BoardError::Twice(2));
    assert_eq!(read("1 -1"), BoardError::Twice(1));
    let number = -5;
    assert_eq!(
        read("1 2\n3 -5"),
        BoardError::OutOfRange { tiles: 4, number }
    );
    assert!(matches!(read("0"), BoardError::OutOfRange { .. }));
    assert!(matches!(
        read("1 2\n3"),
        BoardError::Ragged {
            row: 2,
            expected: 2,
            found: 1
        }
    ));
    assert!(matches!(read("1 x"), BoardError::NotANumber { row: 1, .. }));
    assert!(matches!(
        read("99999999999999999999"),
        BoardError::NotANumber { .. }
    ));
    let wide = (1..=65).map(|n| n.to_string() + " ").collect::<String>();
    assert!(matches!(read(&wide), BoardError::Size(_)));
    assert_eq!(Rules::new(0, 3, true), Err(RulesError::Empty));
    assert!(Rules::new(usize::MAX, 2, true).is_err());
}

#[test]
fn boards_at_an_exact_distance() {
    for (rows, cols, single_spins) in [(2, 2, true), (1, 5, true), (2, 3, false)] {
        let rules = rules(rows, cols, single_spins);
        let distances = distances(&rules);
        let farthest = distances.values().map(|d| d.0).max().unwrap();
        let how = AtDistance {
            seed: SEED,
            ..Default::default()
        };
        for distance in 0..=farthest {
            let boards = boards_at_distance(&rules, distance, 20, &how).unwrap();
            let all = distances.values().filter(|d| d.0 == distance).count();
            assert_eq!(boards.len(), all.min(20));
            assert!(boards.iter().all(|b| distances[b].0 == distance));
            let again = boards_at_distance(&rules, distance, 20, &how).unwrap();
            assert_eq!(boards, again, "the same seed gives the same boards");
        }
        let beyond = boards_at_distance(&rules, farthest + 1, 1, &how);
        assert_eq!(
            beyond,
            Err(AtDistanceError::TooFar {
                rules: rules.to_string(),
                distance: farthest + 1,
                farthest,
            })
        );
    }
}

#[test]
fn boards_at_a_distance_that_cannot_be_tabled() {
    let how = AtDistance {
        seed: SEED,
        ..Default::default()
    };
    let large = rules(4, 4, true);
    let boards = boards_at_distance(&large, 4, 3, &how).unwrap();
    assert_eq!(boards.len(), 3);
    let mut solver = tantalizer_puzzles::spinpossible::Solver::new(large);
    for board in boards {
        let shortest = solver.shortest(&board, &Limits::none().start()).unwrap();
        assert_eq!(shortest.len(), 4);
    }
    let now = Limits::seconds(0.0).start();
    let none = AtDistance {
        watch: Some(&now),
        ..how
    };
    let none = boards_at_distance(&large, 40, 1, &none);
    assert!(matches!(none, Err(AtDistanceError::NotFound(_))));
}
