//! Shortest solutions without a table, by search from both ends.
//!
//! A board is `d` spins from solved if and only if some board of the sphere of
//! radius `j`, done to it, leaves one of the sphere of radius `d - j`. With the
//! ball around the solved board in memory, both spheres are at hand, and a
//! distance of `2r` costs no more than a walk over the sphere of radius `r`.

use rayon::prelude::*;
use tantalizer_model::Watch;

use super::ball::Ball;
use super::limits::{Interrupted, check};
use super::signed::Signed;

/// Boards of a sphere that one request tries before it looks at the clock.
const CHUNK: usize = 256;

/// A solution of exactly `distance` spins by number, given that there is none
/// with fewer; `None` if there is none with so many either.
pub(crate) fn solution_at<const CAP: usize>(
    ball: &Ball<CAP>,
    board: &Signed<CAP>,
    distance: usize,
    watch: &Watch,
) -> Result<Option<Vec<usize>>, Interrupted> {
    if distance <= ball.radius() {
        let near = ball.distance(board) == Some(distance);
        return Ok(ball.solution(board).filter(|_| near));
    }
    let (first, between) = split(ball, distance);
    let found = ball
        .sphere(first)
        .par_chunks(CHUNK)
        .map(|chunk| {
            check(watch)?;
            Ok(chunk.iter().find_map(|start| {
                let mut moves = Vec::new();
                let mut then = board.then(start);
                reach_ball(ball, &mut then, between, &mut moves).then_some((*start, moves, then))
            }))
        })
        .find_first(|result| !matches!(result, Ok(None)))
        .transpose()?
        .flatten();
    Ok(found.map(|(start, moves, rest)| {
        // The spins that make `start` are its solution backwards.
        let mut all = ball.solution(&start).expect("start is in the ball");
        all.reverse();
        all.extend(moves);
        all.extend(ball.solution(&rest).expect("rest is in the ball"));
        all
    }))
}

/// How many solutions of exactly `distance` spins there are, given that there
/// is none with fewer.
pub(crate) fn count_at<const CAP: usize>(
    ball: &Ball<CAP>,
    board: &Signed<CAP>,
    distance: usize,
    watch: &Watch,
) -> Result<u128, Interrupted> {
    if distance <= ball.radius() {
        let near = ball.distance(board) == Some(distance);
        return Ok(if near { ball.ways(board).into() } else { 0 });
    }
    let (first, between) = split(ball, distance);
    ball.sphere(first)
        .par_chunks(CHUNK)
        .zip(ball.ways_in_sphere(first).par_chunks(CHUNK))
        .map(|(starts, ways)| {
            check(watch)?;
            let count = |(start, &ways): (&Signed<CAP>, &u64)| {
                u128::from(ways) * ways_to_ball(ball, &board.then(start), between)
            };
            Ok(starts.iter().zip(ways).map(count).sum::<u128>())
        })
        .try_reduce(|| 0, |a, b| Ok(a + b))
}

/// All solutions of exactly `distance` spins, at most `limit`, given that there
/// is none with fewer.
pub(crate) fn all_at<const CAP: usize>(
    ball: &Ball<CAP>,
    board: &Signed<CAP>,
    distance: usize,
    limit: usize,
    watch: &Watch,
) -> Result<Vec<Vec<usize>>, Interrupted> {
    if distance <= ball.radius() {
        let near = ball.distance(board) == Some(distance);
        return Ok(if near {
            ball.solutions(board, limit)
        } else {
            Vec::new()
        });
    }
    let (first, between) = split(ball, distance);
    let mut all = Vec::new();
    for chunk in ball.sphere(first).chunks(CHUNK) {
        check(watch)?;
        for start in chunk {
            let mut tails = Vec::new();
            tails_to_ball(
                ball,
                &board.then(start),
                between,
                limit,
                &mut Vec::new(),
                &mut tails,
            );
            if tails.is_empty() {
                continue;
            }
            for mut head in ball.solutions(start, limit) {
                head.reverse();
                for tail in &tails {
                    all.push([head.as_slice(), tail].concat());
                    if all.len() >= limit {
                        return Ok(all);
                    }
                }
            }
        }
    }
    Ok(all)
}

/// How many boards [`solution_at`] tries in the worst case.
pub(crate) fn work_at<const CAP: usize>(ball: &Ball<CAP>, distance: usize) -> f64 {
    if distance <= ball.radius() {
        return 1.0;
    }
    let (first, between) = split(ball, distance);
    ball.sphere(first).len() as f64 * (ball.generators.len() as f64).powi(between as i32)
}

/// The sphere to start from, and the spins between it and the last sphere.
fn split<const CAP: usize>(ball: &Ball<CAP>, distance: usize) -> (usize, usize) {
    let outside = distance - ball.radius();
    let first = outside.min(ball.radius());
    (first, outside - first)
}

/// Tries to enter the ball with so many spins; the board and the spins are then
/// those of the entry.
fn reach_ball<const CAP: usize>(
    ball: &Ball<CAP>,
    board: &mut Signed<CAP>,
    spins: usize,
    moves: &mut Vec<usize>,
) -> bool {
    if spins == 0 {
        return ball.contains(board);
    }
    let here = *board;
    for (mv, spin) in ball.generators.iter().enumerate() {
        *board = here.then(spin);
        moves.push(mv);
        if reach_ball(ball, board, spins - 1, moves) {
            return true;
        }
        moves.pop();
    }
    false
}

fn ways_to_ball<const CAP: usize>(ball: &Ball<CAP>, board: &Signed<CAP>, spins: usize) -> u128 {
    if spins == 0 {
        return ball.ways(board).into();
    }
    ball.generators
        .iter()
        .map(|spin| ways_to_ball(ball, &board.then(spin), spins - 1))
        .sum()
}

fn tails_to_ball<const CAP: usize>(
    ball: &Ball<CAP>,
    board: &Signed<CAP>,
    spins: usize,
    limit: usize,
    prefix: &mut Vec<usize>,
    tails: &mut Vec<Vec<usize>>,
) {
    if tails.len() >= limit {
        return;
    }
    if spins == 0 {
        for rest in ball.solutions(board, limit - tails.len()) {
            tails.push([prefix.as_slice(), &rest].concat());
        }
        return;
    }
    for (mv, spin) in ball.generators.iter().enumerate() {
        prefix.push(mv);
        tails_to_ball(ball, &board.then(spin), spins - 1, limit, prefix, tails);
        prefix.pop();
    }
}
