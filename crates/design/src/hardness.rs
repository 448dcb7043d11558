//! How hard a puzzle with clues is, and how many of its clues must go to make it so.
//!
//! Taking a clue away never makes a puzzle easier, so the right number of clues is found by halving. Whether a puzzle is within a level is asked
//! without explaining it.

use std::ops::RangeInclusive;

use tantalizer_explain::{Difficulty, ExplainError, Guide, Options};
use tantalizer_model::{Fact, Limits, Model, Solution, Var};

use crate::clues::{ClueError, ClueWish, Maker};

/// Puzzles with more cells than this are large.
const LARGE: usize = 150;

/// After so many attempts that were too easy, or too hard, there may be nothing to find.
const MOST_MISSES: u64 = 60;

/// After so many attempts a difficulty is not looked for any more.
const MOST_ATTEMPTS: u64 = 150;

/// Tells how hard puzzles of some rules are.
pub(crate) struct Hardness<'m> {
    model: &'m Model,
    limits: &'m Limits,
    /// Prepared when it is first asked.
    guide: Option<Guide<'m>>,
}

impl<'m> Hardness<'m> {
    pub fn new(model: &'m Model, limits: &'m Limits) -> Hardness<'m> {
        Hardness {
            model,
            limits,
            guide: None,
        }
    }

    /// Whether the puzzle with these clues is of this level or easier.
    pub fn within(
        &mut self,
        clues: &[Fact],
        solution: &Solution,
        level: Difficulty,
    ) -> Result<bool, ClueError> {
        let options = Options {
            limits: self.limits.clone(),
            ..Options::default()
        };
        let guide = match &mut self.guide {
            Some(guide) => guide,
            none => none.insert(
                Guide::new(self.model, &options).map_err(|error| match error {
                    ExplainError::Stopped(limit) => ClueError::Stopped(limit),
                    ExplainError::TooLarge(what) => ClueError::TooLarge(what),
                })?,
            ),
        };
        let clues: Vec<(Var, i32)> = (clues.iter())
            .map(|fact| (fact.var(), solution[fact.var()]))
            .collect();
        let within = guide.within(&clues, solution, level, &options);
        within.map_err(ClueError::Stopped)
    }
}

/// Attempts that came to nothing.
#[derive(Default)]
pub(crate) struct Misses {
    /// All that were made.
    pub attempts: u64,
    /// Those that are too easy, even without a clue to spare.
    pub easier: u64,
    /// Those that are too hard, even with all clues.
    pub harder: u64,
}

impl Misses {
    /// Whether it is time to give up.
    pub fn are_enough(&self) -> bool {
        self.easier.max(self.harder) >= MOST_MISSES || self.attempts >= MOST_ATTEMPTS
    }

    /// What there is to say of them where this level was wanted.
    pub fn told(&self, level: Difficulty) -> String {
        let level = level.name();
        let mut told = format!("; one of this size may never be {level}");
        if self.easier > 0 {
            told += &format!(": {} were easier without a clue to spare", self.easier);
        }
        if self.harder > 0 {
            let and = if self.easier > 0 { " and" } else { ":" };
            told += &format!("{and} {} were harder with all clues told", self.harder);
        }
        told
    }
}

impl Maker<'_> {
    /// How many of the removed groups stay removed so that the puzzle is as wished; none if no number will do.
    pub fn enough_removed(
        &self,
        hardness: &mut Hardness<'_>,
        wish: &ClueWish,
        solution: &Solution,
        removed: &[usize],
    ) -> Result<Option<usize>, ClueError> {
        let last = removed.len();
        let mut within = |count: usize, level: Difficulty| {
            hardness.within(&self.facts(solution, &removed[..count]), solution, level)
        };
        if let Some(clues) = wish.clues {
            let group = |&group: &usize| {
                let vars = &self.cells.groups[group];
                self.cells.speaking(vars, solution).count()
            };
            let all = self.cells.of(solution).len();
            let gone = |count: usize| removed[..count].iter().map(group).sum::<usize>();
            let exact = (0..=last).find(|&count| all - gone(count) == clues);
            return match (exact, wish.difficulty) {
                (Some(count), Some(wanted)) if !is_exactly(count, wanted, &mut within)? => Ok(None),
                _ => Ok(exact),
            };
        }
        let Some(wanted) = wish.difficulty else {
            return Ok(Some(last));
        };
        // The last one that is not harder than wanted. For a large puzzle with hard steps it is the first one that is hard
        // enough: nearly everything then follows by easier steps, and there is little to look at.
        let count = match wanted.easier() {
            Some(easier) if self.cells.count() > LARGE && easier > Difficulty::Easy => {
                first(0..=last, |count| {
                    within(count, easier).map(|is_easier| !is_easier)
                })?
            }
            _ => {
                first(1..=last, |count| {
                    within(count, wanted).map(|is_within| !is_within)
                })? - 1
            }
        };
        Ok((count <= last && is_exactly(count, wanted, &mut within)?).then_some(count))
    }
}

/// Whether so many removed clues make it of this level: no harder, and not within the level below.
fn is_exactly(
    count: usize,
    wanted: Difficulty,
    within: &mut dyn FnMut(usize, Difficulty) -> Result<bool, ClueError>,
) -> Result<bool, ClueError> {
    Ok(within(count, wanted)?
        && match wanted.easier() {
            None => true,
            Some(easier) => !within(count, easier)?,
        })
}

/// The first of the numbers for which it is so, as it is for all after it; the one after the last if for none.
fn first<E>(
    numbers: RangeInclusive<usize>,
    mut is_so: impl FnMut(usize) -> Result<bool, E>,
) -> Result<usize, E> {
    let (mut low, mut high) = (*numbers.start(), numbers.end() + 1);
    while low < high {
        let middle = (low + high - 1) / 2;
        if is_so(middle)? {
            high = middle
        } else {
            low = middle + 1
        }
    }
    Ok(low)
}
