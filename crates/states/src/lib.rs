//! Moves instead of constraints: how far is every state of a puzzle from its
//! goal, and what is a shortest way home?
//!
//! A puzzle that is played by moves is a [`StateSpace`]: states numbered
//! `0..N`, moves between them, a goal. [`build`] walks the whole space breadth
//! first, all processors at once, and keeps two bits a state in a
//! [`DistanceTable`]: the distance modulo 3. That is enough, because two
//! neighbours differ in distance by at most one, so "which neighbour is one
//! nearer" can be read off modulo 3 and the walk home is never lost. From a
//! table come God's number, the number of states at every distance, the
//! farthest states, and shortest paths: one, all, or how many.
//!
//! Spaces whose states differ in sign bits that moves merely toggle can say so
//! ([`BlockMoves`]); then a move is done to thousands of states at a time.
//!
//! Tables are stored with checksums ([`DistanceTable::save`]); a damaged file
//! is refused and rebuilt ([`load_or_build`]).

mod blocks;
mod breadth;
mod keep;
mod planes;
mod progress;
mod space;
mod store;
mod table;

pub use blocks::{BlockMoves, Target};
pub use breadth::{BuildError, BuildOptions, build, memory_needed};
pub use keep::{Keep, KeepLevel, KeepOrder};
pub use progress::Progress;
pub use space::{SpaceFault, StateSpace, inspect};
pub use store::{Source, StoreError, load_or_build};
pub use table::DistanceTable;
