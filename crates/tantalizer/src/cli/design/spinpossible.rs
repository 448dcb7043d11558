//! `tantalizer design spinpossible`: boards that are exactly so many spins from solved.

use super::super::common::{self, How};
use super::super::outcome::{Failure, Outcome};
use super::super::output::{self, Form};
use super::super::{clock, json};
use clap::{ArgMatches, Args, Command, FromArgMatches};
use std::fmt::Display;
use std::path::PathBuf;
use std::time::Instant;
use tantalizer::puzzle::{Puzzle, View};
use tantalizer::puzzles::spinpossible::{
    AtDistance, AtDistanceError, DistanceObject, Rules, Spinpossible, boards_at_distance,
};

/// The arguments of `design spinpossible`.
#[derive(Args, Debug)]
struct Design {
    /// Rows of the board
    #[arg(long, value_name = "M", default_value_t = 3)]
    rows: usize,

    /// Columns of the board
    #[arg(long, value_name = "N", default_value_t = 3)]
    cols: usize,

    /// The number of spins that its shortest solutions have
    #[arg(long, value_name = "D")]
    distance: usize,

    /// Single tiles may not be spun
    #[arg(long)]
    no_single: bool,

    /// Write the board as a puzzle file
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    #[command(flatten)]
    how: How,
}

pub fn command() -> Command {
    common::with_arguments::<Design>(
        Command::new("spinpossible").about("Boards that are exactly so many spins from solved"),
    )
}

pub fn run(matches: &ArgMatches) -> Result<Outcome, Failure> {
    let design =
        Design::from_arg_matches(matches).map_err(|error| Failure::Usage(error.to_string()))?;
    let start = Instant::now();
    let [out] = output::make_sure_of([("--out", &design.out)])?;
    let rules = Rules::new(design.rows, design.cols, !design.no_single)
        .map_err(|error| Failure::Usage(error.to_string()))?;
    let limits = design.how.limits();
    let (seed, distance, watch) = (design.how.seed, design.distance, limits.start());
    let memory_limit = limits.memory;
    // The first spheres are made without a look at the clock.
    let found = clock::or_left_behind(&limits, move || {
        let how = AtDistance {
            seed,
            watch: Some(&watch),
            memory_limit,
            progress: None,
        };
        boards_at_distance(&rules, distance, 1, &how)
    });
    let not_found = |reason: &dyn Display| {
        super::not_found(&design.how, "spinpossible", "distance", reason, start)
    };
    let board = match found {
        Ok(Ok(mut boards)) => boards.pop(),
        Ok(Err(error @ AtDistanceError::NotFound(_))) => return not_found(&error),
        Ok(Err(error @ AtDistanceError::TooFar { .. })) => {
            return super::none(&design.how, "spinpossible", "distance", &error, start);
        }
        Ok(Err(error)) => return Err(Failure::Usage(error.to_string())),
        Err(limit) => return not_found(&limit),
    };
    let Some(board) = board else {
        return not_found(&"no board was found");
    };
    let puzzle = Spinpossible::new(board, rules.single_spins());
    let printed = if design.how.json {
        let seconds = start.elapsed().as_secs_f64();
        json::print(&DistanceObject::new(&puzzle, design.distance, seconds))
    } else {
        common::print(&puzzle.draw(&View::blank()).to_text(design.how.style()))
    };
    output::after(printed, || match &out {
        Some(out) => out.write_value(&puzzle.to_json(), Form::Json),
        None => Ok(()),
    })?;
    Ok(Outcome::Answered)
}
