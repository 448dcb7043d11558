//! `tantalizer fzn`: the MiniZinc solver protocol.

use super::clock;
use super::common::{self, model_engine_parser};
use super::input::read_source;
use super::outcome::{Failure, Outcome, print_failure};
use clap::{ArgMatches, Args, Command, FromArgMatches};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tantalizer::minizinc::library::Flag;
use tantalizer::minizinc::protocol::{ProtocolError, Wanted, serve};
use tantalizer::minizinc::{FlatZincError, read_model};
use tantalizer::model::{EngineChoice, Question, Request};
use tantalizer::puzzle::PuzzleError;

/// The arguments of `fzn`; the short ones are those of MiniZinc's specification.
#[derive(Args, Debug)]
struct Fzn {
    /// A FlatZinc file, text (.fzn) or JSON (.json), or - for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// All solutions; all improving ones when optimising
    #[arg(short = 'a')]
    all: bool,

    /// So many solutions
    #[arg(short = 'n', value_name = "N")]
    solutions: Option<u64>,

    /// Improving solutions as they are found (as it is without this flag)
    #[arg(short = 'i')]
    intermediate: bool,

    /// Free search: the search annotations of the model are ignored
    #[arg(short = 'f')]
    free: bool,

    /// Statistics
    #[arg(short = 's')]
    statistics: bool,

    /// Say on standard error what is done
    #[arg(short = 'v')]
    verbose: bool,

    /// Threads to use
    #[arg(short = 'p', value_name = "N", default_value_t = 1)]
    threads: usize,

    /// Where all randomness comes from
    #[arg(short = 'r', value_name = "N", default_value_t = 0)]
    seed: u64,

    /// Stop after so many milliseconds
    #[arg(short = 't', value_name = "MS")]
    milliseconds: Option<u64>,

    /// Which engine answers
    #[arg(long, value_name = "NAME", default_value = "auto", value_parser = model_engine_parser())]
    engine: EngineChoice,
}

pub fn command() -> Command {
    common::with_arguments::<Fzn>(
        Command::new("fzn").about("The MiniZinc solver protocol: answers a FlatZinc file"),
    )
}

/// The flags that MiniZinc may pass on, taken from the command itself.
pub fn solver_flags() -> Vec<Flag> {
    let command = command();
    let named = command.get_arguments().filter_map(|argument| {
        let name = match (argument.get_short(), argument.get_long()) {
            (Some(short), _) => format!("-{short}"),
            (None, Some(long)) => format!("--{long}"),
            (None, None) => return None,
        };
        let values = argument.get_possible_values();
        Some(Flag {
            name,
            help: argument
                .get_help()
                .map(ToString::to_string)
                .unwrap_or_default(),
            values: values.iter().map(|value| value.get_name().into()).collect(),
        })
    });
    named.collect()
}

pub fn run(matches: &ArgMatches) -> Result<Outcome, Failure> {
    let arguments =
        Fzn::from_arg_matches(matches).map_err(|error| Failure::Usage(error.to_string()))?;
    let limits = clock::limits(arguments.milliseconds.map(Duration::from_millis), None);
    let named = |reason: String| Failure::Usage(format!("{}: {reason}", arguments.file.display()));
    let source = read_source(&arguments.file)?;
    let mut flat = match read_model(&source, &limits) {
        Ok(flat) => flat,
        Err(FlatZincError::Stopped(_)) => {
            common::print("=====UNKNOWN=====\n")?;
            return Ok(Outcome::Answered);
        }
        Err(error) => return Err(named(error.to_string())),
    };
    drop(source);
    if arguments.free {
        Arc::make_mut(&mut flat.model).set_branching(Vec::new());
    }
    if arguments.verbose {
        eprintln!(
            "% {} variables, {} constraints",
            flat.model.var_count(),
            flat.model.constraints().len()
        );
    }
    let wanted = Wanted {
        all: arguments.all,
        solutions: arguments.solutions,
        statistics: arguments.statistics,
    };
    let how = Request {
        engine: arguments.engine,
        threads: arguments.threads.max(1),
        seed: arguments.seed,
        limits,
        ..Request::new(Question::One)
    };
    let answer = serve(&flat, wanted, &how, &mut std::io::stdout());
    match answer {
        // Whatever is known was said in the protocol's words; MiniZinc takes another status for a crash.
        Ok(answer) => {
            if arguments.verbose {
                let reason = answer.statistics.engine_reason.unwrap_or_default();
                eprintln!("% engine {}: {reason}", answer.engine);
            }
            Ok(Outcome::Answered)
        }
        Err(ProtocolError::Ask(error)) => Err(Failure::Puzzle(PuzzleError::Ask(error))),
        Err(ProtocolError::Write(error)) => Err(print_failure(error)),
    }
}
