//! Two variables in relation to each other.

use super::prelude::*;

/// `x rel y`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Compare {
    /// Left side.
    pub x: Var,
    /// The relation.
    pub rel: Rel,
    /// Right side.
    pub y: Var,
}

impl Definition for Compare {
    const NAME: &'static str = "compare";
    const MEANING: &'static str = "`x rel y`, with `rel` one of `= != < <= > >=`";

    fn vars(&self) -> Vec<Var> {
        vec![self.x, self.y]
    }

    fn with_vars(&self, to: &dyn Fn(Var) -> Var) -> Self {
        Compare {
            x: to(self.x),
            y: to(self.y),
            ..*self
        }
    }

    fn holds(&self, given: Values<'_>) -> bool {
        self.rel.holds(given.value(self.x), given.value(self.y))
    }

    fn negation(&self) -> Option<Constraint> {
        let rel = self.rel.negated();
        Some(Compare { rel, ..*self }.into())
    }

    fn show(&self, model: &Model) -> String {
        let (x, y) = (model.var_name(self.x), model.var_name(self.y));
        format!("{x} {} {y}", self.rel)
    }

    fn write(&self, line: &mut Line<'_>) {
        line.var(self.x).word(self.rel).var(self.y);
    }

    fn read(words: &mut Words<'_>) -> Read<Self> {
        Ok(Compare {
            x: words.var()?,
            rel: words.relation()?,
            y: words.var()?,
        })
    }
}

impl Model {
    /// `x rel y`.
    ///
    /// ```
    /// # use tantalizer_model::{Model, Rel};
    /// # let mut model = Model::new("example");
    /// let x = model.int("x", 1..=9);
    /// let y = model.int("y", 1..=9);
    /// model.compare(x, Rel::Less, y)?;
    /// assert_eq!(model.violated(&[3, 7]), None);
    /// assert!(model.violated(&[7, 7]).is_some());
    /// # Ok::<(), tantalizer_model::ModelError>(())
    /// ```
    pub fn compare(&mut self, x: Var, rel: Rel, y: Var) -> Result<ConstraintId, ModelError> {
        self.post(Compare { x, rel, y })
    }
}
