//! What a FlatZinc file says, whether it was written as text or as JSON.
//!
//! One small tree for both forms. Nothing is resolved here: a name is a name,
//! and every item remembers where it stands, so that whoever gives it a
//! meaning can say what is wrong with it and where.

use std::fmt;

use tantalizer_model::{Domain, Ranges};

/// Where an item stands in its file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Place {
    /// A line of a text file, counted from 1.
    Line(usize),
    /// An entry of a JSON file, such as `constraint 3`.
    Entry(String),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Line(line) => write!(f, "line {line}"),
            Place::Entry(entry) => f.write_str(entry),
        }
    }
}

/// A whole file.
#[derive(Clone, PartialEq, Debug)]
pub struct Program {
    /// Parameters, variables and arrays, in the order in which they stand.
    pub declarations: Vec<Declaration>,
    /// The constraints, likewise.
    pub constraints: Vec<Item>,
    /// What is asked.
    pub solve: Solve,
}

/// A parameter, a variable, or an array of either.
#[derive(Clone, PartialEq, Debug)]
pub struct Declaration {
    /// Where it stands.
    pub place: Place,
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: Type,
    /// Its annotations.
    pub annotations: Vec<Expr>,
    /// What it is equal to.
    pub value: Option<Expr>,
}

/// The type of a declaration.
#[derive(Clone, PartialEq, Debug)]
pub struct Type {
    /// The number of entries of an array.
    pub array: Option<usize>,
    /// Whether it is, or contains, variables.
    pub var: bool,
    /// What its values are.
    pub base: Base,
}

/// What values are.
#[derive(Clone, PartialEq, Debug)]
pub enum Base {
    /// Truth values.
    Bool,
    /// Integers, perhaps only some of them.
    Int(Option<IntSet>),
    /// Floating-point numbers.
    Float,
    /// Sets of integers.
    Set,
    /// Anything else; only the entries tell (arrays in JSON are of this type).
    Any,
}

/// A constraint: a name applied to arguments.
#[derive(Clone, PartialEq, Debug)]
pub struct Item {
    /// Where it stands.
    pub place: Place,
    /// Its name.
    pub name: String,
    /// Its arguments.
    pub arguments: Vec<Expr>,
    /// Its annotations.
    pub annotations: Vec<Expr>,
}

/// The item that says what is asked.
#[derive(Clone, PartialEq, Debug)]
pub struct Solve {
    /// Where it stands.
    pub place: Place,
    /// What is asked.
    pub goal: Goal,
    /// How to search.
    pub annotations: Vec<Expr>,
}

/// What is asked.
#[derive(Clone, PartialEq, Debug)]
pub enum Goal {
    /// A solution.
    Satisfy,
    /// A solution where this is as small as can be.
    Minimize(Expr),
    /// A solution where this is as large as can be.
    Maximize(Expr),
}

/// An argument, an entry of an array, or an annotation.
#[derive(Clone, PartialEq, Debug)]
pub enum Expr {
    /// `true` or `false`.
    Bool(bool),
    /// An integer.
    Int(i64),
    /// A floating-point number, or a range of them.
    Float,
    /// A set of integers.
    Set(IntSet),
    /// A name.
    Name(String),
    /// A string.
    Text(String),
    /// `[...]`.
    Array(Vec<Expr>),
    /// `name(...)`, in annotations only.
    Call(String, Vec<Expr>),
}

impl Expr {
    /// What it is, for messages.
    pub fn kind(&self) -> &'static str {
        match self {
            Expr::Bool(_) => "a truth value",
            Expr::Int(_) => "an integer",
            Expr::Float => "a floating-point number",
            Expr::Set(_) => "a set",
            Expr::Name(_) => "a name",
            Expr::Text(_) => "a string",
            Expr::Array(_) => "an array",
            Expr::Call(..) => "a call",
        }
    }
}

/// A finite set of 64-bit integers.
pub type IntSet = Ranges<i64>;

/// The values that fit a variable of a model.
pub fn to_domain(set: &IntSet) -> Domain {
    let clip = |value: i64| value.clamp(i32::MIN.into(), i32::MAX.into()) as i32;
    let fits = |range: &&(i64, i64)| range.0 <= i32::MAX.into() && range.1 >= i32::MIN.into();
    let ranges = set.ranges().iter().filter(fits);
    Domain::from_ranges(ranges.map(|&(low, high)| (clip(low), clip(high))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_normal_and_clipped_to_what_a_model_takes() {
        let set = IntSet::from_ranges([(5, 7), (1, 2), (3, 3), (9, 8)]);
        assert_eq!(set.ranges(), [(1, 3), (5, 7)]);
        assert!(set.contains(3) && !set.contains(4));
        let other = IntSet::from_values([2, 3, 4, 5, i64::MAX]);
        assert_eq!(set.intersection(&other).ranges(), [(2, 3), (5, 5)]);
        assert_eq!(to_domain(&other), Domain::range(2, 5));
        let all = IntSet::from_ranges([(i64::MIN, i64::MAX)]);
        assert_eq!(to_domain(&all), Domain::range(i32::MIN, i32::MAX));
    }
}
