//! SET: cards of `d` attributes with `v` values each; `v` cards are a *set*
//! when on every attribute they are all equal or all different. The game has
//! four attributes of three values, 81 cards.
//!
//! The folder follows Swearngin, Choueiry and Freuder, "A Reformulation
//! Strategy for Multi-Dimensional CSPs: The Case Study of the SET Game"
//! (2011): three algorithms that find all sets of a deal and count what it
//! costs them ([`brute`], [`backtrack`], [`reformulation`]), and what that
//! paper left to be made, the reformulation shown and explained ([`tree`]).
//! Beside them stands the fast way ([`lookup`]): the last card of a set follows
//! from the others.

pub mod affine;
pub mod backtrack;
pub mod brute;
pub mod caps;
pub mod deals;
pub mod deck;
mod design;
pub mod domain_table;
pub mod draw;
pub mod effort;
pub mod lookup;
mod model;
mod puzzle;
mod recount;
pub mod reformulation;
pub mod tree;
mod ways;

pub use deck::{Card, Deal, Deck, DeckError};
pub use effort::{Effort, Sets, Solved};
pub use puzzle::{KIND, SetPuzzle};
