//! An operation on two variables, compared with a third.

use std::fmt;

use super::prelude::*;

/// `x op y rel z`; a division by zero satisfies no relation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Arithm {
    /// First operand.
    pub x: Var,
    /// The operation.
    pub op: Arithmetic,
    /// Second operand.
    pub y: Var,
    /// The relation.
    pub rel: Rel,
    /// What the result is compared with.
    pub z: Var,
}

/// An arithmetic operation on two integers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Arithmetic {
    /// `+`
    Plus,
    /// `-`
    Minus,
    /// `*`
    Times,
    /// `/`, truncating toward zero; dividing by zero has no value.
    Divide,
}

impl Arithmetic {
    /// All four operations.
    pub const ALL: [Arithmetic; 4] = [
        Arithmetic::Plus,
        Arithmetic::Minus,
        Arithmetic::Times,
        Arithmetic::Divide,
    ];

    /// How the operation is written.
    pub fn symbol(self) -> &'static str {
        match self {
            Arithmetic::Plus => "+",
            Arithmetic::Minus => "-",
            Arithmetic::Times => "*",
            Arithmetic::Divide => "/",
        }
    }
}

impl fmt::Display for Arithmetic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.symbol())
    }
}

impl Definition for Arithm {
    const NAME: &'static str = "arithm";
    const MEANING: &'static str = "`x op y rel z`, with `op` one of `+ - * /`; `/` truncates toward zero, and a division by zero satisfies no relation";

    fn vars(&self) -> Vec<Var> {
        vec![self.x, self.y, self.z]
    }

    fn with_vars(&self, to: &dyn Fn(Var) -> Var) -> Self {
        Arithm {
            x: to(self.x),
            y: to(self.y),
            z: to(self.z),
            ..*self
        }
    }

    fn holds(&self, given: Values<'_>) -> bool {
        let value = |var| i64::from(given.value(var));
        let (left, right) = (value(self.x), value(self.y));
        let result = match self.op {
            Arithmetic::Plus => left + right,
            Arithmetic::Minus => left - right,
            Arithmetic::Times => left * right,
            Arithmetic::Divide if right == 0 => return false,
            Arithmetic::Divide => left / right,
        };
        self.rel.holds(result, value(self.z))
    }

    /// A division by zero is neither so nor the opposite.
    fn negation(&self) -> Option<Constraint> {
        let rel = self.rel.negated();
        (self.op != Arithmetic::Divide).then(|| Arithm { rel, ..*self }.into())
    }

    fn show(&self, model: &Model) -> String {
        let [x, y, z] = [self.x, self.y, self.z].map(|var| model.var_name(var));
        format!("{x} {} {y} {} {z}", self.op, self.rel)
    }

    fn write(&self, line: &mut Line<'_>) {
        line.var(self.x).word(self.op).var(self.y);
        line.word(self.rel).var(self.z);
    }

    fn read(words: &mut Words<'_>) -> Read<Self> {
        Ok(Arithm {
            x: words.var()?,
            op: words.operation()?,
            y: words.var()?,
            rel: words.relation()?,
            z: words.var()?,
        })
    }
}

impl Model {
    /// `x op y rel z`.
    ///
    /// ```
    /// # use tantalizer_model::{Arithmetic, Model, Rel};
    /// # let mut model = Model::new("example");
    /// let x = model.int("x", 1..=9);
    /// let y = model.int("y", 1..=9);
    /// let product = model.int("product", 1..=81);
    /// model.arithm(x, Arithmetic::Times, y, Rel::Equal, product)?;
    /// assert_eq!(model.violated(&[6, 7, 42]), None);
    /// assert!(model.violated(&[6, 7, 41]).is_some());
    /// # Ok::<(), tantalizer_model::ModelError>(())
    /// ```
    pub fn arithm(
        &mut self,
        x: Var,
        op: Arithmetic,
        y: Var,
        rel: Rel,
        z: Var,
    ) -> Result<ConstraintId, ModelError> {
        self.post(Arithm { x, op, y, rel, z })
    }
}
