//! `tantalizer explain`: the solution, one deduction after another, in sentences.

use super::common::{self, Common};
use super::json;
use super::outcome::{Failure, Outcome};
use super::output;
use clap::{ArgMatches, Args, Command, FromArgMatches};
use std::path::PathBuf;
use tantalizer::model::Question;
use tantalizer::puzzles::report::explain;

/// The arguments of `explain`.
#[derive(Args, Debug)]
struct Explain {
    #[command(flatten)]
    common: Common,

    /// Draw the steps, or the explanation's tree, as an SVG file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

pub fn command() -> Command {
    let command = Command::new("explain")
        .about("The solution, one deduction after another; or which clues clash");
    common::with_puzzle_flags(common::with_arguments::<Explain>(command))
}

pub fn run(matches: &ArgMatches) -> Result<Outcome, Failure> {
    let arguments =
        Explain::from_arg_matches(matches).map_err(|error| Failure::Usage(error.to_string()))?;
    let [svg] = output::make_sure_of([("--svg", &arguments.svg)])?;
    let flags = common::puzzle_flags(matches);
    let mut asked = arguments.common.open(Question::One, &flags)?;
    let puzzle = &*asked.puzzle;
    let explained = explain(puzzle, &mut asked.inquiry, &asked.request)?;
    let printed = if arguments.common.how.json {
        let object = explained.object(puzzle);
        json::print(&object.map_err(|error| Failure::print(error.into()))?)
    } else {
        common::print(&explained.text(arguments.common.how.style()))
    };
    output::after(printed, || match &svg {
        Some(svg) => svg.write(&explained.picture().to_svg()),
        None => Ok(()),
    })?;
    match explained.stopped_by() {
        None => Ok(Outcome::Answered),
        Some(limit) => Ok(Outcome::unanswered(limit)),
    }
}
