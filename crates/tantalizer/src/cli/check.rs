//! `tantalizer check`: is a certificate true?

use super::common;
use super::json;
use super::outcome::{Failure, Outcome};
use clap::{ArgMatches, Args, Command, FromArgMatches};
use std::path::PathBuf;
use tantalizer::certificates::verify;

/// The arguments of `check`.
#[derive(Args, Debug)]
struct Check {
    /// A certificate, as `--certificate` writes it, or a distance table of `states --table`
    #[arg(value_name = "CERTIFICATE")]
    file: PathBuf,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub fn command() -> Command {
    common::with_arguments::<Check>(Command::new("check").about("Verify a certificate"))
}

pub fn run(matches: &ArgMatches) -> Result<Outcome, Failure> {
    let arguments =
        Check::from_arg_matches(matches).map_err(|error| Failure::Usage(error.to_string()))?;
    let verdict = verify(&arguments.file)?;
    if arguments.json {
        json::print(&verdict)?;
    } else {
        common::print(&verdict.text())?;
    }
    if verdict.accepted {
        Ok(Outcome::Answered)
    } else {
        Ok(Outcome::Refused)
    }
}
