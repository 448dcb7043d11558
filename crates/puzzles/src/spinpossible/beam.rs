//! Good solutions quickly, without proof: beam search.
//!
//! All boards of a beam are spun in every way, and the most promising go on to
//! the next round, until one of them enters the ball around the solved board, or is
//! in order outside a rectangle whose boards a table knows. A board is promising if its patterns need few spins and many of its tiles lie
//! beside their neighbours as they should: what is together stays together
//! inside every later rectangle (the "breakpoints" of sorting by reversals).

use rayon::prelude::*;
use tantalizer_model::Watch;

use super::ball::Ball;
use super::limits::{Interrupted, check};
use super::pattern::Patterns;
use super::rules::Rules;
use super::signed::{DOWN, Signed};
use super::smaller::Ending;

/// What a pattern's need weighs beside one pair of tiles not together.
const NEED_WEIGHT: u32 = 2;

/// Judges how far boards look from solved.
pub(crate) struct Outlook {
    patterns: Patterns,
    /// Pairs of tiles that are neighbours when solved, with the difference of
    /// their positions then.
    pairs: Vec<(u8, u8, i16)>,
    cols: u8,
}

impl Outlook {
    /// What it needs for boards under these rules, if the watch leaves the time to make it.
    pub(crate) fn new(rules: &Rules, watch: &Watch) -> Result<Self, Interrupted> {
        let mut pairs = Vec::new();
        for row in 0..rules.rows() {
            for col in 0..rules.cols() {
                let here = rules.position(row, col) as u8;
                if col + 1 < rules.cols() {
                    pairs.push((here, here + 1, 1));
                }
                if row + 1 < rules.rows() {
                    pairs.push((here, here + rules.cols() as u8, rules.cols() as i16));
                }
            }
        }
        Ok(Outlook {
            patterns: Patterns::new(rules, watch)?,
            pairs,
            cols: rules.cols() as u8,
        })
    }

    /// A proven lower bound on the spins of any solution of a board.
    pub(crate) fn lower_bound<const CAP: usize>(&self, board: &Signed<CAP>) -> usize {
        self.patterns.lower_bound(board) as usize
    }

    /// A score, the smaller the better, of the board with this inverse.
    fn score<const CAP: usize>(&self, places: &Signed<CAP>) -> u32 {
        let needs: u32 = self.patterns.needs(places).sum();
        let apart = self
            .pairs
            .iter()
            .filter(|&&(a, b, step)| {
                let (a, b) = (places.0[usize::from(a)], places.0[usize::from(b)]);
                let step = if a & DOWN == 0 { step } else { -step };
                let (at_a, at_b) = (a & !DOWN, b & !DOWN);
                let together = (a ^ b) & DOWN == 0
                    && i16::from(at_b) - i16::from(at_a) == step
                    && (step.unsigned_abs() != 1
                        || self.cols == 1
                        || at_a / self.cols == at_b / self.cols);
                !together
            })
            .count();
        NEED_WEIGHT * needs + apart as u32
    }
}

/// One board of a beam, by its inverse, and how it was reached.
struct Node<const CAP: usize> {
    places: Signed<CAP>,
    parent: u32,
    mv: u16,
}

/// What a beam is led by and where it ends.
pub(crate) struct Beam<'a, const CAP: usize> {
    pub ball: &'a Ball<CAP>,
    /// A table of smaller boards.
    pub ending: Option<&'a Ending<'a>>,
    pub width: usize,
    /// Breaks ties.
    pub seed: u64,
}

impl<const CAP: usize> Beam<'_, CAP> {
    /// A way that ends a board's solution, from the ball or from the table of smaller boards.
    fn end(&self, board: &Signed<CAP>) -> Option<Vec<usize>> {
        let by_table = self.ending.and_then(|ending| ending.way(board));
        let in_ball = self.ball.distance(board);
        match (in_ball, by_table) {
            (Some(distance), Some(way)) if way.len() < distance => Some(way),
            (None, way) => way,
            _ => self.ball.solution(board),
        }
    }
}

