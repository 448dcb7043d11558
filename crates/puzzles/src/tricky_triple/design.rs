//! Designing boards: with one solution, of a wanted difficulty or with the fewest clues.

use super::generate::{GenerateError, Wish, generate};
use super::{Given, KIND, TrickyTriple};
use serde_json::json;
use tantalizer_design::fewest_clues::fewest_clues;
use tantalizer_explain::Difficulty;
use tantalizer_model::{Limit, Limits, Request, Solution};
use tantalizer_puzzle::design::{
    Design, DesignError, DesignProgress, Designer, Evidence, Made, Parameter, Shown, Takes, Wishes,
};
use tantalizer_puzzle::{Puzzle, PuzzleError, View};

/// How boards are designed.
pub(super) static DESIGNER: Designer = Designer {
    about: "Boards of Tricky Triple with exactly one solution",
    noun: "board",
    parameters: &[
        Parameter::number("rows", "R", "Rows of the board", 6, (1, 50)),
        Parameter::number("cols", "C", "Columns of the board", 6, (1, 50)),
        Parameter::number("black", "N", "Black cells", 0, (0, 2500)),
        Parameter {
            conflicts: &["fewest-clues"],
            ..Parameter::optional_number("clues", "N", "Exactly so many clues", (0, 2500))
        },
        Parameter {
            conflicts: &["difficulty", "symmetric"],
            ..Parameter::switch(
                "fewest-clues",
                "As few clues as the solved board allows, with proof",
            )
        },
        Parameter {
            requires: &["fewest-clues"],
            conflicts: &["rows", "cols", "black"],
            ..Parameter::new(
                "solution",
                "FILE",
                "The solved board to find the fewest clues for: a puzzle file with all cells filled",
                Takes::Puzzle,
            )
        },
        Parameter::word(
            "difficulty",
            "LEVEL",
            "How hard: the size of the largest deduction",
            None,
            &["easy", "medium", "hard", "expert"],
        ),
        Parameter::switch(
            "symmetric",
            "Clues and black cells keep their places when the board is turned upside down",
        ),
    ],
    examples: &[
        (
            "easy",
            r#"{ "rows": 4, "cols": 4, "difficulty": "easy", "seed": 1 }"#,
        ),
        (
            "fewest",
            r#"{ "rows": 3, "cols": 4, "fewest_clues": true, "seed": 2 }"#,
        ),
    ],
    draws: false,
    certifies_with: Some("fewest-clues"),
    objective: |wishes| objective(wishes).to_string(),
    keeps_time: true,
    make,
    surveys: None,
};

fn objective(wishes: &Wishes) -> &'static str {
    if wishes.has("fewest-clues") {
        "fewest-clues"
    } else {
        "unique"
    }
}

fn make(
    wishes: &Wishes,
    request: &Request,
    told: &(dyn Fn(DesignProgress) + Sync),
) -> Result<Design, DesignError> {
    let made = if wishes.has("fewest-clues") {
        let (solved, solution) = match wishes.puzzle("solution") {
            None => generate(&plain_wish(wishes, request), &request.limits)?,
            Some(document) => {
                let board = TrickyTriple::read(document)?;
                let Some(solution) = board.filled() else {
                    let reason = document.error(None, "a solved board has no empty cell");
                    return Err(GenerateError::Impossible(reason.to_string()).into());
                };
                (board, solution)
            }
        };
        MadeBoard::with_fewest_clues(&solved, solution, &request.limits, |bound| {
            told(DesignProgress::AtLeast(bound));
        })?
    } else {
        let level = |name: &str| Difficulty::ALL.into_iter().find(|l| l.name() == name);
        let wish = Wish {
            clues: wishes.number("clues").map(|clues| clues as usize),
            difficulty: wishes.word("difficulty").and_then(level),
            symmetric: wishes.has("symmetric"),
            ..plain_wish(wishes, request)
        };
        MadeBoard::to_wish(&wish, &request.limits)?
    };
    // The file tells how it can be made again.
    let file = format!(
        "# {}\n{}",
        command_line(wishes, request.seed),
        made.board.to_toml()
    );
    Ok(Design::Made(Box::new(made.told(wishes, file)?)))
}

fn plain_wish(wishes: &Wishes, request: &Request) -> Wish {
    Wish {
        rows: wishes.size("rows"),
        cols: wishes.size("cols"),
        black: wishes.size("black"),
        clues: None,
        difficulty: None,
        symmetric: false,
        seed: request.seed,
    }
}

