//! Instant Insanity: cubes, or k-gonal prisms, stacked into a tower.
//!
//! A piece may be turned in 24 ways (a prism in 2k). Under the rule *all-different* every long side of the
//! tower shows no colour twice; under *all-equal* every long side shows one colour only, and no
//! two sides the same. The model is that of Löffler, Liu and Hofstedt (*Exploring Properties of the Instant Insanity Puzzle
//! with Constraint Satisfaction Approach*, 2020, Eq. 8-11): the colours that show are tied to the orientation of
//! each piece by a table, and each side is an allDifferent or an allEqual.
//!
//! What is counted:
//!
//! - *orientations*: tuples of one orientation a piece. This is the count of the model.
//! - *pictures*: different pictures of the long sides. Two orientations of a piece with repeated colours may show the same.
//! - modulo `axis`: orbits under turns about the tower's axis.
//! - modulo `tower`: orbits under all rotations of the tower, turning it upside down included. The rules do not
//!   speak of the order of the stack, so an upside-down tower is compared piece by piece.
//!
//! The order of the stack is fixed: with it, every count would be multiplied by n! for n pieces.
//! Rotations of the tower act freely on tuples of orientations (a rotation that leaves a solid's orientation as it is
//! is the identity), so the number of orientations is always a multiple of the number of rotations.

pub mod design;
mod draw;
mod explanation;
mod facing;
mod file;
mod generate;
mod graph;
mod instance;
mod model;
mod puzzle;
mod recount;
mod shape;
mod standing;
mod towers;
mod way;

pub use generate::{Recipe, generate};
pub use instance::{Instance, InstanceError, Piece, Rule};
pub use model::{Tower, TowerModel};
pub use puzzle::KIND;
pub use shape::Shape;
