//! Shortest ways between two patterns without a table, by search from both ends.
//!
//! Patterns are gathered layer by layer around the start and around the goal, always on the side where the last layer is
//! smaller. A way of a length leads from the last layer of one side to the last of the other; so if the two have no pattern
//! in common, all ways are longer. Where no more patterns may be kept, the moves between the two last layers are tried one
//! after another, depth first. How many shortest ways lead to each pattern is counted along, so that all of them are
//! counted without being listed.

use std::num::NonZeroU64;
use std::ops::Range;

use rayon::prelude::*;

use super::PiecePuzzle;
use super::strings::Strings;

/// The search was stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the search was stopped")]
pub struct Stopped;

/// Patterns whose neighbours are looked up between two looks at the clock.
const PATTERNS_BETWEEN_LOOKS: usize = 1 << 10;
/// Patterns of a layer that one task tries to connect.
const CHUNK: usize = 64;

/// Shortest ways from a pattern to the solved one.
pub struct BothEnds<'a> {
    puzzle: &'a PiecePuzzle,
    start: Side,
    goal: Side,
    /// Moves between the last layers of the two sides.
    between: usize,
    /// How many more patterns may be kept.
    room: usize,
    /// For each move, which moves may follow on a shortest way.
    follows: Vec<Vec<usize>>,
    stop: &'a (dyn Fn() -> bool + Sync),
}

impl<'a> BothEnds<'a> {
    /// A search from this pattern that keeps about so many bytes; `stop` is asked now and then whether to give up.
    pub fn new(
        puzzle: &'a PiecePuzzle,
        start: &[u8],
        bytes: u64,
        stop: &'a (dyn Fn() -> bool + Sync),
    ) -> Self {
        let pattern = Strings::bytes_of_one(2 * puzzle.places()) + 2 * size_of::<u64>();
        BothEnds {
            start: Side::new(start),
            goal: Side::new(puzzle.solved()),
            between: 0,
            room: usize::try_from(bytes / pattern as u64).unwrap_or(usize::MAX),
            follows: follows(puzzle),
            puzzle,
            stop,
        }
    }

    /// The length of the shortest ways, `None` if there are none at all. `refuted` is told each length that no way is below.
    pub fn distance(&mut self, refuted: &mut dyn FnMut(usize)) -> Result<Option<usize>, Stopped> {
        // The last layers have both been looked at, so this can be called again.
        while !self.meets()? {
            if self.start.is_all() || self.goal.is_all() {
                return Ok(None);
            }
            let from_start = self.start.last().len() < self.goal.last().len();
            let smaller = if from_start {
                &mut self.start
            } else {
                &mut self.goal
            };
            let grown = smaller
                .last()
                .len()
                .saturating_mul(self.puzzle.moves().len());
            if self.between > 0 || grown > self.room {
                self.between += 1;
            } else {
                let before = smaller.patterns.len();
                smaller.grow(self.puzzle, self.stop)?;
                self.room = self.room.saturating_sub(smaller.patterns.len() - before);
            }
            refuted(self.length());
        }
        Ok(Some(self.length()))
    }

    /// How many shortest ways there are, once their length is known; `None` if they are more than fit 128 bits.
    pub fn count(&self) -> Result<Option<u128>, Stopped> {
        let last = self.start.last();
        let counts: Vec<Option<u128>> = last
            .into_par_iter()
            .with_min_len(CHUNK)
            .map(|number| {
                let beyond =
                    self.ways_beyond(self.start.patterns.get(number), self.between, None)?;
                let here = self.start.ways_to(number);
                Ok(beyond
                    .zip(here)
                    .and_then(|(beyond, here)| beyond.checked_mul(here)))
            })
            .collect::<Result<_, Stopped>>()?;
        let mut sum = 0u128;
        for count in counts {
            let Some(both) = count.and_then(|count| sum.checked_add(count)) else {
                return Ok(None);
            };
            sum = both;
        }
        Ok(Some(sum))
    }

    /// The shortest ways, at most so many, once their length is known.
    pub fn ways(&self, limit: usize) -> Result<Vec<Vec<usize>>, Stopped> {
        let mut ways = Vec::new();
        let Some(first) = self.first_that_meets()? else {
            return Ok(ways);
        };
        for number in first..self.start.last().end {
            let pattern = self.start.patterns.get(number);
            let mut tails = Vec::new();
            self.tails(pattern, self.between, limit, &mut Vec::new(), &mut tails)?;
            if tails.is_empty() {
                continue;
            }
            // From the start to here is from here to the start, undone.
            for mut head in self.start.home(self.puzzle, pattern, limit) {
                head.reverse();
                head.iter_mut()
                    .for_each(|mv| *mv = self.puzzle.inverse(*mv));
                for tail in &tails {
                    ways.push([&head[..], tail].concat());
                    if ways.len() >= limit {
                        return Ok(ways);
                    }
                }
            }
        }
        Ok(ways)
    }

