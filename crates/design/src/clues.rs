//! Puzzles with clues: a random solution, and clues taken away while it stays the only one.
//!
//! Nothing but whether there is a solution is ever asked, so that the same seed gives the same puzzle whichever engine answers. The random
//! solution is found cell by cell: a random value that still leaves a solution. And whether a clue can go is one question: as long as the
//! solution is the only one with the clue, any other one without it differs there.

use std::collections::HashSet;

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use tantalizer_explain::{Difficulty, ExplainError, Guide, Options};
use tantalizer_model::{Fact, Limit, Limits, Model, ModelError, Solution, Var};
use tantalizer_sat::{EncodeOptions, Incremental, Outcome, Refused};
use thiserror::Error;

/// What is wished for.
#[derive(Clone, Debug, Default)]
pub struct ClueWish {
    /// Exactly so many clues; otherwise none that can go.
    pub clues: Option<usize>,
    /// How hard: the size of the largest deduction.
    pub difficulty: Option<Difficulty>,
    /// Where all randomness comes from.
    pub seed: u64,
}

/// A puzzle with one solution.
#[derive(Clone, Debug)]
pub struct Clued {
    /// The clues, in the order of the variables that could be some.
    pub clues: Vec<(Var, i32)>,
    /// The only solution.
    pub solution: Solution,
}

/// Why there is no puzzle.
#[derive(Debug, Error)]
pub enum ClueError {
    /// The rules alone have no solution.
    #[error("there is no solution, whatever the clues say")]
    NoSolution,
    /// None was found in so many attempts; there may be one.
    #[error("none was found in {0} attempts")]
    NotFound(u64),
    /// A limit was reached.
    #[error("{0}")]
    Stopped(Limit),
    /// The model is too large for the SAT engine.
    #[error("{0}")]
    TooLarge(String),
    /// The model is malformed.
    #[error(transparent)]
    Model(#[from] ModelError),
}

/// How many random solutions are tried.
const ATTEMPTS: u64 = 200;

/// A puzzle of this model whose clues are values of `cells`.
///
/// ```
/// use tantalizer_design::clues::{ClueWish, clued};
/// use tantalizer_model::{Limits, Model};
///
/// let mut model = Model::new("three different");
/// let x = model.array("x", 3, 1..=3);
/// model.all_different(&x)?;
///
/// // Two of the three must be told; the third follows.
/// let puzzle = clued(&model, &x, &ClueWish::default(), &Limits::none()).unwrap();
/// assert_eq!(puzzle.clues.len(), 2);
/// # Ok::<(), tantalizer_model::ModelError>(())
/// ```
pub fn clued(
    model: &Model,
    cells: &[Var],
    wish: &ClueWish,
    limits: &Limits,
) -> Result<Clued, ClueError> {
    let encode = EncodeOptions {
        memory: limits.memory,
        watch: Some(limits.start()),
        ..EncodeOptions::default()
    };
    let mut solver = Incremental::new(model, &encode).map_err(|refused| match refused {
        Refused::Stopped(limit) => ClueError::Stopped(limit),
        other => ClueError::TooLarge(other.to_string()),
    })?;
    solver.set_limits(limits);
    let mut maker = Maker {
        model,
        solver,
        guide: None,
        wish,
        limits,
    };
    for attempt in 0..ATTEMPTS {
        // Attempts of one seed differ, and are not those of the next seed.
        let mut random = ChaCha8Rng::seed_from_u64(wish.seed);
        random.set_stream(attempt);
        if let Some(clued) = maker.attempt(cells, &mut random)? {
            return Ok(clued);
        }
    }
    Err(ClueError::NotFound(ATTEMPTS))
}

struct Maker<'a> {
    model: &'a Model,
    solver: Incremental,
    /// Knows how hard a puzzle of this model is, once that was asked.
    guide: Option<Guide<'a>>,
    wish: &'a ClueWish,
    limits: &'a Limits,
}

