//! `tantalizer explain`: the solution, one deduction after another, in sentences.

use super::certificate;
use super::common::{self, Common};
use super::input::{self, Beside};
use super::outcome::{Failure, Outcome, print_failure};
use super::picture::{self, Pictures};
use super::{clock, output};
use clap::{ArgMatches, Args, Command, FromArgMatches};
use serde_json::{Map, Value};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tantalizer::certificates::certify_steps;
use tantalizer::draw::Drawing;
use tantalizer::model::{Limit, Limits, Model, Question, Var};
use tantalizer::puzzle::report::{Asked, Explained, explain, filled_in, filled_in_since};
use tantalizer::puzzle::{Flags, Puzzle, PuzzleError};

/// The arguments of `explain`.
#[derive(Args, Debug)]
struct Explain {
    #[command(flatten)]
    common: Common,

    /// The next deduction only
    #[arg(long)]
    hint: bool,

    /// Everything that clashes, one after the other, where there is no solution
    #[arg(long, conflicts_with = "hint")]
    clashes: bool,

    /// A position: what is filled in so far, as a puzzle file with more clues or as values by place (`r1c2 = 3`)
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,

    #[command(flatten)]
    pictures: picture::Wanted,

    /// Write down every deduction with what it follows from, for `tantalizer check`
    #[arg(long, value_name = "FILE", conflicts_with_all = ["hint", "clashes", "from"])]
    certificate: Option<PathBuf>,
}

pub fn command() -> Command {
    let command = Command::new("explain")
        .about("The solution, one deduction after another; or which clues clash");
    common::with_puzzle_flags(common::with_arguments::<Explain>(command))
}

pub fn run(matches: &ArgMatches) -> Result<Outcome, Failure> {
    let arguments =
        Explain::from_arg_matches(matches).map_err(|error| Failure::Usage(error.to_string()))?;
    let [svg, png] = arguments.pictures.files()?;
    let [svg, png, certificate] =
        output::make_sure_of([svg, png, ("--certificate", &arguments.certificate)])?;
    let (pictures, certificate) = (Pictures { svg, png }, Arc::new(certificate));
    let flags = common::puzzle_flags(matches);
    let mut asked = arguments.common.open(Question::One, &flags)?;
    let position = match &arguments.from {
        Some(file) => Some(Position::read(
            file,
            &arguments.common.beside,
            &asked.request.limits,
        )?),
        None => None,
    };
    let puzzle: Arc<dyn Puzzle> = asked.puzzle.into();
    let limits = asked.request.limits.clone();
    let (how, drawn) = (&arguments.common.how, pictures.any());
    let (as_json, style) = (how.json, how.style());
    let show = move |puzzle: &dyn Puzzle, explained: &Explained| -> Result<Shown, Failure> {
        let certified = match (&*certificate, explained) {
            (None, _) => Ok(()),
            (Some(output), Explained::Steps(steps)) => {
                certify_steps(output, puzzle, steps.model(), steps.explanation())?
            }
            (Some(_), Explained::Own(_)) => Err("it is explained in its own way".to_string()),
            (Some(_), Explained::Nothing(limit)) => Err(limit.to_string()),
        };
        Ok(Shown {
            certified,
            text: if as_json {
                let object = explained.object(puzzle);
                let object = object.map_err(|error| print_failure(error.into()))?;
                object.to_string() + "\n"
            } else {
                common::wrapped(&explained.text(style))
            },
            picture: drawn.then(|| explained.picture()),
            stopped_by: explained.stopped_by().cloned(),
        })
    };
    // Large models are taken in without a look at the clock.
    let (hint, every_clash) = (arguments.hint, arguments.clashes);
    let explained = clock::or_left_behind(&limits, {
        let (puzzle, show) = (puzzle.clone(), show.clone());
        move || {
            let entries = match &position {
                None => Vec::new(),
                Some(position) => {
                    let model = asked.inquiry.model(&asked.request);
                    match model.map_err(PuzzleError::from)? {
                        Some(model) => position.entries(&*puzzle, &model)?,
                        None => Vec::new(),
                    }
                }
            };
            let wanted = Asked {
                hint,
                entries,
                every_clash,
            };
            let explained = explain(&*puzzle, &mut asked.inquiry, &asked.request, &wanted)?;
            show(&*puzzle, &explained)
        }
    });
    let shown = match explained {
        Ok(shown) => shown?,
        Err(limit) => show(&*puzzle, &Explained::Nothing(limit))?,
    };
    output::after(common::print(&shown.text), || {
        let drawn = shown.picture.as_ref();
        drawn.map_or(Ok(()), |picture| pictures.draw(picture))
    })?;
    let is_certified = certificate::told(shown.certified);
    match shown.stopped_by {
        None if is_certified => Ok(Outcome::Answered),
        None => Ok(Outcome::Unanswered),
        Some(limit) => Ok(Outcome::unanswered(limit)),
    }
}

/// What is filled in so far, as it stands in a file.
enum Position {
    Values(Map<String, Value>),
    Later(Arc<Model>),
}

impl Position {
    fn read(path: &Path, beside: &Beside, limits: &Limits) -> Result<Position, Failure> {
        let document = input::document(path)?;
        if document.get("puzzle").is_none() {
            let values = document.entries();
            let values = values.map(|(place, value)| (place.to_string(), value.json()));
            return Ok(Position::Values(values.collect()));
        }
        let posed = input::open(path, beside, limits)?.pose(&Flags::new())?;
        match posed.problem.model() {
            Some(model) => Ok(Position::Later(Arc::clone(model))),
            None => Err(Failure::Usage(
                "--from: this puzzle has no places to fill in".into(),
            )),
        }
    }

    fn entries(&self, puzzle: &dyn Puzzle, model: &Model) -> Result<Vec<(Var, i32)>, PuzzleError> {
        match self {
            Position::Values(values) => filled_in(puzzle, model, values),
            Position::Later(later) => filled_in_since(model, later),
        }
    }
}

/// An explanation, ready to be shown.
struct Shown {
    text: String,
    /// Why there is no certificate, if one was wanted.
    certified: Result<(), String>,
    picture: Option<Drawing>,
    stopped_by: Option<Limit>,
}