    /// The length that is being looked at.
    fn length(&self) -> usize {
        self.start.radius() + self.between + self.goal.radius()
    }

    fn meets(&self) -> Result<bool, Stopped> {
        if self.between == 0 && self.goal.last().len() < self.start.last().len() {
            let mut goal = self.goal.last();
            return Ok(goal.any(|number| self.start.is_in_last(self.goal.patterns.get(number))));
        }
        Ok(self.first_that_meets()?.is_some())
    }

    /// The first pattern of the last layer around the start from which the last one around the goal can be reached.
    fn first_that_meets(&self) -> Result<Option<usize>, Stopped> {
        let reaches = |number: usize| {
            let pattern = self.start.patterns.get(number);
            match self.reaches(pattern, self.between, None) {
                Ok(true) => Some(Ok(number)),
                Ok(false) => None,
                Err(stopped) => Some(Err(stopped)),
            }
        };
        let last = self.start.last().into_par_iter().with_min_len(CHUNK);
        last.filter_map(reaches).find_first(|_| true).transpose()
    }

    /// Whether so many moves lead into the last layer around the goal.
    fn reaches(
        &self,
        pattern: &[u8],
        moves: usize,
        before: Option<usize>,
    ) -> Result<bool, Stopped> {
        if moves == 0 {
            return Ok(self.goal.is_in_last(pattern));
        }
        let mut found = false;
        self.each_next(pattern, moves, before, |next, mv| {
            found = self.reaches(next, moves - 1, Some(mv))?;
            Ok(found)
        })?;
        Ok(found)
    }

    /// How many ways of so many moves lead into the last layer around the goal, and on to the goal.
    fn ways_beyond(
        &self,
        pattern: &[u8],
        moves: usize,
        before: Option<usize>,
    ) -> Result<Option<u128>, Stopped> {
        if moves == 0 {
            let number = self.goal.number_in_last(pattern);
            return Ok(number.map_or(Some(0), |number| self.goal.ways_to(number)));
        }
        let mut sum = Some(0u128);
        self.each_next(pattern, moves, before, |next, mv| {
            let more = self.ways_beyond(next, moves - 1, Some(mv))?;
            sum = sum.zip(more).and_then(|(sum, more)| sum.checked_add(more));
            Ok(sum.is_none())
        })?;
        Ok(sum)
    }

    fn tails(
        &self,
        pattern: &[u8],
        moves: usize,
        limit: usize,
        head: &mut Vec<usize>,
        tails: &mut Vec<Vec<usize>>,
    ) -> Result<(), Stopped> {
        if moves == 0 {
            if self.goal.is_in_last(pattern) {
                let rest = self.goal.home(self.puzzle, pattern, limit - tails.len());
                tails.extend(rest.into_iter().map(|rest| [&head[..], &rest].concat()));
            }
            return Ok(());
        }
        self.each_next(pattern, moves, head.last().copied(), |next, mv| {
            head.push(mv);
            let done = self.tails(next, moves - 1, limit, head, tails);
            head.pop();
            done?;
            Ok(tails.len() >= limit)
        })
    }

    /// Makes each move that may follow, until it is enough.
    fn each_next(
        &self,
        pattern: &[u8],
        moves: usize,
        before: Option<usize>,
        mut is_enough: impl FnMut(&[u8], usize) -> Result<bool, Stopped>,
    ) -> Result<(), Stopped> {
        // Often enough: below lie at most a few thousand patterns.
        if moves >= 2 && (self.stop)() {
            return Err(Stopped);
        }
        let mut next = vec![0; pattern.len()];
        // Any move may be the first.
        let follows = &self.follows[before.map_or(self.puzzle.moves().len(), |mv| mv)];
        for &mv in follows {
            if self.puzzle.apply(pattern, mv, &mut next) && is_enough(&next, mv)? {
                break;
            }
        }
        Ok(())
    }
}

