//! Puzzles with clues: a random solution, and clues taken away while it stays the only one.
//!
//! Nothing but whether there is a solution is ever asked, so that the same seed gives the same puzzle whichever engine answers. The random
//! solution is found cell by cell: a random value that still leaves a solution. Whether clues can go is one question: as long as the
//! solution is the only one with them, any other one without them differs there. How hard the puzzle is, is asked last, and seldom
//! (`hardness.rs`).

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tantalizer_explain::{Difficulty, ExplainError};
use tantalizer_model::{Fact, Limit, Limits, Model, ModelError, Solution, Var};
use tantalizer_sat::{Incremental, Refused, Reply};
use thiserror::Error;

use crate::hardness::{DRAWN, Easier, Hardness, MOST_BACK, MOST_CHANGES, Misses, Reached};

/// In so many orders clues are taken away from one solution.
const ORDERS: usize = 3;

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
    pub(crate) fn count(&self) -> usize {
        self.groups.iter().map(Vec::len).sum()
    }

    /// The variables of a group of which a solution has something to tell.
    pub(crate) fn speaking<'a>(
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
    /// Rules by which there is no puzzle of this level.
    #[error(
        "no puzzle of these rules is {0}: so few rules at a time never form a ring through the cells that they share, so they exclude no more together than one by one"
    )]
    NeverOfLevel(&'static str),
    /// Nothing is left to tell, and what is left of the puzzle is this easy.
    #[error(
        "no puzzle of these rules is {wanted}: there is one solution without any clue, and it is {found} to find"
    )]
    NeverSoHard {
        /// What was wished for.
        wanted: &'static str,
        /// What it is.
        found: &'static str,
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

impl From<ExplainError> for ClueError {
    fn from(error: ExplainError) -> Self {
        match error {
            ExplainError::Stopped(limit) => ClueError::Stopped(limit),
            ExplainError::TooLarge(what) => ClueError::TooLarge(what),
        }
    }
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
    clued_with_hints(model, cells, wish, limits, &|_| None)
}

/// The same where a player has other rules than the design, because hints are told: `told` gives the rules with the hints of a solution,
/// over the same variables. How hard the puzzle is, is asked of them; of the model of the design if there are none.
pub fn clued_with_hints(
    model: &Model,
    cells: &Cells,
    wish: &ClueWish,
    limits: &Limits,
    told: &dyn Fn(&Solution) -> Option<Model>,
) -> Result<Clued, ClueError> {
    let mut maker = Maker::new(model, cells, limits)?;
    let mut without_hints = Hardness::new(model, limits);
    let mut misses = Misses::default();
    for attempt in wish.attempts.clone() {
        if wish.difficulty.is_some() && misses.are_enough() {
            break;
        }
        misses.attempts += 1;
        let Some((solution, mut random)) = maker.only_solution(wish, attempt)? else {
            continue;
        };
        let rules = wish.difficulty.and_then(|_| told(&solution));
        if let (Some(level), 1) = (wish.difficulty, misses.attempts)
            && !rated_by(&rules, &mut without_hints, |hardness| {
                hardness.may_be(level)
            })?
        {
            return Err(ClueError::NeverOfLevel(level.name()));
        }
        let mut clues = rated_by(&rules, &mut without_hints, |hardness| {
            maker.told(hardness, wish, &solution, &mut random, &mut misses)
        })?;
        let mut solution = solution;
        if clues.is_none()
            && misses.easier > 0
            && misses.easier.is_multiple_of(DRAWN)
            && let Some(hardest) = misses.hardest.take()
        {
            solution = hardest.solution.clone();
            clues = rated_by(&told(&solution), &mut without_hints, |hardness| {
                maker.made_harder(hardness, wish, hardest, &mut random, &mut misses)
            })?;
        }
        if let Some(clues) = clues {
            return Ok(Clued {
                clues,
                solution,
                attempt,
            });
        }
    }
    let hint = match (wish.clues, wish.difficulty) {
        (Some(clues), _) => format!("; {clues} clues may be too few for one solution"),
        (_, Some(level)) => misses.told(level),
        _ => String::new(),
    };
    Err(ClueError::NotFound {
        attempts: misses.attempts,
        hint,
    })
}

/// Asks about the rules with the hints of a solution, if there are some, and else about those without.
fn rated_by<T>(
    with_hints: &Option<Model>,
    without: &mut Hardness<'_>,
    ask: impl FnOnce(&mut Hardness<'_>) -> T,
) -> T {
    match with_hints {
        None => ask(without),
        Some(rules) => ask(&mut Hardness::new(rules, without.limits)),
    }
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

pub(crate) struct Maker<'a> {
    model: &'a Model,
    pub cells: &'a Cells,
    solver: Incremental,
}

impl<'a> Maker<'a> {
    fn new(model: &'a Model, cells: &'a Cells, limits: &'a Limits) -> Result<Self, ClueError> {
        Ok(Maker {
            model,
            cells,
            solver: Incremental::within(model, limits)?,
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

    /// Clues that are as wished for this solution, if there are some.
    fn told(
        &mut self,
        hardness: &mut Hardness<'_>,
        wish: &ClueWish,
        solution: &Solution,
        random: &mut ChaCha8Rng,
        misses: &mut Misses,
    ) -> Result<Option<Vec<(Var, i32)>>, ClueError> {
        // Where no clue is wished for, most solutions are not worth the digging.
        let hints = self.facts(solution, &self.all_groups());
        if wish.clues == Some(0) && !self.is_told_by(solution, &hints)? {
            return Ok(None);
        }
        // Taking clues away makes nothing easier: with all of them it must be easy enough, and with the fewest hard enough.
        let wanted = wish.difficulty;
        if let Some(level) = wanted
            && level < Difficulty::Expert
            && (hardness.level(&self.facts(solution, &[]), solution, level)?).is_none()
        {
            misses.harder += 1;
            return Ok(None);
        }
        // Another order of the same clues may pass through a level that the first one leaps over.
        let orders = if wanted.is_some() { ORDERS } else { 1 };
        for _ in 0..orders {
            let removed = self.dig(solution, random)?;
            let Some(removed) = self.as_many_as_wished(wish, solution, removed) else {
                continue;
            };
            let removed = match wanted {
                None => removed,
                Some(wanted) => {
                    match self.as_hard_as(wanted, hardness, wish, solution, &removed)? {
                        Reached::Wanted(removed) => removed,
                        Reached::Easier(found) => {
                            let nothing_told = removed.len() == self.cells.groups.len();
                            if nothing_told && self.cells.hints.is_empty() {
                                return Err(ClueError::NeverSoHard {
                                    wanted: wanted.name(),
                                    found: found.name(),
                                });
                            }
                            misses.too_easy(&hardness.left, solution, removed);
                            return Ok(None);
                        }
                        Reached::Other => continue,
                    }
                }
            };
            return Ok(Some(self.clues(solution, &removed)));
        }
        Ok(None)
    }

    /// Clues of the wanted level that are reached from a puzzle that is too easy: some that were removed come back, and others go. What is not
    /// easier than before is changed further.
    fn made_harder(
        &mut self,
        hardness: &mut Hardness<'_>,
        wish: &ClueWish,
        mut best: Easier,
        random: &mut ChaCha8Rng,
        misses: &mut Misses,
    ) -> Result<Option<Vec<(Var, i32)>>, ClueError> {
        let (Some(wanted), None) = (wish.difficulty, wish.clues) else {
            return Ok(None);
        };
        hardness.finely = true;
        for _ in 0..MOST_CHANGES {
            let back = random.random_range(1..=MOST_BACK);
            let mut removed = best.removed.clone();
            removed.shuffle(random);
            let back = removed.split_off(removed.len().saturating_sub(back));
            let mut order = self.all_groups();
            order.retain(|group| !best.removed.contains(group));
            order.shuffle(random);
            order.extend(back);
            let removed = self.dig_on(&best.solution, removed, order)?;
            match self.as_hard_as(wanted, hardness, wish, &best.solution, &removed)? {
                Reached::Wanted(removed) => {
                    return Ok(Some(self.clues(&best.solution, &removed)));
                }
                Reached::Easier(_) => {
                    misses.changed += 1;
                    if best.is_not_harder_than(&hardness.left) {
                        best.removed = removed;
                        best.left.clone_from(&hardness.left);
                    }
                }
                Reached::Other => {}
            }
        }
        Ok(None)
    }

    /// As many of the removed groups as leave so many clues as are wished for, if that can be.
    fn as_many_as_wished(
        &self,
        wish: &ClueWish,
        solution: &Solution,
        removed: Vec<usize>,
    ) -> Option<Vec<usize>> {
        let Some(clues) = wish.clues else {
            return Some(removed);
        };
        let group = |&group: &usize| {
            let vars = &self.cells.groups[group];
            self.cells.speaking(vars, solution).count()
        };
        let all = self.cells.of(solution).len();
        let gone = |count: usize| removed[..count].iter().map(group).sum::<usize>();
        let exact = (0..=removed.len()).find(|&count| all - gone(count) == clues);
        exact.map(|count| removed[..count].to_vec())
    }

    fn all_groups(&self) -> Vec<usize> {
        (0..self.cells.groups.len()).collect()
    }

    /// The hints, and all cells but those of the removed groups, with their values.
    pub fn facts(&self, solution: &Solution, removed: &[usize]) -> Vec<Fact> {
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
        self.dig_on(solution, Vec::new(), order)
    }

    /// Takes more groups away, in this order, as long as one solution is left.
    fn dig_on(
        &mut self,
        solution: &Solution,
        mut removed: Vec<usize>,
        order: Vec<usize>,
    ) -> Result<Vec<usize>, ClueError> {
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
}

fn found(outcome: Reply) -> Result<Option<Solution>, ClueError> {
    match outcome {
        Reply::Solution(solution) => Ok(Some(solution)),
        Reply::Clash(_) => Ok(None),
        Reply::Unknown(limit) => Err(ClueError::Stopped(limit)),
    }
}
