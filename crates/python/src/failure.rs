//! Failures as exceptions, with the messages of the command line.

use pyo3::create_exception;
use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use tantalizer::ask::{AskError, NoAnswer};
use tantalizer::files::Failure;
use tantalizer::model::{Limit, ModelError};
use tantalizer::puzzle::design::DesignError;
use tantalizer::puzzle::{FileError, PuzzleError};

create_exception!(
    tantalizer,
    Error,
    PyException,
    "Whatever goes wrong in this package."
);
create_exception!(
    tantalizer,
    BadInput,
    Error,
    "A file, a model or an argument that is not right; the message says where and what was expected."
);
create_exception!(
    tantalizer,
    Unanswered,
    Error,
    "A limit was reached before the question was answered. `so_far` is what is known, if anything is: a solution, or a number that is a lower bound."
);
create_exception!(
    tantalizer,
    Defect,
    Error,
    "A mistake in this package, never the user's fault."
);

/// What becomes an exception.
pub struct Failed(PyErr);

impl From<Failed> for PyErr {
    fn from(failed: Failed) -> PyErr {
        failed.0
    }
}

impl From<PyErr> for Failed {
    fn from(error: PyErr) -> Failed {
        Failed(error)
    }
}

/// An argument that is not right.
pub fn bad(message: impl std::fmt::Display) -> Failed {
    Failed(BadInput::new_err(message.to_string()))
}

/// A mistake of ours.
pub fn defect(message: impl std::fmt::Display) -> Failed {
    Failed(Defect::new_err(message.to_string()))
}

/// A limit was reached.
pub fn unanswered(reason: impl std::fmt::Display) -> Failed {
    Failed(Unanswered::new_err(format!("not answered: {reason}")))
}

macro_rules! bad_input {
    ($($from:ty)*) => {$(
        impl From<$from> for Failed {
            fn from(error: $from) -> Failed {
                bad(error)
            }
        }
    )*};
}
bad_input!(FileError ModelError);

impl From<Limit> for Failed {
    fn from(limit: Limit) -> Failed {
        unanswered(limit)
    }
}

impl From<AskError> for Failed {
    fn from(error: AskError) -> Failed {
        match error {
            AskError::WrongSolution { .. } => defect(error),
            other => bad(other),
        }
    }
}

impl From<NoAnswer> for Failed {
    fn from(error: NoAnswer) -> Failed {
        match error {
            NoAnswer::Stopped(limit) => limit.into(),
            NoAnswer::Ask(error) => error.into(),
            other => bad(other),
        }
    }
}

impl From<PuzzleError> for Failed {
    fn from(error: PuzzleError) -> Failed {
        match error {
            PuzzleError::Ask(error) => error.into(),
            PuzzleError::Stopped(limit) => limit.into(),
            other => bad(other),
        }
    }
}

impl From<Failure> for Failed {
    fn from(failure: Failure) -> Failed {
        match failure {
            Failure::Puzzle(error) => error.into(),
            Failure::Disagree(_) => defect(failure),
            other => bad(other),
        }
    }
}

impl From<DesignError> for Failed {
    fn from(error: DesignError) -> Failed {
        match error {
            DesignError::NotFound(reason) => unanswered(reason),
            DesignError::Puzzle(error) => error.into(),
            other => bad(other),
        }
    }
}

impl From<serde_json::Error> for Failed {
    fn from(error: serde_json::Error) -> Failed {
        defect(error)
    }
}
