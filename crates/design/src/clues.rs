//! Puzzles with clues: a random solution, and clues taken away while it stays the only one.
//!
//! Nothing but whether there is a solution is ever asked, so that the same seed gives the same puzzle whichever engine answers. The random
//! solution is found cell by cell: a random value that still leaves a solution. Whether clues can go is one question: as long as the
//! solution is the only one with them, any other one without them differs there. How hard the puzzle is, is asked last, and seldom: taking
//! a clue away never makes a puzzle easier, so the right number of clues is found by halving.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::ops::{Range, RangeInclusive};

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use tantalizer_explain::{Difficulty, ExplainError, Guide, Options};
use tantalizer_model::{Fact, Limit, Limits, Model, ModelError, Solution, Var};
use tantalizer_sat::{Incremental, Outcome, Refused};
use thiserror::Error;

/// Puzzles with more cells than this are large.
const LARGE: usize = 150;

/// What may be told of a solution.
#[derive(Clone, Debug, Default)]
pub struct Cells {
    /// Variables that are always told.
    pub hints: Vec<Var>,
    /// Variables that may be told; those of one group are told together or not at all.
    pub groups: Vec<Vec<Var>>,
    /// A variable that has this value in the solution is not told: there is nothing to tell.
    pub silent: HashMap<Var, i32>,
}

impl Cells {
    /// Each of these variables may be told.
    pub fn single(cells: impl IntoIterator<Item = Var>) -> Cells {
        Cells {
            hints: Vec::new(),
            groups: cells.into_iter().map(|cell| vec![cell]).collect(),
            silent: HashMap::new(),
        }
    }

    /// How many variables may be told.
    fn count(&self) -> usize {
        self.groups.iter().map(Vec::len).sum()
    }

    /// The variables of a group of which a solution has something to tell.
    fn speaking<'a>(
        &'a self,
        group: &'a [Var],
        solution: &'a Solution,
    ) -> impl Iterator<Item = Var> + 'a {
        let vars = group.iter().copied();
        vars.filter(|var| self.silent.get(var) != Some(&solution[*var]))
    }

    /// All variables that may be told of a solution.
    pub fn of(&self, solution: &Solution) -> Vec<Var> {
        let groups = self.groups.iter();
        let speaking = groups.flat_map(|group| self.speaking(group, solution));
        speaking.collect()
    }
}

/// What is wished for.
#[derive(Clone, Debug)]
pub struct ClueWish {
    /// Exactly so many clues; otherwise none that can go, as far as the difficulty lets them go.
    pub clues: Option<usize>,
    /// How hard: the size of the largest deduction.
    pub difficulty: Option<Difficulty>,
    /// The solution that the puzzle is to have; otherwise a random one.
    pub solution: Option<Solution>,
    /// Where all randomness comes from.
    pub seed: u64,
    /// Which of the attempts that the seed stands for are made.
    pub attempts: Range<u64>,
}

impl ClueWish {
    /// Any puzzle from which no clue can go.
    pub fn new(seed: u64) -> ClueWish {
        ClueWish {
            clues: None,
            difficulty: None,
            solution: None,
            seed,
            attempts: 0..200,
        }
    }
}

/// A puzzle with one solution.
#[derive(Clone, Debug)]
pub struct Clued {
    /// The clues, in the order of the variables that could be some.
    pub clues: Vec<(Var, i32)>,
    /// The only solution.
    pub solution: Solution,
    /// The attempt that made it.
    pub attempt: u64,
}

