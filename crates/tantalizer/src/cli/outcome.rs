//! How a command ends.

use std::fmt;
use std::io;
use std::process::ExitCode;
use tantalizer::ask::AskError;
use tantalizer::puzzle::PuzzleError;

pub use tantalizer::files::Failure;

/// A command that did its work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The question was answered, perhaps with "there is none".
    Answered,
    /// A limit was hit before the answer was complete.
    Unanswered,
    /// A certificate was read and is not true.
    Refused,
}

impl Outcome {
    /// Tells on standard error why there is no answer.
    pub fn unanswered(reason: impl fmt::Display) -> Outcome {
        eprintln!("tantalizer: not answered: {reason}");
        Outcome::Unanswered
    }
}

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> ExitCode {
        match outcome {
            Outcome::Answered => ExitCode::SUCCESS,
            Outcome::Unanswered => ExitCode::from(1),
            Outcome::Refused => ExitCode::from(3),
        }
    }
}

/// How a failure to print is told.
pub fn print_failure(error: io::Error) -> Failure {
    match error.kind() {
        io::ErrorKind::BrokenPipe => Failure::BrokenPipe,
        _ => Failure::Write("standard output".into(), error),
    }
}

/// Tells the user of a failure, and gives the exit status.
pub fn report(failure: &Failure) -> ExitCode {
    // Whoever closed the pipe has seen enough, as with `| head`.
    if matches!(failure, Failure::BrokenPipe) {
        return ExitCode::SUCCESS;
    }
    eprintln!("tantalizer: {failure}");
    match failure {
        Failure::Disagree(_)
        | Failure::Puzzle(
            PuzzleError::Stopped(_) | PuzzleError::Ask(AskError::WrongSolution { .. }),
        ) => ExitCode::from(1),
        _ => ExitCode::from(2),
    }
}
