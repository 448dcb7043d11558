//! Boards made to a wish, and what is known of them.

use super::generate::{GenerateError, Wish, generate};
use super::{Given, TrickyTriple};
use serde::Serialize;
use serde_json::Value;
use tantalizer_design::fewest_clues::fewest_clues;
use tantalizer_model::{Limit, Limits, Solution};
use tantalizer_puzzle::{Puzzle, PuzzleError};

/// A board and what is known of it.
#[derive(Clone, Debug)]
pub struct Made {
    /// The board.
    pub board: TrickyTriple,
    /// Its only solution.
    pub solution: Solution,
    /// For the fewest clues: the proved lower bound.
    pub lower_bound: Option<usize>,
    /// For the fewest clues: the alternatives that show the bound.
    pub alternatives: Vec<Solution>,
    /// Whether everything wished for is proved.
    pub proved: bool,
    /// What stopped the proof.
    pub stopped_by: Option<Limit>,
    difficulty: Option<&'static str>,
}

/// The object of `design tricky-triple --json`.
#[derive(Debug, Serialize)]
pub struct MadeObject {
    puzzle: &'static str,
    objective: &'static str,
    minimum: Option<String>,
    lower_bound: Option<String>,
    proved: bool,
    witness: Value,
    solution: Value,
    clues: usize,
    difficulty: Option<&'static str>,
    alternatives: Vec<Value>,
    seconds: f64,
}

impl Made {
    /// A board as wished.
    pub fn to_wish(wish: &Wish, limits: &Limits) -> Result<Made, GenerateError> {
        let (board, solution) = generate(wish, limits)?;
        Ok(Made {
            board,
            solution,
            lower_bound: None,
            alternatives: Vec::new(),
            proved: true,
            stopped_by: None,
            difficulty: wish.difficulty.map(|level| level.name()),
        })
    }

    /// The fewest clues from which a solved board follows; each lower bound is told as it is proved.
    pub fn with_fewest_clues(
        solved: &TrickyTriple,
        solution: Solution,
        limits: &Limits,
        told: impl FnMut(usize),
    ) -> Result<Made, GenerateError> {
        let blank = solved.blank();
        let model = blank.model().map_err(PuzzleError::from)?;
        let found = fewest_clues(&model, &solution, limits, told)
            .map_err(|error| PuzzleError::Unfit(error.to_string()))?;
        let mut cells = blank.cells().to_vec();
        for clue in &found.clues {
            cells[blank.white[clue.index()]] = Given::Clue(solution[*clue]);
        }
        Ok(Made {
            board: TrickyTriple::new(blank.rows(), blank.cols(), cells),
            solution,
            lower_bound: Some(found.lower_bound),
            alternatives: found.alternatives,
            proved: found.proved,
            stopped_by: found.stopped_by,
            difficulty: None,
        })
    }

    /// How many clues the board has.
    pub fn clues(&self) -> usize {
        self.board.clues()
    }

    /// The JSON object.
    pub fn object(&self, seconds: f64) -> MadeObject {
        let fewest = self.lower_bound.is_some();
        let solved = |solution| self.board.solution_json(solution, None);
        MadeObject {
            puzzle: super::KIND.name,
            objective: if fewest { "fewest-clues" } else { "unique" },
            minimum: fewest.then(|| self.clues().to_string()),
            lower_bound: self.lower_bound.map(|bound| bound.to_string()),
            proved: self.proved,
            witness: self.board.to_json(),
            solution: solved(&self.solution),
            clues: self.clues(),
            difficulty: self.difficulty,
            alternatives: self.alternatives.iter().map(solved).collect(),
            seconds,
        }
    }
}

impl TrickyTriple {
    /// The same board without clues.
    pub fn blank(&self) -> TrickyTriple {
        let cells = self.cells().iter().map(|given| match given {
            Given::Black => Given::Black,
            _ => Given::Empty,
        });
        TrickyTriple::new(self.rows(), self.cols(), cells.collect())
    }

    /// The values of a board with all cells filled.
    pub fn filled(&self) -> Option<Solution> {
        let mut values = Vec::new();
        for given in self.cells() {
            match given {
                Given::Black => {}
                Given::Clue(symbol) => values.push(*symbol),
                Given::Empty => return None,
            }
        }
        Some(Solution(values))
    }
}
