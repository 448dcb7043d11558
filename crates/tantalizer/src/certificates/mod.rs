//! Certificates: an answer written down with its proof, and such a file checked.

mod explained;
mod modulo;
mod verify;
mod veripb;
mod write;

pub use explained::certify_steps;
pub use verify::{Verdict, verify};
pub use write::{Certified, KEPT, certify, make_sure_of_parts, write_to};
