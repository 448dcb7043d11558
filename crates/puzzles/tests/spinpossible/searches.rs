//! Searches without tables.

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use tantalizer_model::Limits;
use tantalizer_puzzles::spinpossible::{Board, Solver, SolverError};

use crate::plain::{distances, rules};

const SEED: u64 = 44;

#[test]
fn every_board_of_small_sizes() {
    for (rows, cols, single_spins) in [
        (2, 2, true),
        (2, 2, false),
        (1, 4, true),
        (1, 4, false),
        (1, 3, false),
        (3, 2, true),
    ] {
        let rules = rules(rows, cols, single_spins);
        // A ball of the solved board alone, a small one, and all that is wanted;
        // with the smaller ones only what they can do in a moment.
        for (ball_limit, up_to) in [(1, 2), (200, 4), (1 << 20, usize::MAX)] {
            let mut solver = Solver::with_ball_limit(rules, ball_limit);
            let limits = Limits::none().start();
            for (board, (distance, ways)) in distances(&rules)
                .into_iter()
                .filter(|(_, (distance, _))| *distance <= up_to)
            {
                let outcome = solver.solve(&board, &limits, |_| ()).unwrap();
                assert!(outcome.is_optimal(), "{board}");
                assert_eq!(outcome.lower_bound, distance, "{board}");
                assert!(board.is_solved_by(&outcome.spins.unwrap()));
                let counted = solver.count(&board, &limits).unwrap();
                assert_eq!(counted, (distance, ways), "{board}");
                let all = solver.all(&board, usize::MAX, &limits).unwrap();
                assert_eq!(all.len() as u128, ways, "{board}");
                assert!(all.windows(2).all(|pair| pair[0] < pair[1]));
                assert!(all.iter().all(|spins| board.is_solved_by(spins)));
                let first = solver.all(&board, 1, &limits).unwrap();
                assert_eq!(first.len(), 1);
            }
        }
    }
}

#[test]
fn boards_that_no_spins_solve_are_told() {
    for text in ["-1", "1 -2", "2 1", "1 -2 3", "1 2\n3 -4"] {
        let board: Board = text.parse().unwrap();
        let mut solver = Solver::new(board.rules(false));
        let limits = Limits::none().start();
        let outcome = solver.solve(&board, &limits, |_| ()).unwrap();
        assert!(outcome.unsolvable && outcome.spins.is_none(), "{text}");
        let shortest = solver.shortest(&board, &limits);
        assert_eq!(shortest, Err(SolverError::Unsolvable));
    }
}

#[test]
fn large_boards_get_a_solution_and_a_bound() {
    let mut rng = ChaCha8Rng::seed_from_u64(SEED);
    for (rows, cols, single_spins) in [(3, 4, true), (2, 6, false), (4, 4, true), (5, 5, true)] {
        let rules = rules(rows, cols, single_spins);
        let board = Board::random(&rules, &mut rng);
        let mut solver = Solver::new(rules);
        let mut best = usize::MAX;
        let mut bound = 0;
        let limits = Limits::none().start();
        let stop = limits.cancel().clone();
        let outcome = solver
            .solve(&board, &limits, |outcome| {
                assert!(outcome.lower_bound >= bound, "seed {SEED}");
                bound = outcome.lower_bound;
                if let Some(spins) = &outcome.spins {
                    assert!(board.is_solved_by(spins), "seed {SEED}:\n{board}");
                    assert!(spins.len() <= best, "seed {SEED}");
                    best = spins.len();
                    stop.cancel();
                }
            })
            .unwrap();
        let spins = outcome.spins.expect("a solution was reported");
        assert!(outcome.lower_bound <= spins.len());
        assert!(outcome.lower_bound >= 4, "seed {SEED}:\n{board}");
    }
}

#[test]
fn a_time_limit_of_nothing_proves_nothing() {
    let board: Board = "9 2 3\n4 5 6\n7 8 1".parse().unwrap();
    let mut solver = Solver::new(board.rules(true));
    let outcome = solver
        .solve(&board, &Limits::seconds(0.0).start(), |_| ())
        .unwrap();
    assert!(!outcome.is_optimal());
    assert!(outcome.lower_bound <= 3);
}

#[test]
fn a_board_of_another_size_is_refused() {
    let mut solver = Solver::new(rules(2, 2, true));
    let board: Board = "1 2 3".parse().unwrap();
    let refused = solver.shortest(&board, &Limits::none().start());
    assert!(matches!(refused, Err(SolverError::WrongSize { .. })));
}

#[test]
fn the_published_example_needs_three_spins() {
    let board: Board = "9 2 3\n4 5 6\n7 8 1".parse().unwrap();
    let mut solver = Solver::new(board.rules(true));
    let (length, count) = solver.count(&board, &Limits::none().start()).unwrap();
    assert_eq!(length, 3);
    assert!(count > 1, "it is said not to be the only one");
}
