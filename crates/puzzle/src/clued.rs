//! Designs of puzzles with clues: what can be wished for of any kind that has some, and what is told of what was made.
//!
//! A kind brings a [`Blank`]: its rules without any clue, and which variables may be told. The rest is the same for all: a solution, drawn at
//! random or given; clues chosen so that it is the only one; the file, the JSON object, and the evidence that fewer are not enough.

use crate::design::{
    DesignError, DesignProgress, Evidence, Fewest, Made, Parameter, Shown, Takes, Wishes,
};
use crate::{Puzzle, PuzzleError, View};
use serde_json::json;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;
use tantalizer_ask::ask;
use tantalizer_design::clues::{Cells, ClueError, ClueWish, clued_with_hints, random_solution};
use tantalizer_design::fewest_clues::{FewestClues, FewestCluesError, fewest_clues};
pub use tantalizer_explain::Difficulty;
use tantalizer_explain::{ExplainError, Options, difficulty};
use tantalizer_model::{Collect, Limit, Limits, Model, Problem, Question, Request, Solution, Var};

/// After so many puzzles of which the explanation says another difficulty than was wanted, none is looked for any more.
const MOST_REFUSED: u64 = 30;

/// Exactly so many clues.
pub const CLUES: Parameter = Parameter {
    conflicts: &["fewest-clues"],
    ..Parameter::optional_number("clues", "N", "Exactly so many clues", (0, 2500))
};

/// As few clues as can be.
pub const FEWEST: Parameter = Parameter {
    conflicts: &["difficulty", "symmetric"],
    ..Parameter::switch(
        "fewest-clues",
        "As few clues as the solved board allows, with proof",
    )
};

/// The solution that the puzzle is to have.
pub const SOLUTION: Parameter = Parameter::new(
    "solution",
    "FILE",
    "The solved board that the puzzle is to have: a puzzle file with all cells filled",
    Takes::Puzzle,
);

/// How hard it is.
pub const DIFFICULTY: Parameter = Parameter::word(
    "difficulty",
    "LEVEL",
    "How hard: the size of the largest deduction",
    None,
    &["easy", "medium", "hard", "expert"],
);

/// Clues that keep their places when the board is turned.
pub const SYMMETRIC: Parameter = Parameter::switch(
    "symmetric",
    "Clues keep their places when the board is turned upside down",
);

/// All of these: what can be wished for where nothing else can.
pub static PARAMETERS: &[Parameter] = &[CLUES, FEWEST, SOLUTION, DIFFICULTY, SYMMETRIC];

/// The rules of a puzzle, without any clue.
pub trait Blank {
    /// The rules as a model.
    fn model(&self) -> &Model;

    /// The variables that may be told, board by board, row by row; nothing stands for a cell without one.
    fn boards(&self) -> Vec<Vec<Option<Var>>>;

    /// What stands for a cell without a clue: a variable that has this value in the solution is never told.
    fn silent(&self) -> HashMap<Var, i32> {
        HashMap::new()
    }

    /// Variables that are always told.
    fn hints(&self) -> Vec<Var> {
        Vec::new()
    }

    /// The puzzle that tells these clues of a solution.
    fn puzzle(&self, clues: &[(Var, i32)], solution: &Solution) -> Result<Instance, PuzzleError>;

    /// The model of the finished puzzle when it is read again, if that may be another one: the rules for designs may be narrower than those of the puzzle, and
    /// then the clues may tell more solutions apart than they have to.
    fn read_again(
        &self,
        made: &Instance,
        limits: &Limits,
    ) -> Result<Option<Arc<Model>>, PuzzleError> {
        let _ = (made, limits);
        Ok(None)
    }
}

/// A puzzle that was made.
pub struct Instance {
    /// The puzzle.
    pub puzzle: Box<dyn Puzzle>,
    /// Its file as TOML.
    pub toml: String,
    /// The puzzle as a certificate states it.
    pub statement: String,
    /// Its model, with the clues.
    pub model: Model,
}