/// Why there is no puzzle.
#[derive(Debug, Error)]
pub enum ClueError {
    /// The rules alone have no solution.
    #[error("there is no solution, whatever the clues say")]
    NoSolution,
    /// Several solutions look the same to all who see nothing but clues.
    #[error("this solution is never the only one, whatever is told of it")]
    NeverUnique,
    /// None was found in so many attempts; there may be one.
    #[error("none of {attempts} attempts was as wanted{hint}")]
    NotFound {
        /// How many were made.
        attempts: u64,
        /// What might help.
        hint: String,
    },
    /// A limit was reached.
    #[error("{0} before one was found")]
    Stopped(Limit),
    /// The model is too large for the SAT engine.
    #[error("{0}")]
    TooLarge(String),
    /// The model is malformed.
    #[error(transparent)]
    Model(#[from] ModelError),
}

impl From<Refused> for ClueError {
    fn from(refused: Refused) -> Self {
        match refused {
            Refused::Stopped(limit) => ClueError::Stopped(limit),
            other => ClueError::TooLarge(other.to_string()),
        }
    }
}

/// A puzzle of this model whose clues are values of `cells`.
///
/// ```
/// use tantalizer_design::clues::{Cells, ClueWish, clued};
/// use tantalizer_model::{Limits, Model};
///
/// let mut model = Model::new("three different");
/// let x = model.array("x", 3, 1..=3);
/// model.all_different(&x)?;
///
/// // Two of the three must be told; the third follows.
/// let puzzle = clued(&model, &Cells::single(x), &ClueWish::new(1), &Limits::none()).unwrap();
/// assert_eq!(puzzle.clues.len(), 2);
/// # Ok::<(), tantalizer_model::ModelError>(())
/// ```
pub fn clued(
    model: &Model,
    cells: &Cells,
    wish: &ClueWish,
    limits: &Limits,
) -> Result<Clued, ClueError> {
    let mut maker = Maker::new(model, cells, limits)?;
    for attempt in wish.attempts.clone() {
        let Some((solution, mut random)) = maker.only_solution(wish, attempt)? else {
            continue;
        };
        // Where no clue is wished for, most solutions are not worth the digging.
        let hints = maker.facts(&solution, &maker.all_groups());
        if wish.clues == Some(0) && !maker.is_told_by(&solution, &hints)? {
            continue;
        }
        // Taking clues away makes nothing easier: with all of them it must be easy enough, and with the fewest hard enough.
        let wanted = wish.difficulty;
        if let Some(level) = wanted
            && !maker.within(&solution, &[], level)?
        {
            continue;
        }
        let removed = maker.dig(&solution, &mut random)?;
        if let Some(easier) = wanted.and_then(Difficulty::easier)
            && maker.within(&solution, &removed, easier)?
        {
            continue;
        }
        if let Some(count) = maker.enough_removed(wish, &solution, &removed)? {
            let clues = maker.clues(&solution, &removed[..count]);
            return Ok(Clued {
                clues,
                solution,
                attempt,
            });
        }
    }
    let hint = match (wish.clues, wish.difficulty) {
        (Some(clues), _) => format!("; {clues} clues may be too few for one solution"),
        (_, Some(level)) => format!("; one of this size may never be {}", level.name()),
        _ => String::new(),
    };
    Err(ClueError::NotFound {
        attempts: wish.attempts.end - wish.attempts.start,
        hint,
    })
}

/// A random solution that is the only one with all clues.
pub fn random_solution(
    model: &Model,
    cells: &Cells,
    wish: &ClueWish,
    limits: &Limits,
) -> Result<Solution, ClueError> {
    let mut maker = Maker::new(model, cells, limits)?;
    for attempt in wish.attempts.clone() {
        if let Some((solution, _)) = maker.only_solution(wish, attempt)? {
            return Ok(solution);
        }
    }
    Err(ClueError::NotFound {
        attempts: wish.attempts.end - wish.attempts.start,
        hint: String::new(),
    })
}

struct Maker<'a> {
    model: &'a Model,
    cells: &'a Cells,
    solver: Incremental,
    /// Knows how hard a puzzle of this model is, once that was asked.
    guide: RefCell<Option<Guide<'a>>>,
    limits: &'a Limits,
}

impl<'a> Maker<'a> {
    fn new(model: &'a Model, cells: &'a Cells, limits: &'a Limits) -> Result<Self, ClueError> {
        Ok(Maker {
            model,
            cells,
            solver: Incremental::within(model, limits)?,
            guide: RefCell::new(None),
            limits,
        })
    }

