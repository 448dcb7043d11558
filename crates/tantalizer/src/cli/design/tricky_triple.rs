//! `tantalizer design tricky-triple`: boards with exactly one solution, of a wanted difficulty or with the fewest
//! clues.

use super::super::common::{self, How};
use super::super::json;
use super::super::outcome::{Failure, Outcome};
use clap::{ArgMatches, Args, Command, FromArgMatches};
use std::path::{Path, PathBuf};
use std::time::Instant;
use tantalizer::explain::Difficulty;
use tantalizer::model::{Limit, Solution};
use tantalizer::puzzles::tricky_triple::TrickyTriple;
use tantalizer::puzzles::tricky_triple::design::Made;
use tantalizer::puzzles::tricky_triple::generate::{GenerateError, Wish, generate};
use tantalizer::puzzles::{Document, Puzzle, PuzzleError, View};

/// The arguments of `design tricky-triple`.
#[derive(Args, Debug)]
struct Design {
    /// Rows of the board
    #[arg(long, value_name = "R", default_value_t = 6)]
    rows: usize,

    /// Columns of the board
    #[arg(long, value_name = "C", default_value_t = 6)]
    cols: usize,

    /// Black cells
    #[arg(long, value_name = "N", default_value_t = 0)]
    black: usize,

    /// Exactly so many clues
    #[arg(long, value_name = "N", conflicts_with = "fewest_clues")]
    clues: Option<usize>,

    /// As few clues as the solved board allows, with proof
    #[arg(long, conflicts_with_all = ["difficulty", "symmetric"])]
    fewest_clues: bool,

    /// The solved board to find the fewest clues for: a puzzle file with all cells filled
    #[arg(long, value_name = "FILE", requires = "fewest_clues", conflicts_with_all = ["rows", "cols", "black"])]
    solution: Option<PathBuf>,

    /// How hard: the size of the largest deduction
    #[arg(long, value_name = "LEVEL", value_parser = ["easy", "medium", "hard", "expert"])]
    difficulty: Option<String>,

    /// Clues and black cells keep their places when the board is turned upside down
    #[arg(long)]
    symmetric: bool,

    /// Write the board as a puzzle file
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    #[command(flatten)]
    how: How,
}

pub fn command() -> Command {
    common::with_arguments::<Design>(
        Command::new("tricky-triple").about("Boards of Tricky Triple with exactly one solution"),
    )
}

pub fn run(matches: &ArgMatches) -> Result<Outcome, Failure> {
    let design =
        Design::from_arg_matches(matches).map_err(|error| Failure::Usage(error.to_string()))?;
    let start = Instant::now();
    let made = match design.make() {
        Ok(made) => made,
        Err(GenerateError::Stopped(limit)) => {
            eprintln!("tantalizer: not answered: {limit}");
            return Ok(Outcome::Unanswered);
        }
        Err(error @ GenerateError::NotFound { .. }) => {
            eprintln!("tantalizer: not answered: {error}");
            return Ok(Outcome::Unanswered);
        }
        Err(GenerateError::Puzzle(error)) => return Err(error.into()),
        Err(error @ GenerateError::Impossible(_)) => return Err(Failure::Usage(error.to_string())),
    };
    design.show(&made, start.elapsed().as_secs_f64())?;
    match made.proved {
        true => Ok(Outcome::Answered),
        false => Ok(Outcome::Unanswered),
    }
}

impl Design {
    fn make(&self) -> Result<Made, GenerateError> {
        if self.fewest_clues {
            return self.make_with_fewest_clues();
        }
        let level = |name: &str| {
            Difficulty::ALL
                .into_iter()
                .find(|level| level.name() == name)
        };
        let wish = Wish {
            clues: self.clues,
            difficulty: self.difficulty.as_deref().and_then(level),
            symmetric: self.symmetric,
            ..self.plain_wish()
        };
        Made::to_wish(&wish, &self.how.limits())
    }

    fn plain_wish(&self) -> Wish {
        Wish {
            rows: self.rows,
            cols: self.cols,
            black: self.black,
            clues: None,
            difficulty: None,
            symmetric: false,
            seed: self.how.seed,
        }
    }

    fn make_with_fewest_clues(&self) -> Result<Made, GenerateError> {
        let limits = self.how.limits();
        let (solved, solution) = match &self.solution {
            Some(path) => read_solved(path)?,
            None => generate(&self.plain_wish(), &limits)?,
        };
        let shows = self.how.shows_progress();
        let made = Made::with_fewest_clues(&solved, solution, &limits, |bound| {
            if shows {
                eprintln!("fewer than {bound} clues do not do");
            }
        })?;
        if let Some(limit @ (Limit::Cancelled | Limit::Time)) = &made.stopped_by {
            eprintln!("tantalizer: the minimum is not proved: {limit}");
        }
        Ok(made)
    }

    fn show(&self, made: &Made, seconds: f64) -> Result<(), Failure> {
        let file = made.board.to_toml();
        if let Some(path) = &self.out {
            common::write_file(path, &file)?;
        }
        if self.how.json {
            return json::print(&made.object(seconds));
        }
        let clues = made.clues();
        let mut text = made.board.draw(&View::blank()).to_text(self.how.style());
        if !self.how.quiet {
            text.push('\n');
            text.push_str(&match (made.lower_bound, made.proved) {
                (None, _) => format!("{clues} clues, exactly one solution.\n"),
                (Some(_), true) => format!(
                    "{clues} clues, exactly one solution; fewer do not do (shown by {} alternatives).\n",
                    made.alternatives.len()
                ),
                (Some(bound), false) => format!(
                    "{clues} clues, exactly one solution; fewer than {bound} do not do, the rest is open.\n"
                ),
            });
            if self.out.is_none() {
                text.push('\n');
                text.push_str(&file);
            }
        }
        common::print(&text)
    }
}

/// A board with all cells filled, from a file.
fn read_solved(path: &Path) -> Result<(TrickyTriple, Solution), GenerateError> {
    let read = Document::open(path).and_then(|document| TrickyTriple::read(&document));
    let board = read.map_err(|error| PuzzleError::Unfit(error.to_string()))?;
    let Some(solution) = board.filled() else {
        let reason = format!("{}: a solved board has no empty cell", path.display());
        return Err(GenerateError::Impossible(reason));
    };
    Ok((board, solution))
}
