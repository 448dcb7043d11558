//! When a search must stop.

use tantalizer_model::{Limit, Watch};

/// A search was stopped.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Interrupted(pub Limit);

/// An error if it is time to stop.
pub(crate) fn check(watch: &Watch) -> Result<(), Interrupted> {
    watch
        .expired()
        .map_or(Ok(()), |limit| Err(Interrupted(limit)))
}
