//! Distance tables of all small sizes.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tantalizer_model::Limits;
use tantalizer_puzzles::spinpossible::{Board, Solver, SpinSpace};
use tantalizer_states::{BuildOptions, StateSpace, build, inspect};

use crate::plain::{distances, rules};

const SEED: u64 = 185_794_560;

#[test]
fn spaces_keep_their_promises() {
    let mut rng = ChaCha8Rng::seed_from_u64(SEED);
    for rows in 1..=4 {
        for cols in (1..=16 / rows).filter(|cols| rows * cols <= 12) {
            for single_spins in [true, false] {
                let space = SpinSpace::new(rules(rows, cols, single_spins)).unwrap();
                let sample = (0..30).map(|_| rng.random_range(0..space.len()));
                inspect(&space, sample.collect::<Vec<_>>())
                    .unwrap_or_else(|fault| panic!("seed {SEED}, {}: {fault}", space.name()));
            }
        }
    }
    assert!(SpinSpace::new(rules(4, 4, true)).is_some());
    assert!(SpinSpace::new(rules(1, 17, true)).is_none());
}

#[test]
fn small_tables_agree_with_plain_search() {
    let sizes = [
        (1, 1),
        (1, 2),
        (1, 3),
        (1, 4),
        (1, 5),
        (2, 2),
        (2, 3),
        (3, 2),
    ];
    for (rows, cols) in sizes {
        for single_spins in [true, false] {
            let rules = rules(rows, cols, single_spins);
            let space = SpinSpace::new(rules).unwrap();
            let table = build(&space, &BuildOptions::default()).unwrap();
            let distances = distances(&rules);
            assert_eq!(table.reachable(), distances.len() as u64, "{rules}");
            let mut counts = vec![0u64; table.by_distance().len()];
            for (board, &(distance, ways)) in &distances {
                counts[distance] += 1;
                let state = space.state(board);
                assert_eq!(space.board(&state), *board);
                assert_eq!(table.distance(&space, &state), Some(distance as u32));
                assert_eq!(table.count_paths(&space, &state), Some(ways));
            }
            assert_eq!(table.by_distance(), counts, "{rules}");
        }
    }
}

/// On one row a spin is a signed reversal, and the greatest reversal distance of
/// signed permutations of `n` is known to be `n + 1` (for `n` other than 1
/// and 3, which reach `n`).
#[test]
fn one_row_is_sorting_by_signed_reversals() {
    for cols in 1..=8 {
        let space = SpinSpace::new(rules(1, cols, true)).unwrap();
        let table = build(&space, &BuildOptions::default()).unwrap();
        let expected = if [1, 3].contains(&cols) {
            cols
        } else {
            cols + 1
        };
        assert_eq!(table.god_number() as usize, expected);
        assert_eq!(table.reachable(), table.states());
    }
}

#[test]
fn all_boards_of_three_by_three() {
    let rules = rules(3, 3, true);
    let space = SpinSpace::new(rules).unwrap();
    let table = build(&space, &BuildOptions::default()).unwrap();
    assert_eq!(table.states(), 185_794_560);
    assert_eq!(table.reachable(), table.states());
    assert_eq!(table.god_number(), 9);
    assert_eq!(table.by_distance()[..2], [1, 36]);

    // The same answers without a table.
    let mut solver = Solver::new(rules);
    let mut rng = ChaCha8Rng::seed_from_u64(SEED);
    for _ in 0..200 {
        let board = Board::random(&rules, &mut rng);
        let state = space.state(&board);
        let limits = Limits::none().start();
        let spins = solver.shortest(&board, &limits).unwrap();
        assert!(board.is_solved_by(&spins));
        let distance = table.distance(&space, &state).unwrap();
        assert_eq!(spins.len(), distance as usize, "seed {SEED}:\n{board}");
        let (length, count) = solver.count(&board, &limits).unwrap();
        assert_eq!(length, spins.len());
        assert_eq!(Some(count), table.count_paths(&space, &state));
        let all = solver.all(&board, usize::MAX, &limits).unwrap();
        let mut listed: Vec<_> = table
            .all_paths(&space, &state, usize::MAX)
            .iter()
            .map(|moves| space.to_spins(moves))
            .collect();
        listed.sort_unstable();
        assert_eq!(all, listed, "seed {SEED}:\n{board}");
    }
}
