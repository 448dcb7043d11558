//! What can be wrong with a model before any engine sees it.

use thiserror::Error;

/// A malformed model; each message names the constraint.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ModelError {
    /// A variable that belongs to no variable of this model.
    #[error("{constraint}: unknown variable number {index} (the model has {variables})")]
    UnknownVariable {
        /// The constraint's name.
        constraint: String,
        /// The index that was used.
        index: usize,
        /// How many variables the model has.
        variables: usize,
    },
    /// A Boolean constraint over a variable that can be something else than 0 or 1.
    #[error("{constraint}: variable `{variable}` must be 0 or 1, but its domain is {domain}")]
    NotBoolean {
        /// The constraint's name.
        constraint: String,
        /// The variable's name.
        variable: String,
        /// Its domain, printed.
        domain: String,
    },
    /// Two lists that must be equally long and are not.
    #[error("{constraint}: {what} has length {found}, expected {expected}")]
    Length {
        /// The constraint's name.
        constraint: &'static str,
        /// Which list.
        what: &'static str,
        /// Its length.
        found: usize,
        /// The length it should have.
        expected: usize,
    },
    /// A list that must not be empty.
    #[error("{constraint}: at least one variable is needed")]
    Empty {
        /// The constraint's name.
        constraint: &'static str,
    },
    /// A table row of the wrong width.
    #[error("table: row {row} has {found} values, expected {expected}")]
    TupleWidth {
        /// The row's number, from 0.
        row: usize,
        /// How many values it has.
        found: usize,
        /// How many it should have.
        expected: usize,
    },
    /// An index into a list, a graph or an automaton that is out of range.
    #[error("{constraint}: {what} {index} is out of range, expected less than {bound}")]
    OutOfRange {
        /// The constraint's name.
        constraint: &'static str,
        /// What kind of index.
        what: &'static str,
        /// The index.
        index: usize,
        /// The first value that is too large.
        bound: usize,
    },
    /// A value that appears twice where each may appear once.
    #[error("{constraint}: value {value} is listed twice")]
    Repeated {
        /// The constraint's name.
        constraint: &'static str,
        /// The value.
        value: i32,
    },
    /// A path graph whose arcs do not all go forward.
    #[error(
        "path count: arc {arc} goes from node {from} to node {to}; arcs must go to a larger node"
    )]
    BackwardArc {
        /// The arc's number.
        arc: usize,
        /// Where it starts.
        from: usize,
        /// Where it ends.
        to: usize,
    },
    /// A multiplicity that may be negative.
    #[error("path count: multiplicity `{variable}` may be negative, its domain is {domain}")]
    NegativeMultiplicity {
        /// The variable's name.
        variable: String,
        /// Its domain, printed.
        domain: String,
    },
    /// A sum or an offset that does not fit into 64 (offset: 32) bits for some values in the domains.
    #[error("{constraint}: the value can overflow for some values in the domains")]
    Overflow {
        /// The constraint's name.
        constraint: &'static str,
    },
    /// A regular expression that does not parse.
    #[error("regular: at position {position} of the expression: {message}")]
    Expression {
        /// Byte offset into the expression.
        position: usize,
        /// What was expected.
        message: String,
    },
    /// An automaton with more states or transitions than can be stored.
    #[error("regular: the automaton needs more than {bound} states or transitions")]
    AutomatonTooLarge {
        /// The largest number that is allowed.
        bound: usize,
    },
    /// A symmetry that is no permutation, or a group that is too large to list.
    #[error("symmetry `{name}`: {message}")]
    Symmetry {
        /// The symmetry's name.
        name: String,
        /// What is wrong.
        message: String,
    },
}
