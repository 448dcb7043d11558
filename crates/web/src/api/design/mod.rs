//! `/api/design/...`: instances with a wanted property, with proof where there is something to prove.

pub mod colors;
pub mod instant_insanity;
pub mod set;
pub mod spinpossible;
pub mod tricky_triple;
