//! `tantalizer design KIND` for kinds that are models: clues such that there is exactly one solution.

use super::super::common::{self, How};
use super::super::input::Beside;
use super::super::outcome::{Failure, Outcome};
use super::super::picture::Wanted;
use super::instances::{self, Outputs};
use clap::{ArgMatches, Args, Command, FromArgMatches};
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Instant;
use tantalizer::designs::{clues, model_kind};
use tantalizer::model::Question;
use tantalizer::puzzle::clued::{PARAMETERS, SOLUTION};
use tantalizer::puzzle::design::{Made, Shown, Wishes};

/// The arguments of `design` for a kind that is a model, beside those of all clues.
#[derive(Args, Debug)]
struct Clues {
    /// Files with parameters: .dzn, or a puzzle file of the kind, whose clues do not matter
    #[arg(value_name = "DATA")]
    data: Vec<PathBuf>,

    #[command(flatten)]
    beside: Beside,

    #[command(flatten)]
    how: How,
}

fn command() -> Command {
    let mut command = Command::new("tantalizer design")
        .about("Clues for a kind that is a model, such that there is exactly one solution")
        .after_help(
            "Without any parameter, those of the kind's example are taken (tantalizer new KIND).",
        );
    for parameter in PARAMETERS {
        command = command.arg(instances::argument(parameter));
    }
    command = command.arg(instances::certificate_argument());
    command = command.arg(instances::file(
        "out",
        "Write the puzzle into a file".to_string(),
    ));
    common::with_arguments::<Clues>(common::with_arguments::<Wanted>(command))
}

/// Designs a puzzle of the kind that is named, or whose model this is.
pub fn run(name: &str, matches: &ArgMatches) -> Result<Outcome, Failure> {
    let words = matches.get_many::<OsString>("").into_iter().flatten();
    let words = std::iter::once(OsString::from(name)).chain(words.cloned());
    let matches = command().get_matches_from(words);
    let Clues {
        mut data,
        beside,
        how,
    } = Clues::from_arg_matches(&matches).map_err(|error| Failure::Usage(error.to_string()))?;
    let start = Instant::now();
    let outputs = Outputs::of(true, true, &matches)?;
    let wishes = instances::wishes(PARAMETERS, &matches)?;
    let request = how.request(Question::One);
    let kind = model_kind(name, &beside.kinds)?;
    // A solution has parameters of its own.
    if let (true, Some(file)) = (
        data.is_empty() && beside.assignments.is_empty(),
        matches.get_one::<PathBuf>(SOLUTION.name),
    ) {
        data.push(file.clone());
    }
    let document = wishes.puzzle(SOLUTION.name);
    let parameters = if document.is_some() { &[][..] } else { &data };
    let head = command_line(name, parameters, &beside.assignments, &wishes, request.seed);
    let told = |progress| instances::tell(how.shows_progress(), progress);
    let parameters = (&data[..], &beside.assignments[..]);
    match clues(&kind, parameters, &wishes, &request, &head, &told)? {
        Ok(mut made) => {
            only_the_file(&mut made, outputs.out.is_some());
            instances::show_made(&made, &outputs, &how, start)
        }
        Err(error) => instances::unmade(error, &kind.name, wishes.clue_objective(), &how, start),
    }
}

/// What is shown is the puzzle file alone, so that it can go into another command; it says what is known of it.
fn only_the_file(made: &mut Made, is_written: bool) {
    let closing = made.shown.iter().find_map(|part| match part {
        Shown::Closing(text) => Some(text.trim().to_string()),
        _ => None,
    });
    let file = made.toml.take().unwrap_or_default();
    let file = match closing {
        Some(closing) => format!("# {closing}\n{file}"),
        None => file,
    };
    made.shown = if is_written {
        Vec::new()
    } else {
        vec![Shown::Text(file.clone())]
    };
    made.toml = Some(file);
}

/// The command that makes the same puzzle.
fn command_line(
    name: &str,
    data: &[PathBuf],
    assignments: &[String],
    wishes: &Wishes,
    seed: u64,
) -> String {
    let mut words = vec![format!("tantalizer design {name}")];
    words.extend(data.iter().map(|path| path.display().to_string()));
    words.extend(assignments.iter().map(|item| format!("-D {item}")));
    words.extend(wishes.clue_flags());
    words.push(format!("--seed {seed}"));
    words.join(" ")
}
