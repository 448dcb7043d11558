//! What becomes an expression or a condition by itself, and the operators.

use std::ops::{Add, Mul, Neg, Not, Sub};

use super::{Condition, Expression, Function, Logic, Named, Part};
use crate::{Constraint, Domain, Literal, Var};

impl From<Var> for Expression {
    fn from(var: Var) -> Expression {
        Expression::part(Part::Var(var))
    }
}

impl From<Function<Expression>> for Expression {
    fn from(function: Function<Expression>) -> Expression {
        Expression::part(Part::Function(Box::new(function)))
    }
}

/// 1 if the condition holds, 0 otherwise.
impl From<Condition> for Expression {
    fn from(condition: Condition) -> Expression {
        Expression::part(Part::Truth(Box::new(condition)))
    }
}

/// The variable, which must be 0 or 1, is 1.
impl From<Var> for Condition {
    fn from(var: Var) -> Condition {
        Literal::yes(var).into()
    }
}

impl From<Literal> for Condition {
    fn from(literal: Literal) -> Condition {
        Condition(Logic::Literal(literal))
    }
}

/// Any constraint is a condition, those that have no shorter form here too.
impl From<Constraint> for Condition {
    fn from(constraint: Constraint) -> Condition {
        Condition(Logic::Holds(constraint))
    }
}

impl<T: Into<Condition>> From<T> for Named {
    fn from(condition: T) -> Named {
        condition.into().named("")
    }
}

macro_rules! constants {
    ($($integer:ty)*) => {$(
        impl From<$integer> for Expression {
            fn from(constant: $integer) -> Expression {
                Expression { terms: Vec::new(), constant: constant as i128 }
            }
        }
    )*};
}
constants!(i32 i64 u32 u64 usize);

/// References serve as well as what they refer to, so that lists can be handed over by reference.
macro_rules! by_reference {
    ($($from:ty => $to:ty,)*) => {$(
        impl From<&$from> for $to {
            fn from(value: &$from) -> $to {
                value.clone().into()
            }
        }
    )*};
}
by_reference!(Var => Expression, Var => Condition, Condition => Expression, i32 => Expression,);

impl From<&Expression> for Expression {
    fn from(expression: &Expression) -> Expression {
        expression.clone()
    }
}

impl From<&Condition> for Condition {
    fn from(condition: &Condition) -> Condition {
        condition.clone()
    }
}

impl<T: Into<Expression>> Add<T> for Expression {
    type Output = Expression;

    fn add(mut self, other: T) -> Expression {
        let other = other.into();
        self.terms.extend(other.terms);
        // What is too large here is too large for a constraint, and refused there.
        self.constant = self.constant.saturating_add(other.constant);
        self
    }
}

impl<T: Into<Expression>> Sub<T> for Expression {
    type Output = Expression;

    fn sub(self, other: T) -> Expression {
        self + -other.into()
    }
}

impl Neg for Expression {
    type Output = Expression;

    fn neg(self) -> Expression {
        self * -1
    }
}

impl Mul<i32> for Expression {
    type Output = Expression;

    fn mul(mut self, factor: i32) -> Expression {
        for (coefficient, _) in &mut self.terms {
            *coefficient = coefficient.saturating_mul(factor.into());
        }
        self.constant = self.constant.saturating_mul(factor.into());
        self
    }
}

/// Variables and conditions are expressions wherever there is an operator.
macro_rules! as_expressions {
    ($($part:ty)*) => {$(
        impl<T: Into<Expression>> Add<T> for $part {
            type Output = Expression;

            fn add(self, other: T) -> Expression {
                Expression::from(self) + other
            }
        }

        impl<T: Into<Expression>> Sub<T> for $part {
            type Output = Expression;

            fn sub(self, other: T) -> Expression {
                Expression::from(self) - other
            }
        }

        impl Mul<i32> for $part {
            type Output = Expression;

            fn mul(self, factor: i32) -> Expression {
                Expression::from(self) * factor
            }
        }

        impl Neg for $part {
            type Output = Expression;

            fn neg(self) -> Expression {
                -Expression::from(self)
            }
        }
    )*};
}
as_expressions!(Var Condition);

/// A number on the left.
macro_rules! on_the_right {
    ($($part:ty)*) => {$(
        impl Add<$part> for i32 {
            type Output = Expression;

            fn add(self, other: $part) -> Expression {
                Expression::from(self) + other
            }
        }

        impl Sub<$part> for i32 {
            type Output = Expression;

            fn sub(self, other: $part) -> Expression {
                Expression::from(self) - other
            }
        }

        impl Mul<$part> for i32 {
            type Output = Expression;

            fn mul(self, other: $part) -> Expression {
                other * self
            }
        }
    )*};
}
on_the_right!(Var Condition Expression);

/// The variable, which must be 0 or 1, is 0.
impl Not for Var {
    type Output = Condition;

    fn not(self) -> Condition {
        Literal::no(self).into()
    }
}

impl Not for Condition {
    type Output = Condition;

    fn not(self) -> Condition {
        let each = |parts: Vec<Condition>| parts.into_iter().map(Not::not).collect();
        Condition(match self.0 {
            Logic::Literal(literal) => Logic::Literal(!literal),
            Logic::Compare(left, rel) => Logic::Compare(left, rel.negated()),
            Logic::Member(part, values) => {
                let all = Domain::range(i32::MIN, i32::MAX);
                Logic::Member(part, all.difference(&values))
            }
            Logic::Any(parts) => Logic::All(each(parts)),
            Logic::All(parts) => Logic::Any(each(parts)),
            Logic::Not(condition) => condition.0,
            whole @ (Logic::AllDifferent(_) | Logic::AllEqual(_) | Logic::Holds(_)) => {
                Logic::Not(Box::new(Condition(whole)))
            }
        })
    }
}
