//! Surveys of whole families: what all designs of this sort share.

use super::super::common::{self, How, plural};
use super::super::outcome::{Failure, Outcome};
use super::super::output::{self, Form, Output};
use super::super::picture::{Pictures, Wanted};
use super::super::{clock, json};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Map, Value, json};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;
use tantalizer::design::{self, Account, Progress, Shard, StoreError, Survey, SurveyOptions, Told};
use tantalizer::model::Limit;

/// How findings are shown and kept.
#[derive(Args, Debug)]
pub struct ShowArgs {
    /// How many instances have how many solutions; with --svg or --png as a plot
    #[arg(long)]
    pub histogram: bool,

    /// Where the best instance (or the histogram) is drawn
    #[command(flatten)]
    pub pictures: Wanted,

    /// Write the survey with its classes, for independent recounting
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,

    /// Write what was surveyed, for `design merge`; where nothing is surveyed, the instance as a puzzle file. JSON, or TOML if the name ends in .toml
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

    /// Share the work with other processes: a file with `host:port` of each, one a line. The first hands it out and writes the files
    #[arg(
        long,
        value_name = "FILE",
        requires = "process",
        conflicts_with = "shard"
    )]
    pub hosts: Option<PathBuf>,

    /// Which of the processes this is, from 0
    #[arg(long, value_name = "I", requires = "hosts")]
    pub process: Option<usize>,

    #[command(flatten)]
    pub show: ShowArgs,
}

/// The files that were asked for.
pub struct Outputs {
    pub pictures: Pictures,
    certificate: Option<Output>,
    pub out: Option<Output>,
}

impl ShowArgs {
    /// Makes sure of the files.
    pub fn outputs(&self) -> Result<Outputs, Failure> {
        let [svg, png] = self.pictures.files()?;
        let [svg, png, certificate, out] = output::make_sure_of([
            svg,
            png,
            ("--certificate", &self.certificate),
            ("--out", &self.out),
        ])?;
        Ok(Outputs {
            pictures: Pictures { svg, png },
            certificate,
            out,
        })
    }
}

impl SurveyArgs {
    /// A flag that was given and means nothing unless something is surveyed.
    pub fn only_for_surveys(&self) -> Option<&'static str> {
        let given = [
            ("checkpoint", self.checkpoint.is_some()),
            ("shard", self.shard.is_some()),
            ("hosts", self.hosts.is_some()),
            ("certificate", self.show.certificate.is_some()),
            ("histogram", self.show.histogram),
        ];
        given.iter().find(|flag| flag.1).map(|flag| flag.0)
    }

    /// Makes sure of the files, which only the first of several processes writes.
    pub fn outputs(&self) -> Result<Outputs, Failure> {
        if self.process.is_some_and(|process| process > 0) {
            return Ok(Outputs {
                pictures: Pictures {
                    svg: None,
                    png: None,
                },
                certificate: None,
                out: None,
            });
        }
        if let Some(checkpoint) = &self.checkpoint {
            output::make_sure_of_store(checkpoint)?;
        }
        self.show.outputs()
    }
}

fn shard(text: &str) -> Result<Shard, String> {
    Shard::parse(text).ok_or_else(|| "expected I/N with I from 1 to N, such as 1/4".to_string())
}

/// A survey and what stopped it, or which process was lost.
type Surveyed = Result<(Survey, Option<Limit>), String>;

/// Surveys the family and tells what was found.
pub fn run(
    family: Arc<dyn Told + Send + Sync>,
    args: &SurveyArgs,
    outputs: &Outputs,
    how: &How,
) -> Result<Outcome, Failure> {
    let start = Instant::now();
    let bar = progress_bar(how.shows_progress());
    let (limits, threads) = (how.limits(), common::threads(how.threads));
    let (shard, checkpoint) = (args.shard.unwrap_or(Shard::WHOLE), args.checkpoint.clone());
    let hosts = args.hosts.clone().zip(args.process);
    // The work is cut into units without a look at the clock.
    let surveyed = clock::or_left_behind(&how.limits(), {
        let (family, bar) = (family.clone(), bar.clone());
        move || {
            let mut progress = |progress: Progress| {
                bar.set_length(progress.units as u64);
                bar.set_position(progress.done as u64);
                bar.set_message(plural(progress.orbits as usize, "orbit"));
            };
            let mut unsaved = None;
            let mut not_saved = |error: StoreError| unsaved = Some(error);
            let options = SurveyOptions {
                limits,
                threads,
                shard,
                checkpoint,
                unsaved: Some(&mut not_saved),
                progress: Some(&mut progress),
            };
            let surveyed = match hosts {
                None => design::survey(&*family, options).map(Ok).map_err(failure),
                Some((hosts, process)) => with_many(&*family, &hosts, process, options),
            };
            (surveyed, unsaved)
        }
    });
    bar.finish_and_clear();
    let (surveyed, unsaved) = match surveyed {
        Ok(surveyed) => surveyed,
        Err(limit) => return unbegun(&*family, how, &limit, start),
    };
    let (survey, stopped) = match surveyed? {
        Ok(surveyed) => surveyed,
        Err(lost) => return Ok(Outcome::unanswered(lost)),
    };
    tell(&*family, &survey, &args.show, outputs, how, start)?;
    if let Some(error) = unsaved {
        return Err(failure(error));
    }
    match stopped {
        None => Ok(Outcome::Answered),
        Some(limit) => {
            let (done, units) = (survey.done.len(), plural(survey.units, "unit"));
            let reason = format!("{limit} ({done} of {units} done)");
            Ok(Outcome::unanswered(reason))
        }
    }
}

