//! How hard a puzzle with clues is, and how many of its clues must go to make it so.
//!
//! Taking a clue away never makes a puzzle easier, so the right number of clues is found by halving; where one clue makes it too hard at once, others
//! are tried one by one. How hard a puzzle is, is asked without explaining it.

use std::collections::HashSet;
use std::ops::RangeInclusive;

use tantalizer_explain::{Difficulty, Guide, Options};
use tantalizer_model::constraints::Member;
use tantalizer_model::{Domain, Fact, Limits, Model, Solution, Var};

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
    /// What a player fills in. Other clues are read off it, such as the sum of a cage.
    answer: HashSet<Var>,
    pub limits: &'m Limits,
    /// Prepared when it is first asked.
    guide: Option<Guide<'m>>,
    /// Whether it matters how hard a puzzle is within its level.
    pub finely: bool,
    /// What deductions left open of the puzzle that was rated last, the largest deductions first.
    pub left: Vec<usize>,
}

impl<'m> Hardness<'m> {
    pub fn new(model: &'m Model, limits: &'m Limits) -> Hardness<'m> {
        Hardness {
            model,
            answer: model.answer().into_iter().collect(),
            limits,
            guide: None,
            finely: false,
            left: Vec::new(),
        }
    }

    fn options(&self) -> Options {
        Options {
            limits: self.limits.clone(),
            ..Options::default()
        }
    }

    fn guide(&mut self) -> Result<(&mut Guide<'m>, Options), ClueError> {
        let options = self.options();
        let guide = match &mut self.guide {
            Some(guide) => guide,
            none => none.insert(Guide::new(self.model, &options)?),
        };
        Ok((guide, options))
    }

    /// Whether any puzzle of these rules can be of this level.
    pub fn may_be(&mut self, level: Difficulty) -> Result<bool, ClueError> {
        Ok(self.guide()?.0.may_be(level))
    }

    /// How hard the puzzle with these clues is; none if it is harder than `most`.
    pub fn level(
        &mut self,
        clues: &[Fact],
        solution: &Solution,
        most: Difficulty,
    ) -> Result<Option<Difficulty>, ClueError> {
        let finely = self.finely;
        let clues = clues.iter().map(|fact| (fact.var(), solution[fact.var()]));
        let (clues, mut read_off): (Vec<_>, Vec<_>) =
            clues.partition(|(var, _)| self.answer.contains(var));
        read_off.retain(|&(var, _)| self.model.domain(var).fixed().is_none());
        let levels = Difficulty::ALL.into_iter().filter(|&level| level <= most);
        let mut sizes: Vec<usize> = levels.filter_map(Difficulty::largest_step).collect();
        if finely {
            let last = sizes.last().copied().unwrap_or(1);
            sizes.extend((1..last).filter(|&size| Difficulty::of(size) == Difficulty::of(last)));
            sizes.sort_unstable();
        }
        let left = if read_off.is_empty() {
            let (guide, options) = self.guide()?;
            guide.left_by_size(&clues, solution, &sizes, &options)
        } else {
            // What nobody fills in is known as the finished puzzle knows it: as a part of its rules.
            let mut rules = self.model.clone();
            for (x, value) in read_off {
                let values = Domain::single(value);
                rules.post(Member { x, values })?;
            }
            let options = self.options();
            let mut guide = Guide::new(&rules, &options)?;
            guide.left_by_size(&clues, solution, &sizes, &options)
        };
        let left = left.map_err(ClueError::Stopped)?;
        let size = sizes[left.len() - 1];
        let solved = left.last() == Some(&0);
        self.left = left.into_iter().rev().collect();
        Ok(if solved {
            Some(Difficulty::of(size))
        } else {
            (most == Difficulty::Expert).then_some(most)
        })
    }
}

/// After every so many attempts that were too easy, the hardest of them is made harder.
pub(crate) const DRAWN: u64 = 10;

/// So many changes of it are tried.
pub(crate) const MOST_CHANGES: usize = 60;

/// After a change, so many groups that were removed may be back.
pub(crate) const MOST_BACK: usize = 6;

/// A puzzle that is too easy, without a clue to spare.
#[derive(Clone)]
pub(crate) struct Easier {
    /// What deductions left open, the largest first; more is harder.
    pub left: Vec<usize>,
    pub solution: Solution,
    pub removed: Vec<usize>,
}

impl Easier {
    /// Whether a puzzle that leaves so much open is at least as hard.
    pub fn is_not_harder_than(&self, left: &[usize]) -> bool {
        (left.len(), left) >= (self.left.len(), &self.left[..])
    }
}

/// Attempts that came to nothing.
#[derive(Default)]
pub(crate) struct Misses {
    /// The hardest of those that are too easy.
    pub hardest: Option<Easier>,
    /// All that were made.
    pub attempts: u64,
    /// Those that are too easy, even without a clue to spare.
    pub easier: u64,
    /// Changes of the hardest of these that were too easy as well.
    pub changed: u64,
    /// Those that are too hard, even with all clues.
    pub harder: u64,
}

impl Misses {
    /// Whether it is time to give up.
    pub fn are_enough(&self) -> bool {
        self.easier.max(self.harder) >= MOST_MISSES || self.attempts >= MOST_ATTEMPTS
    }

    /// One was too easy without a clue to spare, with so much left open by the levels.
    pub fn too_easy(&mut self, left: &[usize], solution: &Solution, removed: Vec<usize>) {
        self.easier += 1;
        let hardest = self.hardest.as_ref();
        if hardest.is_none_or(|hardest| hardest.is_not_harder_than(left)) {
            self.hardest = Some(Easier {
                left: left.to_vec(),
                solution: solution.clone(),
                removed,
            });
        }
    }

    /// What there is to say of them where this level was wanted.
    pub fn told(&self, level: Difficulty) -> String {
        let level = level.name();
        let mut told = format!("; one of this size may never be {level}");
        if self.easier > 0 {
            told += &format!(": {} were easier without a clue to spare", self.easier);
            if self.changed > 0 {
                told += &format!(
                    ", and so were {} changes of the hardest of them",
                    self.changed
                );
            }
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
    /// This easier one, without a clue to spare.
    Easier(Difficulty),
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
            Some(level) if wish.clues.is_none() => return Ok(Reached::Easier(level)),
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
