//! Whether another constraint holds.

use super::prelude::*;

/// `by` is 1 exactly when `constraint` holds.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Reified {
    /// The constraint.
    pub constraint: Box<Constraint>,
    /// The 0/1 variable that tells whether it holds.
    pub by: Var,
}

impl Reified {
    /// `by` tells whether `constraint` holds.
    pub fn new(constraint: impl Into<Constraint>, by: Var) -> Self {
        Reified {
            constraint: Box::new(constraint.into()),
            by,
        }
    }
}

impl Definition for Reified {
    const NAME: &'static str = "reified";
    const MEANING: &'static str = "a 0/1 variable is 1 exactly when the constraint holds";

    fn vars(&self) -> Vec<Var> {
        let mut vars = self.constraint.vars();
        vars.push(self.by);
        vars
    }

    fn with_vars(&self, to: &dyn Fn(Var) -> Var) -> Self {
        Reified::new(self.constraint.with_vars(to), to(self.by))
    }

    fn holds(&self, given: Values<'_>) -> bool {
        (given.value(self.by) == 1) == self.constraint.holds(given.0)
    }

    fn check(&self, model: &Model) -> Result<(), ModelError> {
        booleans::<Self>(model, &[self.by])?;
        self.constraint.check(model)
    }

    fn show(&self, model: &Model) -> String {
        let (by, constraint) = (model.var_name(self.by), model.show(&self.constraint));
        format!("{by} <=> ({constraint})")
    }

    fn write(&self, line: &mut Line<'_>) {
        line.var(self.by).constraint(&self.constraint);
    }

    fn read(words: &mut Words<'_>) -> Read<Self> {
        let by = words.var()?;
        Ok(Reified::new(words.nested_constraint()?, by))
    }
}

impl Model {
    /// `by` is 1 exactly when `constraint` holds.
    ///
    /// ```
    /// # use tantalizer_model::constraints::Compare;
    /// # use tantalizer_model::{Model, Rel};
    /// # let mut model = Model::new("example");
    /// let x = model.int("x", 1..=9);
    /// let y = model.int("y", 1..=9);
    /// let less = model.boolean("less");
    /// model.reified(Compare { x, rel: Rel::Less, y }, less)?;
    /// assert_eq!(model.violated(&[2, 5, 1]), None);
    /// assert_eq!(model.violated(&[5, 2, 0]), None);
    /// assert!(model.violated(&[5, 2, 1]).is_some());
    /// # Ok::<(), tantalizer_model::ModelError>(())
    /// ```
    pub fn reified(
        &mut self,
        constraint: impl Into<Constraint>,
        by: Var,
    ) -> Result<ConstraintId, ModelError> {
        self.post(Reified::new(constraint, by))
    }
}
