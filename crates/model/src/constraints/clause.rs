//! At least one of several literals.

use super::Linear;
use super::prelude::*;

/// At least one literal is true.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Clause {
    /// The literals.
    pub literals: Vec<Literal>,
}

/// A Boolean variable or its negation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Literal {
    /// A variable whose domain lies within `{0, 1}`.
    pub var: Var,
    /// The literal is true when the variable is 1 (`true`) or when it is 0 (`false`).
    pub positive: bool,
}

impl Literal {
    /// True when `var` is 1.
    pub fn yes(var: Var) -> Self {
        Literal {
            var,
            positive: true,
        }
    }

    /// True when `var` is 0.
    pub fn no(var: Var) -> Self {
        Literal {
            var,
            positive: false,
        }
    }

    /// The value of the variable that makes the literal true.
    pub fn value(self) -> i32 {
        i32::from(self.positive)
    }
}

impl std::ops::Not for Literal {
    type Output = Literal;

    fn not(self) -> Literal {
        Literal {
            var: self.var,
            positive: !self.positive,
        }
    }
}

impl Definition for Clause {
    const NAME: &'static str = "clause";
    const MEANING: &'static str = "at least one literal is true";

    fn vars(&self) -> Vec<Var> {
        self.literals.iter().map(|literal| literal.var).collect()
    }

    fn with_vars(&self, to: &dyn Fn(Var) -> Var) -> Self {
        let renamed = |literal: &Literal| Literal {
            var: to(literal.var),
            ..*literal
        };
        Clause {
            literals: self.literals.iter().map(renamed).collect(),
        }
    }

    fn holds(&self, given: Values<'_>) -> bool {
        let is_true = |literal: &Literal| given.value(literal.var) == literal.value();
        self.literals.iter().any(is_true)
    }

    fn check(&self, model: &Model) -> Result<(), ModelError> {
        booleans::<Self>(model, &self.vars())
    }

    /// No literal is true: their number is at most 0.
    fn negation(&self) -> Option<Constraint> {
        let sign = |literal: &Literal| if literal.positive { 1 } else { -1 };
        let negated = self.literals.iter().filter(|literal| !literal.positive);
        let none = Linear {
            constant: -(negated.count() as i64),
            rel: Rel::LessEqual,
            terms: self.literals.iter().map(|l| (sign(l), l.var)).collect(),
        };
        Some(none.into())
    }

    fn show(&self, model: &Model) -> String {
        let word = |literal: &Literal| {
            let not = if literal.positive { "" } else { "not " };
            format!("{not}{}", model.var_name(literal.var))
        };
        let words: Vec<String> = self.literals.iter().map(word).collect();
        words.join(" or ")
    }

    fn write(&self, line: &mut Line<'_>) {
        line.many(&self.literals, |line, literal| {
            let sign = if literal.positive { '+' } else { '-' };
            line.word(format_args!("{sign}{}", literal.var.index()));
        });
    }

    fn read(words: &mut Words<'_>) -> Read<Self> {
        let literals = words.many(Words::literal)?;
        Ok(Clause { literals })
    }
}

impl Model {
    /// At least one of the literals is true.
    ///
    /// ```
    /// # use tantalizer_model::{Literal, Model};
    /// # let mut model = Model::new("example");
    /// let rain = model.boolean("rain");
    /// let umbrella = model.boolean("umbrella");
    /// model.clause([Literal::no(rain), Literal::yes(umbrella)])?;
    /// assert_eq!(model.violated(&[1, 1]), None);
    /// assert!(model.violated(&[1, 0]).is_some());
    /// # Ok::<(), tantalizer_model::ModelError>(())
    /// ```
    pub fn clause(
        &mut self,
        literals: impl Into<Vec<Literal>>,
    ) -> Result<ConstraintId, ModelError> {
        self.post(Clause {
            literals: literals.into(),
        })
    }
}
