//! Errors as JSON: `{"error": {"kind": ..., "message": ...}}`.

use serde_json::{Value, json};
use tantalizer_minizinc::elsewhere::Job;
use tantalizer_puzzle::{FileError, PuzzleError};
use thiserror::Error;

/// Why a request is not answered.
#[derive(Debug, Error)]
pub enum ApiError {
    /// The request or the puzzle in it is not right.
    #[error("{0}")]
    Bad(String),
    /// There is no such thing.
    #[error("there is nothing at {0}")]
    Missing(String),
    /// The address knows another method.
    #[error("this address does not take that method")]
    Method,
    /// The body is not JSON by its type.
    #[error("expected a body of the type application/json")]
    Type,
    /// The body is too large.
    #[error("the body is larger than {0} bytes")]
    Large(usize),
    /// The body did not come.
    #[error("the body did not come within {0} seconds")]
    Slow(u64),
    /// Asked by or for somebody else.
    #[error("{0}")]
    Foreign(&'static str),
    /// Too much is being worked on.
    #[error("too much is being worked on: try again in a moment")]
    Busy,
    /// The limits were reached before there was anything to tell.
    #[error("not answered: {0}")]
    Unanswered(String),
    /// MiniZinc is not there; what it would have to do, where somebody else can have it done.
    #[error("{0}")]
    Without(String, Option<Box<Job>>),
    /// Something that should not happen.
    #[error("{0}")]
    Inside(String),
}

impl ApiError {
    fn kind(&self) -> &'static str {
        match self {
            ApiError::Bad(_) => "bad-request",
            ApiError::Missing(_) => "not-found",
            ApiError::Method => "method",
            ApiError::Type => "type",
            ApiError::Large(_) => "too-large",
            ApiError::Slow(_) => "slow",
            ApiError::Foreign(_) => "foreign",
            ApiError::Busy => "busy",
            ApiError::Unanswered(_) => "unanswered",
            ApiError::Without(..) => "no-minizinc",
            ApiError::Inside(_) => "internal",
        }
    }

    /// The JSON object.
    pub fn object(&self) -> Value {
        let mut error = json!({ "kind": self.kind(), "message": self.to_string() });
        if let ApiError::Without(_, Some(job)) = self {
            error["job"] = json!(job);
        }
        json!({ "error": error })
    }
}

impl From<FileError> for ApiError {
    fn from(error: FileError) -> Self {
        ApiError::Bad(error.to_string())
    }
}

impl From<PuzzleError> for ApiError {
    fn from(error: PuzzleError) -> Self {
        match error {
            PuzzleError::Ask(error) => ApiError::Inside(error.to_string()),
            other => ApiError::Bad(other.to_string()),
        }
    }
}

impl From<serde_json::Error> for ApiError {
    fn from(error: serde_json::Error) -> Self {
        ApiError::Inside(error.to_string())
    }
}
