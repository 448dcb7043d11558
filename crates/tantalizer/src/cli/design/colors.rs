//! `tantalizer design colors`: sets of pieces with exactly one solution up to turns of the board.

use super::super::common::{self, How};
use super::super::json;
use super::super::outcome::{Failure, Outcome};
use super::super::output::{self, Form, Output};
use clap::{ArgMatches, Args, Command, FromArgMatches};
use std::path::PathBuf;
use std::time::Instant;
use tantalizer::puzzle::{Puzzle, View};
use tantalizer::puzzles::colors::generate::{GenerateError, Generated, Wish, generate};

/// The arguments of `design colors`.
#[derive(Args, Debug)]
struct Design {
    /// Rows of pieces
    #[arg(long, value_name = "R", default_value_t = 4)]
    rows: usize,

    /// Columns of pieces
    #[arg(long, value_name = "C", default_value_t = 4)]
    cols: usize,

    /// How many colours the pieces show, exactly
    #[arg(long, value_name = "N", default_value_t = 6)]
    colours: usize,

    /// Write the pieces as a puzzle file
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Draw the pieces into an SVG file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

    #[command(flatten)]
    how: How,
}

pub fn command() -> Command {
    common::with_arguments::<Design>(
        Command::new("colors")
            .about("Sets of pieces of Colors with exactly one solution up to turns of the board"),
    )
}

pub fn run(matches: &ArgMatches) -> Result<Outcome, Failure> {
    let design =
        Design::from_arg_matches(matches).map_err(|error| Failure::Usage(error.to_string()))?;
    let start = Instant::now();
    let outputs = output::make_sure_of([("--out", &design.out), ("--svg", &design.svg)])?;
    let wish = Wish {
        rows: design.rows,
        cols: design.cols,
        colours: design.colours,
        seed: design.how.seed,
    };
    match generate(&wish, &design.how.limits()) {
        Ok(made) => {
            design.show(&made, start.elapsed().as_secs_f64(), &outputs)?;
            Ok(Outcome::Answered)
        }
        Err(error @ GenerateError::None(_)) => {
            super::none(&design.how, "colors", "unique", &error, start)
        }
        Err(error @ GenerateError::Impossible(_)) => Err(Failure::Usage(error.to_string())),
        Err(error) => super::not_found(&design.how, "colors", "unique", &error, start),
    }
}

impl Design {
    fn show(
        &self,
        made: &Generated,
        seconds: f64,
        [out, svg]: &[Option<Output>; 2],
    ) -> Result<(), Failure> {
        let puzzle = &made.puzzle;
        let witness = puzzle.to_json();
        let drawing = puzzle.draw(&View::blank());
        let printed = if self.how.json {
            json::print(&made.object(seconds))
        } else {
            let mut text = drawing.to_text(self.how.style());
            if !self.how.quiet {
                text.push_str("\nExactly one solution up to turns of the board.\n");
                if out.is_none() {
                    text.push_str(&format!("\n{witness:#}\n"));
                }
            }
            common::print(&text)
        };
        output::after(printed, || {
            if let Some(out) = out {
                out.write_value(&witness, Form::Json)?;
            }
            match svg {
                Some(svg) => svg.write(&drawing.to_svg()),
                None => Ok(()),
            }
        })
    }
}