/// The command that makes the same board.
fn command_line(wishes: &Wishes, seed: u64) -> String {
    let mut words = vec![format!("tantalizer design {}", KIND.name)];
    match wishes.puzzle("solution") {
        Some(document) => words.push(format!("--solution {}", document.file())),
        None => {
            let (rows, cols) = (wishes.size("rows"), wishes.size("cols"));
            words.push(format!("--rows {rows} --cols {cols}"));
        }
    }
    let black = wishes.number("black").filter(|&black| black > 0);
    words.extend(black.map(|black| format!("--black {black}")));
    let clues = wishes.number("clues");
    words.extend(clues.map(|clues| format!("--clues {clues}")));
    let level = wishes.word("difficulty");
    words.extend(level.map(|level| format!("--difficulty {level}")));
    for switch in ["fewest-clues", "symmetric"] {
        words.extend(wishes.has(switch).then(|| format!("--{switch}")));
    }
    words.push(format!("--seed {seed}"));
    words.join(" ")
}

impl From<GenerateError> for DesignError {
    fn from(error: GenerateError) -> DesignError {
        match error {
            GenerateError::Impossible(_) => DesignError::Bad(error.to_string()),
            GenerateError::NotFound { .. } | GenerateError::Stopped(_) => {
                DesignError::NotFound(error.to_string())
            }
            GenerateError::Puzzle(error) => error.into(),
        }
    }
}

fn plural(count: usize, noun: &str) -> String {
    let end = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{end}")
}

/// A board and what is known of it.
#[derive(Clone, Debug)]
struct MadeBoard {
    /// The board.
    board: TrickyTriple,
    /// Its only solution.
    solution: Solution,
    /// For the fewest clues: the proved lower bound.
    lower_bound: Option<usize>,
    /// For the fewest clues: the alternatives that show the bound.
    alternatives: Vec<Solution>,
    /// Whether everything wished for is proved.
    proved: bool,
    /// What stopped the proof.
    stopped_by: Option<Limit>,
    difficulty: Option<&'static str>,
}

impl MadeBoard {
    /// A board as wished.
    fn to_wish(wish: &Wish, limits: &Limits) -> Result<MadeBoard, GenerateError> {
        let (board, solution) = generate(wish, limits)?;
        Ok(MadeBoard {
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
    fn with_fewest_clues(
        solved: &TrickyTriple,
        solution: Solution,
        limits: &Limits,
        told: impl FnMut(usize),
    ) -> Result<MadeBoard, GenerateError> {
        let blank = solved.blank();
        let model = blank.model().map_err(PuzzleError::from)?;
        let found = fewest_clues(&model, &solution, limits, told)
            .map_err(|error| PuzzleError::Unfit(error.to_string()))?;
        let mut cells = blank.cells().to_vec();
        for clue in &found.clues {
            cells[blank.white[clue.index()]] = Given::Clue(solution[*clue]);
        }
        Ok(MadeBoard {
            board: TrickyTriple::new(blank.rows(), blank.cols(), cells),
            solution,
            lower_bound: Some(found.lower_bound),
            alternatives: found.alternatives,
            proved: found.proved,
            stopped_by: found.stopped_by,
            difficulty: None,
        })
    }

    /// What is told of the board, which stands in this file.
    fn told(self, wishes: &Wishes, file: String) -> Result<Made, PuzzleError> {
        let fewest = self.lower_bound.is_some();
        let clues = plural(self.clues(), "clue");
        let closing = match (self.lower_bound, self.proved) {
            (None, _) => format!("\n{clues}, exactly one solution.\n"),
            (Some(_), true) => format!(
                "\n{clues}, exactly one solution; fewer are not enough (shown by {}).\n",
                plural(self.alternatives.len(), "alternative")
            ),
            (Some(bound), false) => format!(
                "\n{clues}, exactly one solution; fewer than {bound} are not enough, the rest is not known.\n"
            ),
        };
        let solved = |solution: &Solution| self.board.solution_json(solution, None);
        let alternatives: Vec<_> = self.alternatives.iter().map(solved).collect();
        let json = json!({
            "puzzle": KIND.name,
            "objective": objective(wishes),
            "minimum": fewest.then(|| self.clues().to_string()),
            "lower_bound": self.lower_bound.map(|bound| bound.to_string()),
            "proved": self.proved,
            "witness": self.board.to_json(),
            "solution": solved(&self.solution),
            "clues": self.clues(),
            "difficulty": self.difficulty,
            "alternatives": alternatives,
        });
        let unproved = (!self.proved).then(|| match &self.stopped_by {
            Some(limit) => format!("the minimum is not proved: {limit}"),
            None => "the minimum is not proved".to_string(),
        });
        let evidence = Evidence {
            statement: format!("{:#}\n", self.board.to_json()),
            model: self.board.model()?,
            clues: self.clues(),
            solution: self.solution,
            alternatives: self.alternatives,
        };
        Ok(Made {
            json,
            shown: vec![
                Shown::Drawing,
                Shown::Closing(closing),
                Shown::File(format!("\n{file}")),
            ],
            drawing: Some(self.board.draw(&View::blank())),
            witness: self.board.to_json(),
            toml: Some(file),
            unproved,
            evidence: fewest.then_some(evidence),
        })
    }

    /// How many clues the board has.
    fn clues(&self) -> usize {
        self.board.clues()
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
