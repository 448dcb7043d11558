//! `tantalizer draw`: the puzzle as it stands, unsolved.

use super::clock;
use super::common;
use super::input::{self, Beside};
use super::outcome::{Failure, Outcome};
use super::output;
use super::picture::{self, Pictures};
use clap::{ArgMatches, Args, Command, FromArgMatches};
use std::path::PathBuf;
use tantalizer::puzzle::{About, View};

/// The arguments of `draw`.
#[derive(Args, Debug)]
struct Draw {
    /// A puzzle file (.toml or .json), a model (.mzn or .fzn), a link (puzz.link, Penpa, bucas), or - for a puzzle on standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Data files (.dzn or .json) of a .mzn model
    #[arg(value_name = "DATA")]
    data: Vec<PathBuf>,

    #[command(flatten)]
    beside: Beside,

    #[command(flatten)]
    pictures: picture::Wanted,
}

pub fn command() -> Command {
    let command = Command::new("draw").about("The puzzle as it stands, unsolved");
    let command = common::with_arguments::<Draw>(command);
    common::with_puzzle_flags_if(command, |flag| flag.about == About::Instance)
}

pub fn run(matches: &ArgMatches) -> Result<Outcome, Failure> {
    let arguments =
        Draw::from_arg_matches(matches).map_err(|error| Failure::Usage(error.to_string()))?;
    let [svg, png] = output::make_sure_of(arguments.pictures.files()?)?;
    let pictures = Pictures { svg, png };
    let flags = common::puzzle_flags(matches);
    let beside = Beside {
        data: arguments.data,
        flags: flags.clone(),
        ..arguments.beside
    };
    let puzzle = input::open(&arguments.file, &beside, &clock::limits(None, None))?;
    common::refuse_foreign_flags(puzzle.name(), &flags)?;
    let drawing = puzzle.draw(&View::blank());
    if pictures.any() {
        pictures.draw(&drawing)?;
    } else {
        common::print(&drawing.to_text(common::standard_output()))?;
    }
    Ok(Outcome::Answered)
}