    /// Whether there is a solution with these facts, and which.
    fn ask(&mut self, facts: &[Fact]) -> Result<Option<Solution>, ClueError> {
        found(self.solver.solve(facts))
    }

    /// The solution of an attempt, if it is the only one where everything is told, and the randomness that is left.
    fn only_solution(
        &mut self,
        wish: &ClueWish,
        attempt: u64,
    ) -> Result<Option<(Solution, ChaCha8Rng)>, ClueError> {
        // Attempts of one seed differ, and are not those of the next seed.
        let mut random = ChaCha8Rng::seed_from_u64(wish.seed);
        random.set_stream(attempt);
        let solution = match &wish.solution {
            Some(solution) => solution.clone(),
            None => self.random_solution(&mut random)?,
        };
        if self.is_only(&solution)? {
            Ok(Some((solution, random)))
        } else if wish.solution.is_some() {
            Err(ClueError::NeverUnique)
        } else {
            Ok(None)
        }
    }

    /// A solution with random values for all cells, one after another.
    fn random_solution(&mut self, random: &mut ChaCha8Rng) -> Result<Solution, ClueError> {
        let mut told: Vec<Var> = self.cells.groups.iter().flatten().copied().collect();
        told.shuffle(random);
        // What is only read off the rest comes last: a number that is drawn first says much about all that is around it.
        let mut order = self.model.answer();
        order.retain(|var| !told.contains(var));
        order.shuffle(random);
        let answer: HashSet<Var> = self.model.answer().into_iter().collect();
        let (cells, derived): (Vec<Var>, Vec<Var>) =
            told.into_iter().partition(|var| answer.contains(var));
        order.extend(cells.into_iter().chain(derived));
        let mut last = self.ask(&[])?.ok_or(ClueError::NoSolution)?;
        let mut facts = Vec::with_capacity(order.len() + 1);
        for cell in order {
            let mut values: Vec<i32> = self.model.domain(cell).iter().collect();
            values.shuffle(random);
            for value in values {
                facts.push(Fact::Is(cell, value));
                // What the last solution has is possible.
                if last[cell] == value {
                    break;
                }
                if let Some(solution) = self.ask(&facts)? {
                    last = solution;
                    break;
                }
                facts.pop();
            }
        }
        Ok(last)
    }

    fn all_groups(&self) -> Vec<usize> {
        (0..self.cells.groups.len()).collect()
    }

    /// The hints, and all cells but those of the removed groups, with their values.
    fn facts(&self, solution: &Solution, removed: &[usize]) -> Vec<Fact> {
        let clues = self.clues(solution, removed).into_iter();
        let hints = self.cells.hints.iter().map(|&var| (var, solution[var]));
        hints
            .chain(clues)
            .map(|(var, value)| Fact::Is(var, value))
            .collect()
    }

    /// The cells that are told, with their values.
    fn clues(&self, solution: &Solution, removed: &[usize]) -> Vec<(Var, i32)> {
        let groups = self.cells.groups.iter().enumerate();
        let kept = groups.filter(|(group, _)| !removed.contains(group));
        let kept = kept.flat_map(|(_, vars)| self.cells.speaking(vars, solution));
        let mut told: Vec<Var> = kept.collect();
        told.sort_unstable();
        told.into_iter().map(|var| (var, solution[var])).collect()
    }

    /// Whether no other solution looks the same where everything is told.
    fn is_only(&mut self, solution: &Solution) -> Result<bool, ClueError> {
        let facts = self.facts(solution, &[]);
        if self.ask(&facts)?.is_none() {
            return Err(ClueError::NoSolution);
        }
        self.is_told_by(solution, &facts)
    }

    /// Whether no other solution has these facts.
    fn is_told_by(&mut self, solution: &Solution, facts: &[Fact]) -> Result<bool, ClueError> {
        let differs = self.model.answer().into_iter();
        let differs: Vec<Fact> = differs.map(|var| Fact::IsNot(var, solution[var])).collect();
        Ok(found(self.solver.solve_any(facts, &differs))?.is_none())
    }

