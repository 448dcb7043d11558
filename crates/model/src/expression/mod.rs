//! Expressions: constraints written as they are said, `sum(&row).eq(2)`, `x.lt(y + 1)`, `a.implies(b)`.
//!
//! An [`Expression`] is an integer: a sum of variables and of functions of them. A [`Condition`] is true or false. Both are plain
//! values; [`Model::require`](crate::Model::require), [`Model::truth_of`](crate::Model::truth_of) and [`Model::value_of`](crate::Model::value_of) turn them into constraints, with the calls that anybody could
//! make by hand. Where a part needs a variable of its own, that variable follows from the others ([`Model::auxiliary`](crate::Model::auxiliary)), so that
//! nothing is counted twice.
//!
//! ```
//! use tantalizer_model::expression::{all_different, count, sum};
//! use tantalizer_model::Model;
//!
//! let mut model = Model::new("three digits");
//! let x = model.array("x", 3, 0..=9);
//! model.require(all_different(&x))?;
//! model.require(sum(&x).eq(7).named("the sum"))?;
//! model.require(x[0].lt(x[1] + 1).or((x[0] + 2 * x[2]).le(7)))?;
//! model.require(count(&x, 0).ne(1).implies(x[2].is_in([1, 2, 4])))?;
//! let small = model.truth_of(x[1].le(4))?;
//! model.require(small)?;
//! # Ok::<(), tantalizer_model::ModelError>(())
//! ```

mod operators;
mod post;

use crate::{Constraint, Domain, Literal, Rel, Var};

/// An integer made of variables: a sum of products with constants, of variables and of functions such as [`count`] or [`maximum`].
#[derive(Clone, Debug)]
pub struct Expression {
    terms: Vec<(i128, Part)>,
    constant: i128,
}

/// What is added up in an expression.
#[derive(Clone, Debug)]
enum Part {
    Var(Var),
    /// 1 if the condition holds, 0 otherwise.
    Truth(Box<Condition>),
    Function(Box<Function<Expression>>),
}

/// A function of expressions; of variables, once these have their values in variables.
#[derive(Clone, Debug)]
enum Function<T> {
    /// How many of them equal the other.
    Count(Vec<T>, T),
    /// The entry with this number, from 0.
    Element(Vec<T>, T),
    Minimum(Vec<T>),
    Maximum(Vec<T>),
    /// How many different ones there are.
    Distinct(Vec<T>),
    Absolute(T),
    Product(T, T),
}

/// Something that is true or false: a comparison, a constraint, or conditions put together.
#[derive(Clone, Debug)]
pub struct Condition(Logic);

#[derive(Clone, Debug)]
enum Logic {
    Literal(Literal),
    /// The expression stands in this relation to 0.
    Compare(Expression, Rel),
    Member(Expression, Domain),
    AllDifferent(Vec<Expression>),
    AllEqual(Vec<Expression>),
    Holds(Constraint),
    /// Of a condition that cannot be negated by itself.
    Not(Box<Condition>),
    /// At least one of them; none of none.
    Any(Vec<Condition>),
    /// Each of them.
    All(Vec<Condition>),
}

/// A condition with what to call it in messages and explanations.
#[derive(Clone, Debug)]
pub struct Named {
    condition: Condition,
    name: String,
}

/// The sum of expressions, variables or conditions (which count 1 each if they hold).
///
/// ```
/// # use tantalizer_model::{Model, expression::sum};
/// # let mut model = Model::new("example");
/// let star = model.array("star", 4, 0..=1);
/// model.require(sum(&star).eq(2))?;
/// assert_eq!(model.violated(&[0, 1, 1, 0]), None);
/// assert!(model.violated(&[0, 1, 1, 1]).is_some());
/// # Ok::<(), tantalizer_model::ModelError>(())
/// ```
pub fn sum<T: Into<Expression>>(parts: impl IntoIterator<Item = T>) -> Expression {
    let parts = parts.into_iter().map(Into::into);
    parts.fold(Expression::from(0), |sum, part| sum + part)
}

