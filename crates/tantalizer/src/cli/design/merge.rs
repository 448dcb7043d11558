//! `tantalizer design merge`: parts of a survey put together.

use super::super::common::{self, How, plural};
use super::super::outcome::{Failure, Outcome};
use super::super::output::Form;
use super::survey::{self, ShowArgs};
use clap::{ArgMatches, Args, Command, FromArgMatches};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::time::Instant;
use tantalizer::design::exercise::Automata;
use tantalizer::design::{Survey, Told};
use tantalizer::puzzles::kind;

#[derive(Args, Debug)]
struct Merge {
    /// The files that `--out` or `--checkpoint` of the parts wrote
    #[arg(value_name = "FILES", required = true)]
    files: Vec<PathBuf>,

    #[command(flatten)]
    show: ShowArgs,

    #[command(flatten)]
    how: How,
}

pub fn command() -> Command {
    common::with_arguments::<Merge>(
        Command::new("merge").about("Put the parts of a survey together"),
    )
}

pub fn run(matches: &ArgMatches) -> Result<Outcome, Failure> {
    let merge =
        Merge::from_arg_matches(matches).map_err(|error| Failure::Usage(error.to_string()))?;
    let start = Instant::now();
    let outputs = merge.show.outputs()?;
    let mut whole: Option<Survey> = None;
    for path in &merge.files {
        let part = load(path)?;
        whole = Some(match whole {
            None => part,
            Some(whole) => whole
                .merge(part)
                .map_err(|error| Failure::Usage(format!("{}: {error}", path.display())))?,
        });
    }
    let Some(whole) = whole else {
        return Err(Failure::Usage("expected files to merge".into()));
    };
    let family = family_of(&whole)?;
    whole.check(&*family).map_err(survey::failure)?;
    survey::tell(&*family, &whole, &merge.show, &outputs, &merge.how, start)?;
    if whole.is_complete() {
        return Ok(Outcome::Answered);
    }
    let (done, units) = (whole.done.len(), plural(whole.units, "unit"));
    let reason = format!("{done} of {units} are in these files");
    Ok(Outcome::unanswered(reason))
}

/// A part, from JSON or TOML as the file's name says.
fn load(path: &Path) -> Result<Survey, Failure> {
    if Form::of(path, Form::Json) == Form::Json {
        return Survey::load(path).map_err(survey::failure);
    }
    let unusable = |reason: String| Failure::Usage(format!("{}: {reason}", path.display()));
    let text = std::fs::read_to_string(path).map_err(|error| unusable(error.to_string()))?;
    let mut value: Value = toml::from_str(&text)
        .map_err(|error| unusable(format!("not a usable survey: {}", error.message())))?;
    // The survey itself stands there as JSON.
    if let Some(survey) = value.get("survey").and_then(Value::as_str) {
        let survey = serde_json::from_str(survey)
            .map_err(|error| unusable(format!("not a usable survey: {error}")))?;
        value["survey"] = survey;
    }
    Survey::from_json(path, value).map_err(survey::failure)
}

fn family_of(survey: &Survey) -> Result<Box<dyn Told>, Failure> {
    let name = survey.parameters["puzzle"].as_str().unwrap_or_default();
    if name == "automaton" {
        let family = Automata::from_stored(&survey.parameters);
        return Ok(Box::new(family.map_err(Failure::Usage)?));
    }
    let Some(surveys) = kind(name).and_then(|kind| kind.design?.surveys.as_ref()) else {
        return Err(Failure::Usage(format!("no survey is known of {name:?}")));
    };
    (surveys.stored)(&survey.parameters).map_err(Failure::Usage)
}