impl Maker<'_> {
    /// Whether there is a solution with these facts, and which.
    fn ask(&mut self, facts: &[Fact]) -> Result<Option<Solution>, ClueError> {
        match self.solver.solve(facts) {
            Outcome::Solution(solution) => Ok(Some(solution)),
            Outcome::Clash(_) => Ok(None),
            Outcome::Unknown(limit) => Err(ClueError::Stopped(limit)),
        }
    }

    fn attempt(
        &mut self,
        cells: &[Var],
        random: &mut ChaCha8Rng,
    ) -> Result<Option<Clued>, ClueError> {
        let mut order = cells.to_vec();
        order.shuffle(random);
        let mut clues = self.random_values(&order, random)?;
        let facts = facts(&clues);
        let Some(solution) = self.ask(&facts)? else {
            return Err(ClueError::NoSolution);
        };
        if !self.is_only(&facts, &solution)? {
            return Ok(None);
        }
        order.shuffle(random);
        for &cell in &order {
            if self.wish.clues.is_some_and(|wanted| clues.len() <= wanted) {
                break;
            }
            let rest: Vec<(Var, i32)> = clues.iter().copied().filter(|c| c.0 != cell).collect();
            if self.stays_only(&rest, cell, &solution)? && self.is_easy_enough(&rest, &solution)? {
                clues = rest;
            }
        }
        if self.wish.clues.is_some_and(|wanted| clues.len() != wanted)
            || self.is_too_easy(&clues, &solution)?
        {
            return Ok(None);
        }
        let place = |clue: &(Var, i32)| cells.iter().position(|&cell| cell == clue.0);
        clues.sort_by_key(place);
        Ok(Some(Clued { clues, solution }))
    }

    /// A random value for each cell, such that all of them are of one solution.
    fn random_values(
        &mut self,
        order: &[Var],
        random: &mut ChaCha8Rng,
    ) -> Result<Vec<(Var, i32)>, ClueError> {
        let mut clues: Vec<(Var, i32)> = Vec::with_capacity(order.len());
        let mut seen = HashSet::new();
        for &cell in order.iter().filter(|&&cell| seen.insert(cell)) {
            let mut values: Vec<i32> = self.model.domain(cell).iter().collect();
            values.shuffle(random);
            let mut facts = facts(&clues);
            let mut chosen = None;
            for value in values {
                facts.push(Fact::Is(cell, value));
                if self.ask(&facts)?.is_some() {
                    chosen = Some(value);
                    break;
                }
                facts.pop();
            }
            clues.push((cell, chosen.ok_or(ClueError::NoSolution)?));
        }
        Ok(clues)
    }

    /// Whether no other solution has these facts.
    fn is_only(&mut self, facts: &[Fact], solution: &Solution) -> Result<bool, ClueError> {
        for var in self.model.answer() {
            let other = [facts, &[Fact::IsNot(var, solution[var])]].concat();
            if self.ask(&other)?.is_some() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether the only solution stays the only one without the clue at `cell`.
    fn stays_only(
        &mut self,
        rest: &[(Var, i32)],
        cell: Var,
        solution: &Solution,
    ) -> Result<bool, ClueError> {
        let mut facts = facts(rest);
        facts.push(Fact::IsNot(cell, solution[cell]));
        Ok(self.ask(&facts)?.is_none())
    }

    fn is_easy_enough(
        &mut self,
        clues: &[(Var, i32)],
        solution: &Solution,
    ) -> Result<bool, ClueError> {
        match self.wish.difficulty.and_then(Difficulty::largest_step) {
            None => Ok(true),
            Some(most) => self.within(clues, solution, most),
        }
    }

    fn is_too_easy(
        &mut self,
        clues: &[(Var, i32)],
        solution: &Solution,
    ) -> Result<bool, ClueError> {
        let easier = self.wish.difficulty.and_then(Difficulty::easier);
        match easier.and_then(Difficulty::largest_step) {
            None => Ok(false),
            Some(most) => self.within(clues, solution, most),
        }
    }

    /// Whether deductions from so many rules at a time lead to the solution.
    fn within(
        &mut self,
        clues: &[(Var, i32)],
        solution: &Solution,
        most: usize,
    ) -> Result<bool, ClueError> {
        let guide = match &mut self.guide {
            Some(guide) => guide,
            None => {
                let options = Options {
                    limits: self.limits.clone(),
                    ..Options::default()
                };
                let guide = Guide::new(self.model, &options).map_err(|error| match error {
                    ExplainError::Stopped(limit) => ClueError::Stopped(limit),
                    ExplainError::TooLarge(what) => ClueError::TooLarge(what),
                })?;
                self.guide.insert(guide)
            }
        };
        let within = guide.within(clues, solution, most);
        within.map_err(ClueError::Stopped)
    }
}

fn facts(clues: &[(Var, i32)]) -> Vec<Fact> {
    clues
        .iter()
        .map(|&(var, value)| Fact::Is(var, value))
        .collect()
}
