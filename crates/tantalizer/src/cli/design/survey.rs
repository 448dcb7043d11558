//! Surveys of whole families: what all designs of this sort share.

use super::super::common::How;
use super::super::json;
use super::super::outcome::{Failure, Outcome};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Map, Value, json};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;
use tantalizer::design::exercise::Automata;
use tantalizer::design::{self, Account, Progress, Shard, StoreError, Survey, SurveyOptions, Told};
use tantalizer::draw::Drawing;
use tantalizer::puzzles::instant_insanity::design::PieceSets;

/// A family that stored surveys name.
pub struct StoredFamily {
    /// The name in the survey's parameters.
    pub name: &'static str,
    /// The family with these parameters, or what is wrong with them.
    pub read: fn(&Value) -> Result<Box<dyn Told>, String>,
}

/// All families that can be surveyed. One line each.
pub const FAMILIES: &[StoredFamily] = &[
    StoredFamily {
        name: "instant-insanity",
        read: |parameters| Ok(Box::new(PieceSets::from_stored(parameters)?)),
    },
    StoredFamily {
        name: "automaton",
        read: |parameters| Ok(Box::new(Automata::from_stored(parameters)?)),
    },
];

/// How findings are shown and kept.
#[derive(Args, Debug)]
pub struct ShowArgs {
    /// How many instances have how many solutions; with --svg as a plot
    #[arg(long)]
    pub histogram: bool,

    /// Draw the best instance (or the histogram) into an SVG file
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,

    /// Write the survey with its classes, for independent recounting
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,

    /// Write what was surveyed, for `design merge`
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

/// How a survey is gone about.
#[derive(Args, Debug)]
pub struct SurveyArgs {
    /// Keep what is done in this file, and continue from it if it exists
    #[arg(long, value_name = "FILE")]
    pub checkpoint: Option<PathBuf>,

    /// Do only part I of N, from 1; merge the parts' --out files afterwards
    #[arg(long, value_name = "I/N", value_parser = shard)]
    pub shard: Option<Shard>,

    #[command(flatten)]
    pub show: ShowArgs,
}

fn shard(text: &str) -> Result<Shard, String> {
    Shard::parse(text).ok_or_else(|| "expected I/N with I from 1 to N, such as 1/4".to_string())
}

/// Surveys the family and tells what was found.
pub fn run(family: &dyn Told, args: &SurveyArgs, how: &How) -> Result<Outcome, Failure> {
    let start = Instant::now();
    let bar = progress_bar(how.shows_progress());
    let mut progress = |progress: Progress| {
        bar.set_length(progress.units as u64);
        bar.set_position(progress.done as u64);
        bar.set_message(format!("{} orbits", progress.orbits));
    };
    let options = SurveyOptions {
        limits: how.limits(),
        threads: super::super::common::threads(how.threads),
        shard: args.shard.unwrap_or(Shard::WHOLE),
        checkpoint: args.checkpoint.clone(),
        progress: Some(&mut progress),
    };
    let surveyed = design::survey(family, options);
    bar.finish_and_clear();
    let (survey, stopped) = surveyed.map_err(failure)?;
    tell(family, &survey, &args.show, how, start)?;
    match stopped {
        None => Ok(Outcome::Answered),
        Some(limit) => {
            eprintln!(
                "tantalizer: not answered: {limit} ({} of {} units done)",
                survey.done.len(),
                survey.units
            );
            Ok(Outcome::Unanswered)
        }
    }
}

/// Tells what a survey says, in the forms that were asked for.
pub fn tell(
    family: &dyn Told,
    survey: &Survey,
    show: &ShowArgs,
    how: &How,
    start: Instant,
) -> Result<(), Failure> {
    let mut account = family.tell(survey);
    if let Some(path) = &show.out {
        survey.save(path).map_err(failure)?;
    }
    if let Some(path) = &show.certificate {
        let mut text = design::certificate(family, survey).to_string();
        text.push('\n');
        write(path, &text)?;
    }
    if show.histogram {
        let bars = family.histogram(survey);
        account
            .json
            .insert("histogram".into(), design::histogram_json(&bars));
        account.text.push_str(&design::histogram_text(&bars));
        account.drawing = Some(design::histogram_plot("instances by solutions", &bars));
    }
    if !survey.is_complete() {
        let part = json!({"done": survey.done.len(), "units": survey.units});
        account.json.insert("part".into(), part);
    }
    print(&account, show.svg.as_deref(), how, start)
}

/// Prints an account and draws it.
pub fn print(
    account: &Account,
    svg: Option<&Path>,
    how: &How,
    start: Instant,
) -> Result<(), Failure> {
    if let (Some(path), Some(drawing)) = (svg, &account.drawing) {
        write(path, &Drawing::to_svg(drawing))?;
    }
    if how.json {
        let mut object: Map<String, Value> = account.json.clone();
        object.insert("seconds".into(), json!(start.elapsed().as_secs_f64()));
        return json::print(&object);
    }
    let mut out = std::io::stdout().lock();
    let mut text = account.text.clone();
    if let Some(drawing) = &account.drawing {
        text.push_str(&drawing.to_text(how.style()));
    }
    let printed = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    printed.map_err(Failure::print)
}

/// A stored survey that cannot be used is bad input.
pub fn failure(error: StoreError) -> Failure {
    Failure::Usage(error.to_string())
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    std::fs::write(path, text).map_err(|error| Failure::Write(path.display().to_string(), error))
}

fn progress_bar(shown: bool) -> ProgressBar {
    if !shown {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(0);
    if let Ok(style) = ProgressStyle::with_template("{elapsed} {wide_bar} {pos}/{len} {msg}") {
        bar.set_style(style);
    }
    bar
}
