//! The plainest possible distances: boards as written, spun one by one.

use std::collections::{HashMap, VecDeque};

use tantalizer_puzzles::spinpossible::{Board, Rules};

/// The rules of a size.
pub fn rules(rows: usize, cols: usize, single_spins: bool) -> Rules {
    Rules::new(rows, cols, single_spins).expect("a small board")
}

/// The distance of every board that can be solved, and how many shortest
/// solutions it has.
pub fn distances(rules: &Rules) -> HashMap<Board, (usize, u128)> {
    let solved = Board::solved(rules);
    let mut distances = HashMap::from([(solved.clone(), (0, 1))]);
    let mut queue = VecDeque::from([solved]);
    while let Some(board) = queue.pop_front() {
        let (distance, ways) = distances[&board];
        for spin in rules.spins() {
            let next = board.after(&[spin]);
            match distances.get_mut(&next) {
                None => {
                    distances.insert(next.clone(), (distance + 1, ways));
                    queue.push_back(next);
                }
                Some((found, sum)) if *found == distance + 1 => *sum += ways,
                Some(_) => {}
            }
        }
    }
    distances
}
