//! `tantalizer explain`: the solution, one deduction after another, in sentences.

use super::clock;
use super::common::{self, Common};
use super::outcome::{Failure, Outcome};
use super::output;
use clap::{ArgMatches, Args, Command, FromArgMatches};
use std::path::PathBuf;
use std::sync::Arc;
use tantalizer::model::{Limit, Question};
use tantalizer::puzzle::Puzzle;
use tantalizer::puzzle::report::{Explained, explain};

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
    let puzzle: Arc<dyn Puzzle> = asked.puzzle.into();
    let limits = asked.request.limits.clone();
    let (how, drawn) = (&arguments.common.how, svg.is_some());
    let (as_json, style) = (how.json, how.style());
    let show = move |puzzle: &dyn Puzzle, explained: &Explained| -> Result<Shown, Failure> {
        Ok(Shown {
            text: if as_json {
                let object = explained.object(puzzle);
                let object = object.map_err(|error| Failure::print(error.into()))?;
                object.to_string() + "\n"
            } else {
                common::wrapped(&explained.text(style))
            },
            picture: drawn.then(|| explained.picture().to_svg()),
            stopped_by: explained.stopped_by().cloned(),
        })
    };
    // Large models are taken in without a look at the clock.
    let explained = clock::or_left_behind(&limits, {
        let puzzle = puzzle.clone();
        move || {
            let explained = explain(&*puzzle, &mut asked.inquiry, &asked.request)?;
            show(&*puzzle, &explained)
        }
    });
    let shown = match explained {
        Ok(shown) => shown?,
        Err(limit) => show(&*puzzle, &Explained::Nothing(limit))?,
    };
    output::after(common::print(&shown.text), || {
        match (&svg, &shown.picture) {
            (Some(svg), Some(picture)) => svg.write(picture),
            _ => Ok(()),
        }
    })?;
    match shown.stopped_by {
        None => Ok(Outcome::Answered),
        Some(limit) => Ok(Outcome::unanswered(limit)),
    }
}

/// An explanation, ready to be shown.
struct Shown {
    text: String,
    picture: Option<String>,
    stopped_by: Option<Limit>,
}
