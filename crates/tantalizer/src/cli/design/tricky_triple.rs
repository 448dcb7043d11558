//! `tantalizer design tricky-triple`: boards with exactly one solution, of a wanted difficulty or with the fewest
//! clues.

use super::super::certificate;
use super::super::common::{self, How, plural};
use super::super::json;
use super::super::outcome::{Failure, Outcome};
use super::super::output::{self, Form, Output};
use super::super::table::Table;
use clap::{ArgMatches, Args, Command, FromArgMatches};
use std::path::{Path, PathBuf};
use std::time::Instant;
use tantalizer::explain::Difficulty;
use tantalizer::model::Solution;
use tantalizer::puzzle::{Document, Puzzle, PuzzleError, View};
use tantalizer::puzzles::tricky_triple::design::Made;
use tantalizer::puzzles::tricky_triple::generate::{GenerateError, Wish, generate};
use tantalizer::puzzles::tricky_triple::{TrickyTriple, library};
use tantalizer::sat::{Certificate, Claim, Encoding};

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

    /// Write down, for `tantalizer check`, that there is one solution and that fewer clues are not enough
    #[arg(long, value_name = "FILE", requires = "fewest_clues")]
    certificate: Option<PathBuf>,

    /// List the boards that come with the program, and do nothing else; their names can stand for files
    #[arg(long, exclusive = true)]
    list: bool,

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
    if design.list {
        return common::print(&listed()?).map(|()| Outcome::Answered);
    }
    let start = Instant::now();
    let [out, certificate] = output::make_sure_of([
        ("--out", &design.out),
        ("--certificate", &design.certificate),
    ])?;
    let made = match design.make() {
        Ok(made) => made,
        Err(error @ (GenerateError::Stopped(_) | GenerateError::NotFound { .. })) => {
            let objective = if design.fewest_clues {
                "fewest-clues"
            } else {
                "unique"
            };
            return super::not_found(&design.how, "tricky-triple", objective, &error, start);
        }
        Err(GenerateError::Puzzle(error)) => return Err(error.into()),
        Err(error @ GenerateError::Impossible(_)) => return Err(Failure::Usage(error.to_string())),
    };
    design.show(&made, start.elapsed().as_secs_f64(), out.as_ref())?;
    if !made.proved {
        let reason = match &made.stopped_by {
            Some(limit) => format!("the minimum is not proved: {limit}"),
            None => "the minimum is not proved".to_string(),
        };
        return Ok(Outcome::unanswered(reason));
    }
    match certificate {
        Some(certificate) if !design.certify(&made, &certificate)? => Ok(Outcome::Unanswered),
        _ => Ok(Outcome::Answered),
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

    /// The command that makes the same board.
    fn command_line(&self) -> String {
        let mut words = vec!["tantalizer design tricky-triple".to_string()];
        match &self.solution {
            Some(path) => words.push(format!("--solution {}", path.display())),
            None => words.push(format!("--rows {} --cols {}", self.rows, self.cols)),
        }
        if self.black > 0 {
            words.push(format!("--black {}", self.black));
        }
        words.extend(self.clues.map(|clues| format!("--clues {clues}")));
        let level = self.difficulty.as_ref();
        words.extend(level.map(|level| format!("--difficulty {level}")));
        for (flag, name) in [
            (self.fewest_clues, "--fewest-clues"),
            (self.symmetric, "--symmetric"),
        ] {
            words.extend(flag.then(|| name.to_string()));
        }
        words.push(format!("--seed {}", self.how.seed));
        words.join(" ")
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
                eprintln!("fewer than {} are not enough", plural(bound, "clue"));
            }
        })?;
        Ok(made)
    }

    /// Writes the certificate; whether there is one.
    fn certify(&self, made: &Made, output: &Output) -> Result<bool, Failure> {
        let model = made.board.model().map_err(PuzzleError::from)?;
        let statement = format!("{:#}\n", made.board.to_json());
        let certificate = Certificate {
            statement: &statement,
            model: &model,
            claim: Claim::Exactly,
            solutions: std::slice::from_ref(&made.solution),
            encoding: Encoding::Auto,
        };
        let written = certificate::write_to(output, |file| {
            let limits = self.how.limits();
            certificate.write_fewest(made.board.clues(), &made.alternatives, file, &limits)
        })?;
        if let Err(reason) = &written {
            eprintln!("tantalizer: no certificate: {reason}");
        }
        Ok(written.is_ok())
    }

    fn show(&self, made: &Made, seconds: f64, out: Option<&Output>) -> Result<(), Failure> {
        // The file tells how it can be made again.
        let file = format!("# {}\n{}", self.command_line(), made.board.to_toml());
        let printed = if self.how.json {
            json::print(&made.object(seconds))
        } else {
            common::print(&self.text(made, &file))
        };
        output::after(printed, || match out {
            Some(out) if Form::of(out.path(), Form::Toml) == Form::Json => {
                out.write_value(&made.board.to_json(), Form::Json)
            }
            Some(out) => out.write(&file),
            None => Ok(()),
        })
    }

    /// The board and what is known of it.
    fn text(&self, made: &Made, file: &str) -> String {
        let clues = plural(made.clues(), "clue");
        let mut text = made.board.draw(&View::blank()).to_text(self.how.style());
        if !self.how.quiet {
            text.push('\n');
            text.push_str(&match (made.lower_bound, made.proved) {
                (None, _) => format!("{clues}, exactly one solution.\n"),
                (Some(_), true) => format!(
                    "{clues}, exactly one solution; fewer are not enough (shown by {}).\n",
                    plural(made.alternatives.len(), "alternative")
                ),
                (Some(bound), false) => format!(
                    "{clues}, exactly one solution; fewer than {bound} are not enough, the rest is not known.\n"
                ),
            });
            if self.out.is_none() {
                text.push('\n');
                text.push_str(file);
            }
        }
        text
    }
}

/// A line for each board that comes with the program.
fn listed() -> Result<String, Failure> {
    let mut table = Table::new(&["board", "size", "clues>", "black>", "level", "from"]);
    for entry in library::BOARDS {
        let board = entry.read()?;
        table.push([
            entry.name.to_string(),
            format!("{}x{}", board.rows(), board.cols()),
            board.clues().to_string(),
            board.black().to_string(),
            entry.level().unwrap_or_default().to_string(),
            entry.origin().to_string(),
        ]);
    }
    Ok(table.to_text())
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