/// This process's part of a survey that several share.
#[cfg(feature = "many")]
fn with_many(
    family: &dyn Told,
    hosts: &Path,
    process: usize,
    options: SurveyOptions<'_>,
) -> Result<Surveyed, Failure> {
    use design::SharedError;
    use tantalizer::states::{Hosts, ManyError};

    let usage = |error: &dyn std::fmt::Display| Failure::Usage(error.to_string());
    let hosts = Hosts::read(hosts, process).map_err(|error| usage(&error))?;
    match design::survey_with_many(family, &hosts, options) {
        Ok(surveyed) => Ok(Ok(surveyed)),
        Err(SharedError::Many(error @ ManyError::Lost { .. })) => Ok(Err(error.to_string())),
        Err(error) => Err(usage(&error)),
    }
}

#[cfg(not(feature = "many"))]
fn with_many(_: &dyn Told, _: &Path, _: usize, _: SurveyOptions<'_>) -> Result<Surveyed, Failure> {
    Err(Failure::Usage(
        "--hosts: this program was built without it; build it with `--features many`".into(),
    ))
}

/// Tells that the work did not get as far as to look at an instance.
fn unbegun(
    family: &dyn Told,
    how: &How,
    limit: &Limit,
    start: Instant,
) -> Result<Outcome, Failure> {
    let parameters = family.parameters();
    let puzzle = parameters["puzzle"].as_str().unwrap_or_default();
    if !how.json {
        common::print("not finished: no instance was looked at so far\n")?;
    }
    let objective = format!("minimise {}", family.questions().join(" + "));
    super::not_found(how, puzzle, objective, limit, start)
}

/// Tells what a survey says, in the forms that were asked for.
pub fn tell(
    family: &dyn Told,
    survey: &Survey,
    show: &ShowArgs,
    outputs: &Outputs,
    how: &How,
    start: Instant,
) -> Result<(), Failure> {
    let mut account = family.tell(survey);
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
    output::after(print(&account, outputs, how, start), || {
        if let Some(out) = &outputs.out {
            let mut stored = survey.to_json();
            match Form::of(out.path(), Form::Json) {
                Form::Json => out.write(&stored.to_string())?,
                Form::Toml => {
                    // Its checksum is that of JSON with its nulls, which TOML cannot say.
                    stored["survey"] = stored["survey"].to_string().into();
                    out.write_value(&stored, Form::Toml)?;
                }
            }
        }
        if let Some(certificate) = &outputs.certificate {
            certificate.write(&format!("{}\n", design::certificate(family, survey)))?;
        }
        Ok(())
    })
}

/// Prints an account, then draws it.
pub fn print(
    account: &Account,
    outputs: &Outputs,
    how: &How,
    start: Instant,
) -> Result<(), Failure> {
    let printed = if how.json {
        let mut object: Map<String, Value> = account.json.clone();
        object.insert("seconds".into(), json!(start.elapsed().as_secs_f64()));
        json::print(&object)
    } else {
        let mut text = account.text.clone();
        if let Some(drawing) = &account.drawing {
            text.push_str(&drawing.to_text(how.style()));
        }
        common::print(&text)
    };
    output::after(printed, || {
        outputs.pictures.draw_any(account.drawing.as_ref())
    })
}

/// A stored survey that cannot be used is bad input.
pub fn failure(error: StoreError) -> Failure {
    Failure::Usage(error.to_string())
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