/// How a puzzle is made.
pub struct Task<'a> {
    /// The rules.
    pub blank: &'a dyn Blank,
    /// The solution that it is to have, if that is known.
    pub solution: Option<Solution>,
    /// What is wished for.
    pub wishes: &'a Wishes,
    /// Seed and limits.
    pub request: &'a Request,
    /// Which of the attempts that the seed stands for are made.
    pub attempts: Range<u64>,
}

impl Wishes {
    /// Whether the fewest clues are wished for, and what an answer calls that.
    pub fn clue_objective(&self) -> &'static str {
        if self.has(FEWEST.name) {
            "fewest-clues"
        } else {
            "unique"
        }
    }

    fn level(&self) -> Option<Difficulty> {
        let name = self.word(DIFFICULTY.name)?;
        Difficulty::ALL
            .into_iter()
            .find(|level| level.name() == name)
    }

    /// The flags with which a command asks for the same clues.
    pub fn clue_flags(&self) -> Vec<String> {
        let mut words = Vec::new();
        let clues = self.number(CLUES.name);
        words.extend(clues.map(|clues| format!("--clues {clues}")));
        let level = self.word(DIFFICULTY.name);
        words.extend(level.map(|level| format!("--difficulty {level}")));
        for switch in [FEWEST.name, SYMMETRIC.name] {
            words.extend(self.has(switch).then(|| format!("--{switch}")));
        }
        if let Some(document) = self.puzzle(SOLUTION.name) {
            words.push(format!("--solution {}", document.file()));
        }
        words
    }
}