/// How many of `parts` equal `value`.
///
/// ```
/// # use tantalizer_model::{Model, expression::count};
/// # let mut model = Model::new("example");
/// let x = model.array("x", 3, 1..=3);
/// model.require(count(&x, 3).eq(2))?;
/// assert_eq!(model.constraints().len(), 1);
/// # Ok::<(), tantalizer_model::ModelError>(())
/// ```
pub fn count<T: Into<Expression>>(
    parts: impl IntoIterator<Item = T>,
    value: impl Into<Expression>,
) -> Expression {
    Function::Count(list(parts), value.into()).into()
}

/// The entry of `array` with the number `index`, the first having number 0. Wherever it is written, the index must lie within the array.
///
/// ```
/// # use tantalizer_model::{Model, expression::element};
/// # let mut model = Model::new("example");
/// let month = model.int("month", 0..=3);
/// model.require(element([31, 28, 31, 30], month).lt(31))?;
/// # Ok::<(), tantalizer_model::ModelError>(())
/// ```
pub fn element<T: Into<Expression>>(
    array: impl IntoIterator<Item = T>,
    index: impl Into<Expression>,
) -> Expression {
    Function::Element(list(array), index.into()).into()
}

/// The smallest of `parts`, of which there must be one.
pub fn minimum<T: Into<Expression>>(parts: impl IntoIterator<Item = T>) -> Expression {
    Function::Minimum(list(parts)).into()
}

/// The largest of `parts`, of which there must be one.
pub fn maximum<T: Into<Expression>>(parts: impl IntoIterator<Item = T>) -> Expression {
    Function::Maximum(list(parts)).into()
}

/// How many different values `parts` have.
pub fn distinct<T: Into<Expression>>(parts: impl IntoIterator<Item = T>) -> Expression {
    Function::Distinct(list(parts)).into()
}

/// No two of `parts` are equal.
///
/// ```
/// # use tantalizer_model::{Model, expression::all_different};
/// # let mut model = Model::new("example");
/// let queen = model.array("queen", 6, 0..=5);
/// model.require(all_different(&queen))?;
/// model.require(all_different(queen.iter().zip(0..).map(|(&queen, column)| queen + column)))?;
/// # Ok::<(), tantalizer_model::ModelError>(())
/// ```
pub fn all_different<T: Into<Expression>>(parts: impl IntoIterator<Item = T>) -> Condition {
    Condition(Logic::AllDifferent(list(parts)))
}

/// All of `parts` are equal.
pub fn all_equal<T: Into<Expression>>(parts: impl IntoIterator<Item = T>) -> Condition {
    Condition(Logic::AllEqual(list(parts)))
}

/// Each of `conditions` holds.
pub fn all_of<T: Into<Condition>>(conditions: impl IntoIterator<Item = T>) -> Condition {
    Condition(Logic::All(conditions.into_iter().map(Into::into).collect()))
}

/// At least one of `conditions` holds.
pub fn any_of<T: Into<Condition>>(conditions: impl IntoIterator<Item = T>) -> Condition {
    Condition(Logic::Any(conditions.into_iter().map(Into::into).collect()))
}

fn list<T: Into<Expression>>(parts: impl IntoIterator<Item = T>) -> Vec<Expression> {
    parts.into_iter().map(Into::into).collect()
}

impl Expression {
    fn part(part: Part) -> Expression {
        Expression {
            terms: vec![(1, part)],
            constant: 0,
        }
    }

    /// Whether it equals `other`.
    pub fn eq(&self, other: impl Into<Expression>) -> Condition {
        self.compare(Rel::Equal, other)
    }

    /// Whether it differs from `other`.
    pub fn ne(&self, other: impl Into<Expression>) -> Condition {
        self.compare(Rel::NotEqual, other)
    }

    /// Whether it is less than `other`.
    pub fn lt(&self, other: impl Into<Expression>) -> Condition {
        self.compare(Rel::Less, other)
    }

    /// Whether it is at most `other`.
    pub fn le(&self, other: impl Into<Expression>) -> Condition {
        self.compare(Rel::LessEqual, other)
    }

    /// Whether it is greater than `other`.
    pub fn gt(&self, other: impl Into<Expression>) -> Condition {
        self.compare(Rel::Greater, other)
    }

