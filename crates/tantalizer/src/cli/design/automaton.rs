//! `tantalizer design automaton`: minimal automata that accept few words of given lengths.

use super::super::common::{self, How};
use super::super::outcome::{Failure, Outcome};
use super::survey::{self, SurveyArgs};
use clap::{ArgMatches, Args, Command, FromArgMatches};
use std::sync::Arc;
use tantalizer::design::exercise::{Automata, AutomatonParameters};

#[derive(Args, Debug)]
struct Automaton {
    /// States, the start included; the automaton is minimal
    #[arg(long, value_name = "N", default_value_t = 3)]
    states: u32,

    /// Letters
    #[arg(long, value_name = "N", default_value_t = 2)]
    letters: u32,

    /// The lengths of the words that are counted, separated by commas; some word of each is accepted
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_value = "4")]
    lengths: Vec<u32>,

    #[command(flatten)]
    survey: SurveyArgs,

    #[command(flatten)]
    how: How,
}

pub fn command() -> Command {
    let about = "Deterministic automata that accept as few words of given lengths as possible";
    common::with_arguments::<Automaton>(Command::new("automaton").about(about))
}

pub fn run(matches: &ArgMatches) -> Result<Outcome, Failure> {
    let args =
        Automaton::from_arg_matches(matches).map_err(|error| Failure::Usage(error.to_string()))?;
    let outputs = args.survey.outputs()?;
    let family = Automata::new(AutomatonParameters {
        states: args.states,
        letters: args.letters,
        lengths: args.lengths.clone(),
    })
    .map_err(|error| Failure::Usage(error.to_string()))?;
    survey::run(Arc::new(family), &args.survey, &outputs, &args.how)
}
