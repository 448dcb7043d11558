//! Designing boards: black cells drawn at random, and clues as for every kind that has some.

use super::{Given, KIND, MOST_CELLS, TrickyTriple};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use std::ops::Range;
use tantalizer_model::{Model, ModelError, Request, Solution, Var};
use tantalizer_puzzle::clued::{
    Blank, CLUES, DIFFICULTY, FEWEST, Instance, SOLUTION, SYMMETRIC, Task,
};
use tantalizer_puzzle::design::{
    Design, DesignError, DesignProgress, Designer, Made, Parameter, Wishes,
};
use tantalizer_puzzle::{Puzzle, PuzzleError};

/// After so many boards in vain, the wish is given up.
const MOST_ATTEMPTS: u64 = 2_000;

/// How boards are designed.
pub(super) static DESIGNER: Designer = Designer {
    about: "Boards of Tricky Triple with exactly one solution",
    noun: "board",
    parameters: &[
        Parameter::number("rows", "R", "Rows of the board", 6, (1, 50)),
        Parameter::number("cols", "C", "Columns of the board", 6, (1, 50)),
        Parameter::number("black", "N", "Black cells", 0, (0, 2500)),
        CLUES,
        FEWEST,
        Parameter {
            conflicts: &["rows", "cols", "black"],
            ..SOLUTION
        },
        DIFFICULTY,
        Parameter {
            help: "Clues and black cells keep their places when the board is turned upside down",
            ..SYMMETRIC
        },
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
    certifies: true,
    objective: |wishes| wishes.clue_objective().to_string(),
    keeps_time: true,
    make,
    surveys: None,
};

fn make(
    wishes: &Wishes,
    request: &Request,
    told: &(dyn Fn(DesignProgress) + Sync),
) -> Result<Design, DesignError> {
    let made = match wishes.puzzle(SOLUTION.name) {
        Some(document) => {
            let board = TrickyTriple::read(document)?;
            let Some(solution) = board.filled() else {
                return Err(document
                    .error(None, "a solved board has no empty cell")
                    .into());
            };
            let model = board.blank().model().map_err(PuzzleError::from)?;
            if let Some(violation) = model.violated(&solution.0) {
                let reason = model.describe_violation(violation);
                let message = format!("the board given as solved is no solution: {reason}");
                return Err(document.error(None, message).into());
            }
            attempt(
                &board,
                Some(solution),
                wishes,
                request,
                0..MOST_ATTEMPTS,
                told,
            )?
        }
        None => on_random_boards(wishes, request, told)?,
    };
    Ok(Design::Made(Box::new(made)))
}

fn on_random_boards(
    wishes: &Wishes,
    request: &Request,
    told: &(dyn Fn(DesignProgress) + Sync),
) -> Result<Made, DesignError> {
    refuse_the_impossible(wishes)?;
    let (rows, cols, black) = (
        wishes.size("rows"),
        wishes.size("cols"),
        wishes.size("black"),
    );
    let empty = TrickyTriple::empty(rows, cols);
    if black == 0 {
        return attempt(&empty, None, wishes, request, 0..MOST_ATTEMPTS, told);
    }
    let mut last = None;
    for number in 0..MOST_ATTEMPTS {
        // Other numbers than those that the clues are drawn from.
        let mut random = ChaCha8Rng::seed_from_u64(request.seed);
        random.set_stream(!number);
        let symmetric = wishes.has(SYMMETRIC.name);
        let Some(board) = with_black_cells(&empty, black, symmetric, &mut random) else {
            continue;
        };
        match attempt(&board, None, wishes, request, number..number + 1, told) {
            Err(DesignError::NotFound(reason)) if request.limits.expired().is_none() => {
                last = Some(DesignError::NotFound(reason));
            }
            Err(DesignError::None(reason)) => last = Some(DesignError::None(reason)),
            other => return other,
        }
    }
    let none = || DesignError::NotFound("no black cells are as wanted".into());
    Err(last.unwrap_or_else(none))
}

fn attempt(
    board: &TrickyTriple,
    solution: Option<Solution>,
    wishes: &Wishes,
    request: &Request,
    attempts: Range<u64>,
    told: &(dyn Fn(DesignProgress) + Sync),
) -> Result<Made, DesignError> {
    let blank = BlankBoard::new(board).map_err(PuzzleError::from)?;
    let task = Task {
        blank: &blank,
        solution,
        wishes,
        request,
        attempts,
    };
    task.make(&command_line(wishes, request.seed), told)
}

/// The command that makes the same board.
fn command_line(wishes: &Wishes, seed: u64) -> String {
    let mut words = vec![format!("tantalizer design {}", KIND.name)];
    if wishes.puzzle(SOLUTION.name).is_none() {
        let (rows, cols) = (wishes.size("rows"), wishes.size("cols"));
        words.push(format!("--rows {rows} --cols {cols}"));
        let black = wishes.number("black").filter(|&black| black > 0);
        words.extend(black.map(|black| format!("--black {black}")));
    }
    words.extend(wishes.clue_flags());
    words.push(format!("--seed {seed}"));
    words.join(" ")
}

fn refuse_the_impossible(wishes: &Wishes) -> Result<(), DesignError> {
    let (black, clues) = (wishes.size("black"), wishes.number(CLUES.name));
    let symmetric = wishes.has(SYMMETRIC.name);
    let cells = wishes.size("rows").saturating_mul(wishes.size("cols"));
    let refuse = |reason: String| {
        Err(DesignError::Bad(format!(
            "no board can be like that: {reason}"
        )))
    };
    if cells == 0 {
        return refuse("a board has at least one row and one column".into());
    }
    if cells > MOST_CELLS {
        return refuse(format!("a board has at most {MOST_CELLS} cells"));
    }
    if black >= cells {
        return refuse(format!(
            "{black} black cells leave no white cell on a board of {cells} cells"
        ));
    }
    let white = cells - black;
    if let Some(clues) = clues
        && clues > white as u64
    {
        return refuse(format!("there are {white} white cells for {clues} clues"));
    }
    let centre = cells % 2 == 1;
    if symmetric && black % 2 == 1 && !centre {
        return refuse(
            "an odd number of black cells is symmetric only around a central cell".into(),
        );
    }
    // An odd number of black cells takes the central cell.
    let white_centre = centre && black.is_multiple_of(2);
    if symmetric && !white_centre && clues.is_some_and(|clues| clues % 2 == 1) {
        return refuse(
            "an odd number of clues is symmetric only around a white central cell".into(),
        );
    }
    Ok(())
}

/// The board with so many random cells black; with symmetry, a cell goes with the one that a half turn puts into its place.
fn with_black_cells(
    empty: &TrickyTriple,
    black: usize,
    symmetric: bool,
    random: &mut ChaCha8Rng,
) -> Option<TrickyTriple> {
    let all = empty.cells().len();
    let mut order: Vec<usize> = (0..if symmetric { all.div_ceil(2) } else { all }).collect();
    order.shuffle(random);
    let mut cells = empty.cells().to_vec();
    let mut left = black;
    for cell in order {
        let turned = if symmetric { all - 1 - cell } else { cell };
        let size = if turned == cell { 1 } else { 2 };
        if size <= left {
            cells[cell] = Given::Black;
            cells[turned] = Given::Black;
            left -= size;
        }
    }
    (left == 0).then(|| TrickyTriple::new(empty.rows(), empty.cols(), cells))
}

/// A board without clues.
struct BlankBoard {
    board: TrickyTriple,
    model: Model,
}

impl BlankBoard {
    fn new(board: &TrickyTriple) -> Result<BlankBoard, ModelError> {
        let board = board.blank();
        let model = board.model()?;
        Ok(BlankBoard { board, model })
    }
}

impl Blank for BlankBoard {
    fn model(&self) -> &Model {
        &self.model
    }

    fn boards(&self) -> Vec<Vec<Option<Var>>> {
        let positions = self.board.position.iter();
        vec![positions.map(|at| at.map(Var::from_index)).collect()]
    }

    fn puzzle(&self, clues: &[(Var, i32)], _: &Solution) -> Result<Instance, PuzzleError> {
        let mut cells = self.board.cells().to_vec();
        for &(var, symbol) in clues {
            cells[self.board.white[var.index()]] = Given::Clue(symbol);
        }
        let board = TrickyTriple::new(self.board.rows(), self.board.cols(), cells);
        Ok(Instance {
            toml: board.to_toml(),
            statement: format!("{:#}\n", board.to_json()),
            model: board.model()?,
            puzzle: Box::new(board),
        })
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