impl Task<'_> {
    /// Makes the puzzle; the file begins with this line as a comment.
    pub fn make(
        self,
        head: &str,
        told: &(dyn Fn(DesignProgress) + Sync),
    ) -> Result<Made, DesignError> {
        let cells = self.cells();
        self.refuse_the_impossible(&cells)?;
        let clues = self.wishes.number(CLUES.name).map(|clues| clues as usize);
        let wanted = self.wishes.level();
        // Hints are to be enough, if they can be; a difficulty may take some clues beside them.
        let hints_alone = !cells.hints.is_empty() && wanted.is_none();
        let mut wish = ClueWish {
            clues: clues.or(hints_alone.then_some(0)),
            difficulty: wanted,
            solution: self.solution.clone(),
            seed: self.request.seed,
            attempts: self.attempts.clone(),
        };
        let (model, limits) = (self.blank.model(), &self.request.limits);
        if self.wishes.has(FEWEST.name) {
            let solution = random_solution(model, &cells, &wish, limits)?;
            let among = cells.of(&solution);
            let told = |bound| told(DesignProgress::AtLeast(bound));
            // Hints are no clues to choose from: the puzzle with all of them is asked for the fewest beside them.
            let hinted = self.blank.puzzle(&[], &solution)?.model;
            let rules = if cells.hints.is_empty() {
                model
            } else {
                &hinted
            };
            let found = fewest_clues(rules, &among, &solution, limits, told)?;
            let mut clues: Vec<Var> = found.clues.clone();
            clues.sort_unstable();
            let clues: Vec<(Var, i32)> = clues.iter().map(|&var| (var, solution[var])).collect();
            let instance = self.blank.puzzle(&clues, &solution)?;
            if !self.is_as_wished(&instance, None)? {
                let reason =
                    "the rules of designs leave one solution, and those of the puzzle more";
                return Err(DesignError::NotFound(reason.into()));
            }
            return self.told(head, instance, &clues, solution, Some((found, among)));
        }
        // With hints a player knows more than the rules of the design.
        let told = |solution: &Solution| {
            let hinted = !cells.hints.is_empty();
            let puzzle = hinted.then(|| self.blank.puzzle(&[], solution).ok());
            puzzle.flatten().map(|puzzle| puzzle.model)
        };
        for _ in 0..MOST_REFUSED {
            let made = match clued_with_hints(model, &cells, &wish, limits, &told) {
                // Hints alone were never enough: cells are told as well.
                Err(ClueError::NotFound { .. })
                    if wish.clues != clues && !cells.groups.is_empty() =>
                {
                    wish.clues = clues;
                    wish.attempts = self.attempts.clone();
                    continue;
                }
                made => made?,
            };
            let instance = self.blank.puzzle(&made.clues, &made.solution)?;
            if self.is_as_wished(&instance, wanted)? {
                return self.told(head, instance, &made.clues, made.solution, None);
            }
            wish.attempts.start = made.attempt + 1;
        }
        let reason = format!("none of the {MOST_REFUSED} that were made was as wanted");
        Err(DesignError::NotFound(reason))
    }

    /// Whether a finished puzzle, as it is read again, has one solution, and its explanation says that it is as hard as wanted.
    fn is_as_wished(
        &self,
        made: &Instance,
        wanted: Option<Difficulty>,
    ) -> Result<bool, PuzzleError> {
        let limits = &self.request.limits;
        let again = self.blank.read_again(made, limits)?;
        if let Some(model) = &again {
            let request = Request::new(Question::Unique).with_limits(limits.clone());
            let problem = Problem::Model(Arc::clone(model));
            let answer = ask(problem, &request, &mut Collect::default())?;
            match answer.unique(Question::Unique) {
                Some(true) => {}
                Some(false) => return Ok(false),
                None => {
                    let limit = answer.stopped_by.unwrap_or(Limit::Time);
                    return Err(PuzzleError::Stopped(limit));
                }
            }
        }
        if wanted.is_none() {
            return Ok(true);
        }
        let options = Options {
            limits: limits.clone(),
            ..Options::default()
        };
        let level = difficulty(again.as_deref().unwrap_or(&made.model), &options);
        let level = level.map_err(|error| match error {
            ExplainError::Stopped(limit) => PuzzleError::Stopped(limit),
            ExplainError::TooLarge(what) => PuzzleError::Stopped(Limit::Unsupported(what)),
        })?;
        Ok(level == wanted)
    }

    /// What may be told; with symmetry, a cell goes with the one that a half turn puts into its place.
    fn cells(&self) -> Cells {
        let mut seen = std::collections::HashSet::new();
        let mut groups = Vec::new();
        for board in self.blank.boards() {
            let last = board.len().saturating_sub(1);
            let first_half = if self.wishes.has(SYMMETRIC.name) {
                board.len().div_ceil(2)
            } else {
                board.len()
            };
            for at in 0..first_half {
                let turned = self.wishes.has(SYMMETRIC.name).then(|| board[last - at]);
                let pair = [Some(board[at]), turned].into_iter().flatten().flatten();
                let group: Vec<Var> = pair.filter(|&var| seen.insert(var)).collect();
                groups.extend((!group.is_empty()).then_some(group));
            }
        }
        Cells {
            hints: self.blank.hints(),
            groups,
            silent: self.blank.silent(),
        }
    }

    fn refuse_the_impossible(&self, cells: &Cells) -> Result<(), DesignError> {
        let Some(clues) = self.wishes.number(CLUES.name) else {
            return Ok(());
        };
        let count: usize = cells.groups.iter().map(Vec::len).sum();
        if clues > count as u64 {
            let reason = format!("there are {count} cells for {clues} clues");
            return Err(DesignError::Bad(reason));
        }
        let all_even = cells.groups.iter().all(|group| group.len() == 2);
        if self.wishes.has(SYMMETRIC.name) && all_even && clues % 2 == 1 {
            let reason = "an odd number of clues is symmetric only around a central cell";
            return Err(DesignError::Bad(reason.into()));
        }
        Ok(())
    }

    fn told(
        &self,
        head: &str,
        instance: Instance,
        clues: &[(Var, i32)],
        solution: Solution,
        fewest: Option<(FewestClues, Vec<Var>)>,
    ) -> Result<Made, DesignError> {
        let puzzle = &*instance.puzzle;
        let counted = match (self.blank.hints().is_empty(), clues.len()) {
            (true, count) => plural(count, "clue"),
            (false, 0) => "Hints alone".to_string(),
            (false, count) => format!("Hints and {}", plural(count, "clue")),
        };
        let closing = match &fewest {
            None => format!("{counted}, exactly one solution."),
            Some(_) if clues.is_empty() => format!("{counted}, exactly one solution."),
            Some((found, _)) if found.proved => format!(
                "{counted}, exactly one solution; fewer are not enough (shown by {}).",
                plural(found.alternatives.len(), "alternative")
            ),
            Some((found, _)) => format!(
                "{counted}, exactly one solution; fewer than {} are not enough, the rest is not known.",
                found.lower_bound
            ),
        };
        let found = fewest.as_ref().map(|(found, _)| found);
        let alternatives = found.map_or(&[][..], |found| &found.alternatives);
        let solved = |solution: &Solution| puzzle.solution_json(solution, None);
        let proved = found.is_none_or(|found| found.proved);
        let json = json!({
            "puzzle": puzzle.name(),
            "objective": self.wishes.clue_objective(),
            "minimum": found.map(|_| clues.len().to_string()),
            "lower_bound": found.map(|found| found.lower_bound.to_string()),
            "proved": proved,
            "witness": puzzle.to_json(),
            "solution": solved(&solution),
            "clues": clues.len(),
            "difficulty": self.wishes.level().map(Difficulty::name),
            "alternatives": alternatives.iter().map(solved).collect::<Vec<_>>(),
        });
        let unproved = (!proved).then(|| match found.and_then(|found| found.stopped_by.as_ref()) {
            Some(limit) => format!("the minimum is not proved: {limit}"),
            None => "the minimum is not proved".to_string(),
        });
        // The file tells how it can be made again.
        let file = format!("# {head}\n{}", instance.toml);
        Ok(Made {
            json,
            shown: vec![
                Shown::Drawing,
                Shown::Closing(format!("\n{closing}\n")),
                Shown::File(format!("\n{file}")),
            ],
            drawing: Some(puzzle.draw(&View::blank())),
            witness: puzzle.to_json(),
            toml: Some(file),
            statement: (puzzle.stated() != puzzle.to_json()).then(|| puzzle.stated().to_string()),
            unproved,
            evidence: fewest.map(|(found, among)| {
                Evidence::Fewest(Box::new(Fewest {
                    statement: instance.statement,
                    model: instance.model,
                    clues: clues.len(),
                    among,
                    solution,
                    alternatives: found.alternatives,
                }))
            }),
        })
    }
}

fn plural(count: usize, noun: &str) -> String {
    let end = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{end}")
}

impl From<ClueError> for DesignError {
    fn from(error: ClueError) -> DesignError {
        match error {
            ClueError::NoSolution
            | ClueError::NeverUnique
            | ClueError::NeverOfLevel(_)
            | ClueError::NeverSoHard { .. } => DesignError::None(error.to_string()),
            ClueError::NotFound { .. } | ClueError::Stopped(_) | ClueError::TooLarge(_) => {
                DesignError::NotFound(error.to_string())
            }
            ClueError::Model(error) => PuzzleError::from(error).into(),
        }
    }
}

impl From<FewestCluesError> for DesignError {
    fn from(error: FewestCluesError) -> DesignError {
        match error {
            FewestCluesError::NoSolution(_) => DesignError::Bad(error.to_string()),
            FewestCluesError::NeverUnique => DesignError::None(error.to_string()),
            FewestCluesError::TooLarge(_) => PuzzleError::TooLarge(error.to_string()).into(),
            FewestCluesError::Model(error) => PuzzleError::from(error).into(),
        }
    }
}