    /// Takes groups of clues away as long as one solution is left; gives them in the order in which they went.
    fn dig(
        &mut self,
        solution: &Solution,
        random: &mut ChaCha8Rng,
    ) -> Result<Vec<usize>, ClueError> {
        let mut order = self.all_groups();
        order.shuffle(random);
        // What is written into the answer itself goes first, so that clues that are only read off it stay and have something to say.
        let answer: HashSet<Var> = self.model.answer().into_iter().collect();
        order.sort_by_key(|&group| {
            !self.cells.groups[group]
                .iter()
                .all(|var| answer.contains(var))
        });
        let mut removed = Vec::new();
        for group in order {
            removed.push(group);
            let gone = self.cells.speaking(&self.cells.groups[group], solution);
            let differs: Vec<Fact> = gone.map(|var| Fact::IsNot(var, solution[var])).collect();
            if differs.is_empty() {
                continue;
            }
            let facts = self.facts(solution, &removed);
            let other = match differs[..] {
                [differs] => self.ask(&[&facts[..], &[differs]].concat())?,
                _ => found(self.solver.solve_any(&facts, &differs))?,
            };
            if other.is_some() {
                removed.pop();
            }
        }
        Ok(removed)
    }

    /// How many of the removed groups stay removed so that the puzzle is as wished; none if no number will do.
    fn enough_removed(
        &self,
        wish: &ClueWish,
        solution: &Solution,
        removed: &[usize],
    ) -> Result<Option<usize>, ClueError> {
        let group = |&group: &usize| {
            let vars = &self.cells.groups[group];
            self.cells.speaking(vars, solution).count()
        };
        let all = self.cells.of(solution).len();
        let gone = |count: usize| removed[..count].iter().map(group).sum::<usize>();
        let few = |count: usize, level: Difficulty| self.within(solution, &removed[..count], level);
        // Exactly of the wanted level: no harder, and not within the level below.
        let is = |count: usize, wanted: Difficulty| -> Result<bool, ClueError> {
            Ok(few(count, wanted)?
                && match wanted.easier() {
                    None => true,
                    Some(easier) => !self.within(solution, &removed[..count], easier)?,
                })
        };
        let last = removed.len();
        if let Some(clues) = wish.clues {
            let exact = (0..=last).find(|&count| all - gone(count) == clues);
            return match (exact, wish.difficulty) {
                (Some(count), Some(wanted)) if !is(count, wanted)? => Ok(None),
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
                    few(count, easier).map(|is_easier| !is_easier)
                })?
            }
            _ => {
                let too_hard = first(1..=last, |count| {
                    few(count, wanted).map(|is_within| !is_within)
                })?;
                too_hard - 1
            }
        };
        Ok((count <= last && is(count, wanted)?).then_some(count))
    }

    /// Whether the puzzle is of this level or easier.
    fn within(
        &self,
        solution: &Solution,
        removed: &[usize],
        level: Difficulty,
    ) -> Result<bool, ClueError> {
        let facts = self.facts(solution, removed);
        let clues: Vec<(Var, i32)> = (facts.iter())
            .map(|fact| (fact.var(), solution[fact.var()]))
            .collect();
        let mut guide = self.guide.borrow_mut();
        if guide.is_none() {
            let options = Options {
                limits: self.limits.clone(),
                ..Options::default()
            };
            let made = Guide::new(self.model, &options).map_err(|error| match error {
                ExplainError::Stopped(limit) => ClueError::Stopped(limit),
                ExplainError::TooLarge(what) => ClueError::TooLarge(what),
            })?;
            *guide = Some(made);
        }
        match &mut *guide {
            Some(guide) => {
                let within = guide.within(&clues, solution, level);
                within.map_err(ClueError::Stopped)
            }
            None => Ok(true),
        }
    }
}

fn found(outcome: Outcome) -> Result<Option<Solution>, ClueError> {
    match outcome {
        Outcome::Solution(solution) => Ok(Some(solution)),
        Outcome::Clash(_) => Ok(None),
        Outcome::Unknown(limit) => Err(ClueError::Stopped(limit)),
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