/// How far the farthest pattern is that moves lead to, unless there are more than so many.
pub fn farthest_of_few(puzzle: &PiecePuzzle, most: usize) -> Option<usize> {
    let mut side = Side::new(puzzle.solved());
    while !side.is_all() {
        if side.patterns.len() > most {
            return None;
        }
        side.grow(puzzle, &|| false).ok()?;
    }
    Some(side.radius() - 1)
}

/// For each move the moves that may follow on a shortest way, and all of them at the end: not those that one move does, or
/// none, together with the one before.
fn follows(puzzle: &PiecePuzzle) -> Vec<Vec<usize>> {
    let (moves, orientations) = (puzzle.moves(), puzzle.orientations());
    let all = 0..moves.len();
    let after = |mv: usize| {
        let is_needed = |&next: &usize| {
            let both = moves[mv].then(&moves[next], orientations);
            !both.is_identity() && !moves.contains(&both)
        };
        all.clone().filter(is_needed).collect()
    };
    all.clone()
        .map(after)
        .chain([all.clone().collect()])
        .collect()
}

/// The patterns within some moves of one.
struct Side {
    patterns: Strings,
    /// How many shortest ways lead to each; `None` if they are too many.
    ways: Vec<Option<NonZeroU64>>,
    /// Where each layer begins, and where the last one ends.
    starts: Vec<usize>,
}

impl Side {
    fn new(pattern: &[u8]) -> Side {
        let mut patterns = Strings::new(pattern.len());
        patterns.add(pattern);
        Side {
            patterns,
            ways: vec![Some(NonZeroU64::MIN)],
            starts: vec![0, 1],
        }
    }

    fn radius(&self) -> usize {
        self.starts.len() - 2
    }

    /// The numbers of the patterns of the last layer.
    fn last(&self) -> Range<usize> {
        self.starts[self.radius()]..self.starts[self.radius() + 1]
    }

    /// Whether no patterns lie beyond.
    fn is_all(&self) -> bool {
        self.last().is_empty()
    }

    fn number_in_last(&self, pattern: &[u8]) -> Option<usize> {
        self.patterns
            .find(pattern)
            .filter(|number| self.last().contains(number))
    }

    fn ways_to(&self, number: usize) -> Option<u128> {
        self.ways[number].map(|ways| ways.get().into())
    }

    fn is_in_last(&self, pattern: &[u8]) -> bool {
        self.number_in_last(pattern).is_some()
    }

    /// Adds a layer; one that is not finished is taken away again.
    fn grow(&mut self, puzzle: &PiecePuzzle, stop: &dyn Fn() -> bool) -> Result<(), Stopped> {
        let last = self.last();
        let mut next = vec![0; 2 * puzzle.places()];
        for number in last.clone() {
            if (number - last.start).is_multiple_of(PATTERNS_BETWEEN_LOOKS) && stop() {
                self.patterns.keep(last.end);
                self.ways.truncate(last.end);
                return Err(Stopped);
            }
            let (pattern, ways) = (self.patterns.get(number).to_vec(), self.ways[number]);
            for mv in 0..puzzle.moves().len() {
                if !puzzle.apply(&pattern, mv, &mut next) {
                    continue;
                }
                let (found, is_new) = self.patterns.add(&next);
                if is_new {
                    self.ways.push(ways);
                } else if found >= last.end {
                    let both = self.ways[found].zip(ways);
                    self.ways[found] = both.and_then(|(a, b)| a.checked_add(b.get()));
                }
            }
        }
        self.starts.push(self.patterns.len());
        Ok(())
    }

    /// Shortest ways from a pattern of this side to its middle, at most so many.
    fn home(&self, puzzle: &PiecePuzzle, pattern: &[u8], limit: usize) -> Vec<Vec<usize>> {
        let layer = |number: usize| self.starts.partition_point(|&start| start <= number) - 1;
        let distance = match self.patterns.find(pattern).map(layer) {
            Some(0) => return vec![Vec::new()],
            Some(distance) => distance,
            None => return Vec::new(),
        };
        let mut ways = Vec::new();
        let mut next = vec![0; pattern.len()];
        for mv in 0..puzzle.moves().len() {
            let is_nearer = puzzle.apply(pattern, mv, &mut next)
                && self.patterns.find(&next).map(layer) == Some(distance - 1);
            if is_nearer {
                let rest = self.home(puzzle, &next, limit - ways.len());
                ways.extend(rest.into_iter().map(|rest| [&[mv][..], &rest].concat()));
            }
            if ways.len() >= limit {
                break;
            }
        }
        ways
    }
}
