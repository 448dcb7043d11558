//! What can be wrong with a FlatZinc file.

use tantalizer_model::{Limit, ModelError};
use thiserror::Error;

use crate::syntax::Place;

/// Why a FlatZinc file is not taken.
#[derive(Clone, PartialEq, Debug, Error)]
#[non_exhaustive]
pub enum FlatZincError {
    /// The file breaks the rules of FlatZinc.
    #[error("{place}: {message}")]
    Wrong {
        /// Where.
        place: Place,
        /// What was found and what was expected.
        message: String,
    },
    /// The file is right, but uses something that we do not take.
    #[error("{place}: not supported: {what}")]
    Unsupported {
        /// Where.
        place: Place,
        /// What it is.
        what: String,
    },
    /// The model is malformed, or numbers outgrow what engines compute with.
    #[error("{place}: {error}")]
    Model {
        /// Where.
        place: Place,
        /// What the model room says.
        error: ModelError,
    },
    /// A limit was reached before the file was read.
    #[error("{0}")]
    Stopped(Limit),
}

impl From<Limit> for FlatZincError {
    fn from(limit: Limit) -> Self {
        FlatZincError::Stopped(limit)
    }
}

impl FlatZincError {
    pub(crate) fn wrong(place: &Place, message: impl Into<String>) -> FlatZincError {
        FlatZincError::Wrong {
            place: place.clone(),
            message: message.into(),
        }
    }

    pub(crate) fn unsupported(place: &Place, what: impl Into<String>) -> FlatZincError {
        FlatZincError::Unsupported {
            place: place.clone(),
            what: what.into(),
        }
    }
}
