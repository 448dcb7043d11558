//! `tantalizer completions SHELL`: shell completion, made from the same source
//! as the command line itself.

use super::outcome::{Failure, Outcome, print_failure};
use clap::{Arg, ArgMatches, Command, value_parser};
use clap_complete::{Shell, generate};
use std::io::Write;

pub fn command() -> Command {
    Command::new("completions")
        .about("Print a completion script for a shell")
        .arg(
            Arg::new("shell")
                .value_name("SHELL")
                .required(true)
                .value_parser(value_parser!(Shell)),
        )
}

pub fn run(matches: &ArgMatches) -> Result<Outcome, Failure> {
    if let Some(&shell) = matches.get_one::<Shell>("shell") {
        let mut script = Vec::new();
        generate(shell, &mut super::command(), "tantalizer", &mut script);
        std::io::stdout()
            .write_all(&script)
            .map_err(print_failure)?;
    }
    Ok(Outcome::Answered)
}
