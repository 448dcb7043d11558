//! Puzzles of pieces: their numbering and the search from both ends, held against a plain search over pieces.

use std::collections::HashMap;
use std::sync::Arc;

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tantalizer_states::{
    BothEnds, BuildOptions, NumberedPieces, Piece, PieceMove, PiecePuzzle, StateSpace, build,
    farthest_of_few, inspect,
};

/// A puzzle of a few places in one or two orbits, with pieces that may be alike or turned unseen, and perhaps forbidden places.
fn random_puzzle(rng: &mut ChaCha8Rng) -> PiecePuzzle {
    let orbits: Vec<(usize, u8)> = (0..rng.random_range(1..=2))
        .map(|_| (rng.random_range(2..=4), rng.random_range(1..=4)))
        .collect();
    let orientations: Vec<u8> = orbits
        .iter()
        .flat_map(|&(places, of)| vec![of; places])
        .collect();
    let mut solved = Vec::new();
    for &(places, orientations) in &orbits {
        let kinds = rng.random_range(1..=places as u8);
        let seen: Vec<u8> = (0..kinds)
            .map(|_| {
                let divisors: Vec<u8> = (1..=orientations)
                    .filter(|of| orientations % of == 0)
                    .collect();
                divisors[rng.random_range(0..divisors.len())]
            })
            .collect();
        for place in 0..places {
            let number = (place as u8).min(kinds - 1);
            let of = seen[usize::from(number)];
            solved.push(Piece {
                number,
                turn: rng.random_range(0..of),
                of,
            });
        }
    }
    let mut moves: Vec<PieceMove> = Vec::new();
    for _ in 0..rng.random_range(1..=2) {
        let mut mv = PieceMove::identity(orientations.len());
        let mut first = 0;
        for &(places, _) in &orbits {
            for place in (1..places).rev() {
                mv.from
                    .swap(first + place, first + rng.random_range(0..=place));
            }
            first += places;
        }
        for (turn, &of) in mv.turn.iter_mut().zip(&orientations) {
            *turn = rng.random_range(0..of);
        }
        let inverse = mv.inverse(&orientations);
        for mv in [mv, inverse] {
            if !moves.contains(&mv) {
                moves.push(mv);
            }
        }
    }
    let mut forbidden = Vec::new();
    if rng.random_range(0..3) == 0 {
        let place = rng.random_range(0..orbits[0].0);
        let number = rng.random_range(0..orbits[0].0 as u8);
        if solved[place].number != number {
            forbidden.push((place as u16, number));
        }
    }
    PiecePuzzle::new(orientations, &solved, moves, forbidden).expect("a puzzle")
}

/// Distance and number of shortest ways of all patterns, by plain search from the solved one.
fn plain(puzzle: &PiecePuzzle) -> HashMap<Vec<u8>, (usize, u128)> {
    let mut found = HashMap::from([(puzzle.solved().to_vec(), (0, 1))]);
    let mut layer = vec![puzzle.solved().to_vec()];
    let mut distance = 0;
    while !layer.is_empty() {
        distance += 1;
        let mut next = Vec::new();
        for pattern in layer {
            let ways = found[&pattern].1;
            for mv in puzzle.moves() {
                let after = puzzle
                    .pattern(&mv.carry(&puzzle.pieces(&pattern)))
                    .expect("a pattern");
                if !puzzle.allows(&after) {
                    continue;
                }
                match found.get_mut(&after) {
                    None => {
                        found.insert(after.clone(), (distance, ways));
                        next.push(after);
                    }
                    Some(known) if known.0 == distance => known.1 += ways,
                    Some(_) => {}
                }
            }
        }
        layer = next;
    }
    found
}

/// A pattern that may or may not be reachable: pieces of orbits shuffled.
fn shuffled(puzzle: &PiecePuzzle, rng: &mut ChaCha8Rng) -> Vec<u8> {
    let mut pieces = puzzle.pieces(puzzle.solved());
    let orientations = puzzle.orientations();
    for place in (1..pieces.len()).rev() {
        let other = rng.random_range(0..=place);
        if orientations[place] == orientations[other] {
            pieces.swap(place, other);
        }
    }
    puzzle.pattern(&pieces).expect("a pattern")
}

#[test]
fn numbers_and_both_ends_agree_with_a_plain_search() {
    let (mut reachable, mut not) = (0, 0);
    for seed in 0..150 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let puzzle = Arc::new(random_puzzle(&mut rng));
        let plain = plain(&puzzle);
        let space = NumberedPieces::new(format!("random {seed}"), Arc::clone(&puzzle), &|| false)
            .expect("it is small");
        assert_eq!(
            inspect(&space, 0..space.len().min(200)),
            Ok(()),
            "seed {seed}"
        );
        let table = build(&space, &BuildOptions::default()).expect("a table");
        let farthest = plain.values().map(|known| known.0).max();
        assert_eq!(Some(table.god_number() as usize), farthest, "seed {seed}");
        assert_eq!(table.reachable(), plain.len() as u64, "seed {seed}");
        assert_eq!(
            farthest_of_few(&puzzle, plain.len()),
            farthest,
            "seed {seed}"
        );
        let mut patterns: Vec<Vec<u8>> = plain.keys().take(8).cloned().collect();
        patterns.push(shuffled(&puzzle, &mut rng));
        for pattern in patterns {
            if !puzzle.allows(&pattern) {
                continue;
            }
            let known = plain.get(&pattern);
            let state = space.state(&pattern);
            let by_table = state.and_then(|state| table.distance(&space, &state));
            assert_eq!(by_table, known.map(|known| known.0 as u32), "seed {seed}");
            // With room for everything, and with hardly any, so that moves are tried between the ends.
            for bytes in [1 << 24, 0] {
                if bytes == 0 && known.is_none_or(|known| known.0 > 6) {
                    continue;
                }
                let stop = || false;
                let mut search = BothEnds::new(&puzzle, &pattern, bytes, &stop);
                let distance = search.distance(&mut |_| {}).expect("nothing stops it");
                assert_eq!(distance, known.map(|known| known.0), "seed {seed}, {bytes}");
                let Some(&(distance, ways)) = known else {
                    not += 1;
                    continue;
                };
                reachable += 1;
                assert_eq!(search.count(), Ok(Some(ways)), "seed {seed}, {bytes}");
                let mut all = search.ways(usize::MAX).expect("nothing stops it");
                all.sort_unstable();
                all.dedup();
                assert_eq!(all.len() as u128, ways, "seed {seed}, {bytes}");
                for way in all {
                    assert_eq!(way.len(), distance);
                    let mut pieces = puzzle.pieces(&pattern);
                    for mv in way {
                        pieces = puzzle.moves()[mv].carry(&pieces);
                    }
                    assert_eq!(pieces, puzzle.pieces(puzzle.solved()), "seed {seed}");
                }
            }
        }
    }
    assert!(reachable > 300 && not > 20, "{reachable} {not}");
}

#[test]
fn a_search_that_is_stopped_says_so() {
    let puzzle = random_puzzle(&mut ChaCha8Rng::seed_from_u64(1));
    let stop = || true;
    let start = (0..)
        .map(|seed| shuffled(&puzzle, &mut ChaCha8Rng::seed_from_u64(seed)))
        .find(|pattern| pattern != puzzle.solved());
    let mut search = BothEnds::new(&puzzle, &start.expect("another pattern"), 1 << 20, &stop);
    assert!(search.distance(&mut |_| {}).is_err());
    assert!(NumberedPieces::new("stopped".into(), Arc::new(puzzle), &stop).is_err());
}
