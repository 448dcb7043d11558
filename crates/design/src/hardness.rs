//! How hard a puzzle with clues is, and how many of its clues must go to make it so.
//!
//! Taking a clue away never makes a puzzle easier, so the right number of clues is found by halving; where one clue makes it too hard at once, others
//! are tried one by one. How hard a puzzle is, is asked without explaining it.

use std::ops::RangeInclusive;

use tantalizer_explain::{Difficulty, Guide, Options};
use tantalizer_model::{Fact, Limits, Model, Solution, Var};

use crate::clues::{ClueError, ClueWish, Maker};

/// Puzzles with more cells than this are large.
const LARGE: usize = 150;

/// After so many attempts that were too easy, or too hard, there may be nothing to find.
const MOST_MISSES: u64 = 60;

/// So many clues are tried one by one where a puzzle leaps over the wanted level.
const MOST_TRIED: usize = 30;

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

    /// How hard the puzzle with these clues is; none if it is harder than `most`.
    pub fn level(
        &mut self,
        clues: &[Fact],
        solution: &Solution,
        most: Difficulty,
    ) -> Result<Option<Difficulty>, ClueError> {
        let options = Options {
            limits: self.limits.clone(),
            ..Options::default()
        };
        let guide = match &mut self.guide {
            Some(guide) => guide,
            none => none.insert(Guide::new(self.model, &options)?),
        };
        let clues: Vec<(Var, i32)> = (clues.iter())
            .map(|fact| (fact.var(), solution[fact.var()]))
            .collect();
        let level = guide.level(&clues, solution, most, &options);
        level.map_err(ClueError::Stopped)
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

/// What taking clues away comes to.
pub(crate) enum Reached {
    /// The wanted level, with these groups removed.
    Wanted(Vec<usize>),
    /// An easier one, without a clue to spare.
    Easier,
    /// Neither.
    Other,
}

impl Maker<'_> {
    /// Which of the removed groups stay removed so that the puzzle is of this level: as many as can be, or all of them if their number is wished for.
    pub fn as_hard_as(
        &self,
        wanted: Difficulty,
        hardness: &mut Hardness<'_>,
        wish: &ClueWish,
        solution: &Solution,
        removed: &[usize],
    ) -> Result<Reached, ClueError> {
        let mut level = |removed: &[usize], most: Difficulty| {
            hardness.level(&self.facts(solution, removed), solution, most)
        };
        // For a large puzzle with hard steps it is the first one that is hard enough: nearly everything then follows by easier steps, and there
        // is little to look at.
        let easier = wanted.easier().filter(|&easier| easier > Difficulty::Easy);
        let easier = easier.filter(|_| self.cells.count() > LARGE);
        match level(removed, easier.unwrap_or(wanted))? {
            Some(level) if level == wanted => return Ok(Reached::Wanted(removed.to_vec())),
            Some(_) if wish.clues.is_none() => return Ok(Reached::Easier),
            None if wish.clues.is_none() => {}
            _ => return Ok(Reached::Other),
        }
        let before_last = removed.len().saturating_sub(1);
        let count = match easier {
            Some(easier) => first(0..=before_last, |count| {
                level(&removed[..count], easier).map(|level| level.is_none())
            })?,
            // The last one that is not harder than wanted; with all clues it is not.
            None => {
                first(1..=before_last, |count| {
                    level(&removed[..count], wanted).map(|level| level.is_none())
                })? - 1
            }
        };
        let mut kept = removed[..count].to_vec();
        if level(&kept, wanted)? == Some(wanted) {
            return Ok(Reached::Wanted(kept));
        }
        // The next clue leads from an easier puzzle to a harder one: it stays, and others go.
        for &group in removed.iter().skip(count + 1).take(MOST_TRIED) {
            kept.push(group);
            match level(&kept, wanted)? {
                Some(level) if level == wanted => return Ok(Reached::Wanted(kept)),
                Some(_) => {}
                None => {
                    kept.pop();
                }
            }
        }
        Ok(Reached::Other)
    }
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
