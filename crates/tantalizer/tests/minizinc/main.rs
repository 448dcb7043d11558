//! As a solver of MiniZinc: the protocol, the installation, and answers compared with Gecode's.

#[path = "../common/mod.rs"]
mod common;
mod differential;
mod gecode;
mod install;
mod models;
mod protocol;
mod spellings;
