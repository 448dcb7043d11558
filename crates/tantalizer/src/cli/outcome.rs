//! How a command ends.

use std::fmt;
use std::io;
use std::process::ExitCode;
use tantalizer::ask::AskError;
use tantalizer::puzzle::{FileError, PuzzleError};
use thiserror::Error;

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

/// A command that could not do its work.
#[derive(Debug, Error)]
pub enum Failure {
    /// A file that cannot be used.
    #[error(transparent)]
    File(#[from] FileError),
    /// Flags that do not fit the puzzle or each other.
    #[error("{0}")]
    Usage(String),
    /// The puzzle gives no answer to this question.
    #[error(transparent)]
    Puzzle(#[from] PuzzleError),
    /// A file that cannot be written.
    #[error("{0}: {1}")]
    Write(String, io::Error),
    /// Two engines do not agree. Never the user's fault.
    #[error("a defect of Tantalizer: {0}")]
    Disagree(String),
    /// Nobody reads what we print.
    #[error("nobody reads the output")]
    BrokenPipe,
}

impl Failure {
    /// A failure to print.
    pub fn print(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::BrokenPipe,
            _ => Failure::Write("standard output".into(), error),
        }
    }

    /// Tells the user, and gives the exit status.
    pub fn report(&self) -> ExitCode {
        // Whoever closed the pipe has seen enough, as with `| head`.
        if matches!(self, Failure::BrokenPipe) {
            return ExitCode::SUCCESS;
        }
        eprintln!("tantalizer: {self}");
        match self {
            Failure::Disagree(_)
            | Failure::Puzzle(
                PuzzleError::Stopped(_) | PuzzleError::Ask(AskError::WrongSolution { .. }),
            ) => ExitCode::from(1),
            _ => ExitCode::from(2),
        }
    }
}
