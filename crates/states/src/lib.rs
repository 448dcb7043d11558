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
//! Spaces whose states are signed permutations can say so ([`SignedForm`]); then
//! a move is done to thousands of states at a time, symmetries and inversion
//! divide the memory, and a search that is stopped goes on where it was.
//!
//! Puzzles whose moves carry pieces about and turn them ([`PiecePuzzle`]) are
//! numbered by what is found of them ([`NumberedPieces`]), or searched from both
//! ends where they have too many states ([`BothEnds`]).
//!
//! Tables are stored with checksums ([`DistanceTable::save`]); a damaged file
//! is refused and rebuilt ([`load_or_build`]).
//!
//! ```
//! use tantalizer_states::{BuildOptions, StateSpace, build};
//!
//! /// A dial with twelve marks, turned by one or by three.
//! struct Dial;
//!
//! impl StateSpace for Dial {
//!     type State = u64;
//!
//!     fn name(&self) -> String {
//!         "dial".into()
//!     }
//!
//!     fn len(&self) -> u64 {
//!         12
//!     }
//!
//!     fn goals(&self) -> Vec<u64> {
//!         vec![0]
//!     }
//!
//!     fn rank(&self, state: &u64) -> u64 {
//!         *state
//!     }
//!
//!     fn unrank(&self, rank: u64) -> u64 {
//!         rank
//!     }
//!
//!     fn moves(&self) -> usize {
//!         4
//!     }
//!
//!     fn apply(&self, state: &u64, turn: usize) -> Option<u64> {
//!         Some((state + [1, 11, 3, 9][turn]) % 12)
//!     }
//! }
//!
//! let table = build(&Dial, &BuildOptions::default()).unwrap();
//! assert_eq!(table.god_number(), 3);
//! assert_eq!(table.by_distance(), [1, 4, 5, 2]);
//! assert_eq!(table.path(&Dial, &6).map(|turns| turns.len()), Some(2));
//! ```

mod breadth;
mod keep;
#[cfg(feature = "many")]
mod many;
mod pieces;
mod planes;
mod progress;
mod rows;
mod signed;
mod space;
mod store;
mod table;

pub use breadth::{BuildError, BuildOptions, build, memory_needed};
pub use keep::{Keep, KeepLevel, KeepOrder};
#[cfg(feature = "many")]
pub use many::{Handing, Hosts, HostsError, WorkOnUnits, hand_out};
pub use pieces::{
    BothEnds, Coordinates, MOST_ORIENTATIONS, MOST_PLACES, NumberedPieces, Piece, PieceFault,
    PieceMove, PiecePuzzle, Stopped, TooMany, farthest_of_few,
};
pub use progress::Progress;
#[cfg(feature = "gpu")]
pub use rows::gpu::{
    GpuError, GpuLevel, GpuLevels, GpuOptions, build_on_gpu, compile_kernels, gpu_memory,
    plain_layers,
};
#[cfg(feature = "many")]
pub use rows::many::{ManyError, ManyLevels, build_with_many, memory_of_many};
pub use signed::{MAX_TILES, PuzzleFault, Signed, SignedForm, SignedPuzzle};
pub use space::{SpaceFault, StateSpace, inspect};
pub use store::{Source, StoreError, load_or_build};
pub use table::DistanceTable;