    /// Whether it is at least `other`.
    pub fn ge(&self, other: impl Into<Expression>) -> Condition {
        self.compare(Rel::GreaterEqual, other)
    }

    /// Whether it stands in this relation to `other`.
    pub fn compare(&self, rel: Rel, other: impl Into<Expression>) -> Condition {
        Condition(Logic::Compare(self.clone() - other, rel))
    }

    /// Whether it is one of `values`.
    pub fn is_in(&self, values: impl Into<Domain>) -> Condition {
        Condition(Logic::Member(self.clone(), values.into()))
    }

    /// Its absolute value.
    pub fn absolute(&self) -> Expression {
        Function::Absolute(self.clone()).into()
    }

    /// Its product with `other`.
    pub fn times(&self, other: impl Into<Expression>) -> Expression {
        Function::Product(self.clone(), other.into()).into()
    }
}

impl Condition {
    /// Both hold.
    pub fn and(&self, other: impl Into<Condition>) -> Condition {
        all_of([self.clone(), other.into()])
    }

    /// One of them holds, or both do.
    pub fn or(&self, other: impl Into<Condition>) -> Condition {
        any_of([self.clone(), other.into()])
    }

    /// If this one holds, so does `other`.
    pub fn implies(&self, other: impl Into<Condition>) -> Condition {
        any_of([!self.clone(), other.into()])
    }

    /// Both hold, or neither does.
    pub fn iff(&self, other: impl Into<Condition>) -> Condition {
        Expression::from(self).eq(other.into())
    }

    /// One of them holds, and the other does not.
    pub fn xor(&self, other: impl Into<Condition>) -> Condition {
        Expression::from(self).ne(other.into())
    }

    /// With what to call it in messages and explanations.
    pub fn named(self, name: impl Into<String>) -> Named {
        Named {
            condition: self,
            name: name.into(),
        }
    }
}

/// What expressions can do, for single variables; a variable that is 0 or 1 is a condition as well.
impl Var {
    /// Whether it equals `other`.
    pub fn eq(&self, other: impl Into<Expression>) -> Condition {
        Expression::from(self).eq(other)
    }

    /// Whether it differs from `other`.
    pub fn ne(&self, other: impl Into<Expression>) -> Condition {
        Expression::from(self).ne(other)
    }

    /// Whether it is less than `other`.
    pub fn lt(&self, other: impl Into<Expression>) -> Condition {
        Expression::from(self).lt(other)
    }

    /// Whether it is at most `other`.
    pub fn le(&self, other: impl Into<Expression>) -> Condition {
        Expression::from(self).le(other)
    }

    /// Whether it is greater than `other`.
    pub fn gt(&self, other: impl Into<Expression>) -> Condition {
        Expression::from(self).gt(other)
    }

    /// Whether it is at least `other`.
    pub fn ge(&self, other: impl Into<Expression>) -> Condition {
        Expression::from(self).ge(other)
    }

    /// Whether it is one of `values`.
    pub fn is_in(&self, values: impl Into<Domain>) -> Condition {
        Expression::from(self).is_in(values)
    }

    /// Its absolute value.
    pub fn absolute(&self) -> Expression {
        Expression::from(self).absolute()
    }

    /// Its product with `other`.
    pub fn times(&self, other: impl Into<Expression>) -> Expression {
        Expression::from(self).times(other)
    }

    /// Both are 1.
    pub fn and(&self, other: impl Into<Condition>) -> Condition {
        Condition::from(self).and(other)
    }

    /// One of them is 1, or both are.
    pub fn or(&self, other: impl Into<Condition>) -> Condition {
        Condition::from(self).or(other)
    }

    /// If this one is 1, `other` holds.
    pub fn implies(&self, other: impl Into<Condition>) -> Condition {
        Condition::from(self).implies(other)
    }

    /// It is 1 exactly if `other` holds.
    pub fn iff(&self, other: impl Into<Condition>) -> Condition {
        Condition::from(self).iff(other)
    }

    /// It is 1 exactly if `other` does not hold.
    pub fn xor(&self, other: impl Into<Condition>) -> Condition {
        Condition::from(self).xor(other)
    }
}