/// A solution (spins by number) with at most `at_most` spins.
pub(crate) fn search<const CAP: usize>(
    how: &Beam<'_, CAP>,
    judge: &Outlook,
    board: &Signed<CAP>,
    at_most: usize,
    watch: &Watch,
) -> Result<Option<Vec<usize>>, Interrupted> {
    let mut beams: Vec<Vec<Node<CAP>>> = vec![vec![Node {
        places: board.inverse(),
        parent: 0,
        mv: 0,
    }]];
    loop {
        let depth = beams.len() - 1;
        let beam = &beams[depth];
        // The board from which the end is nearest, if it is near enough.
        let nearest = beam
            .par_iter()
            .enumerate()
            .filter_map(|(at, node)| Some((how.end(&node.places.inverse())?, at)))
            .min_by_key(|(end, at)| (end.len(), *at));
        if let Some((end, at)) = nearest
            && depth + end.len() <= at_most
        {
            let mut moves = path(&beams, at);
            moves.extend(end);
            return Ok(Some(moves));
        }
        if depth >= at_most {
            return Ok(None);
        }
        let next = expand(how, judge, beam, watch)?;
        if next.is_empty() {
            return Ok(None);
        }
        beams.push(next);
    }
}

/// The spins that lead to a node of the last beam.
fn path<const CAP: usize>(beams: &[Vec<Node<CAP>>], mut at: usize) -> Vec<usize> {
    let mut moves: Vec<usize> = beams[1..]
        .iter()
        .rev()
        .map(|beam| {
            let node = &beam[at];
            at = node.parent as usize;
            node.mv.into()
        })
        .collect();
    moves.reverse();
    moves
}

/// A spun board before it is known to be kept.
#[derive(Clone, Copy)]
struct Candidate {
    score: u32,
    hash: u64,
    parent: u32,
    mv: u16,
}

fn expand<const CAP: usize>(
    how: &Beam<'_, CAP>,
    judge: &Outlook,
    beam: &[Node<CAP>],
    watch: &Watch,
) -> Result<Vec<Node<CAP>>, Interrupted> {
    let (ball, width) = (how.ball, how.width);
    // The inverse of a board spun is the spin followed by the inverse.
    let spun = |node: &Node<CAP>, mv: usize| ball.generators[mv].then(&node.places);
    let candidates: Vec<Vec<Candidate>> = beam
        .par_chunks(64)
        .enumerate()
        .map(|(chunk, nodes)| {
            check(watch)?;
            let mut list = Vec::with_capacity(nodes.len() * ball.generators.len());
            for (i, node) in nodes.iter().enumerate() {
                for mv in 0..ball.generators.len() {
                    let places = spun(node, mv);
                    list.push(Candidate {
                        score: judge.score(&places),
                        hash: places.hash_word() ^ how.seed,
                        parent: (chunk * 64 + i) as u32,
                        mv: mv as u16,
                    });
                }
            }
            Ok(list)
        })
        .collect::<Result<_, Interrupted>>()?;

    // Keep the scores that fill the beam three times: many boards come up more
    // than once, because disjoint spins commute.
    let mut histogram = Vec::new();
    for candidate in candidates.iter().flatten() {
        let score = candidate.score as usize;
        if score >= histogram.len() {
            histogram.resize(score + 1, 0usize);
        }
        histogram[score] += 1;
    }
    let mut total = 0;
    let worst = histogram
        .iter()
        .position(|&count| {
            total += count;
            total >= 3 * width
        })
        .unwrap_or(histogram.len()) as u32;
    let mut kept: Vec<Candidate> = candidates
        .into_iter()
        .flatten()
        .filter(|candidate| candidate.score <= worst)
        .collect();
    kept.par_sort_unstable_by_key(|c| {
        (
            c.score,
            c.hash.wrapping_mul(0x9e37_79b9_7f4a_7c15),
            c.parent,
            c.mv,
        )
    });
    kept.dedup_by_key(|c| (c.score, c.hash));
    kept.truncate(width);
    Ok(kept
        .into_iter()
        .map(|candidate| Node {
            places: spun(&beam[candidate.parent as usize], candidate.mv.into()),
            parent: candidate.parent,
            mv: candidate.mv,
        })
        .collect())
}
