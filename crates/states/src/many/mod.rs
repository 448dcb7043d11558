//! Several processes that do one thing together, by timely dataflow.
//!
//! A socket to every other process ([`mesh`]), and over these a dataflow `input -> exchange ->
//! receive -> probe` whose messages go to the worker that they are for ([`flow`]). Two things are
//! done with them: one table by rows is built ([`crate::rows::many`]), and units of work that know
//! nothing of each other are handed out ([`hand_out`]).
//!
//! Nothing is encrypted, and whoever reaches the sockets is believed: the hosts must trust their
//! network. Each process listens where the list of hosts says, and nowhere else.

pub(crate) mod flow;
mod hand_out;
pub(crate) mod mesh;

pub use hand_out::{Handing, WorkOnUnits, hand_out};
pub use mesh::{Hosts, HostsError};
