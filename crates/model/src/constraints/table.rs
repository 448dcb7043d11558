//! A list of allowed, or of forbidden, rows.

use std::sync::Arc;

use super::prelude::*;
use crate::Tuples;

/// The variables' values form one of the rows (`allowed`), or none of them.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Table {
    /// The variables, one a column.
    pub vars: Vec<Var>,
    /// The rows.
    pub tuples: Arc<Tuples>,
    /// Whether the rows are allowed or forbidden.
    pub allowed: bool,
}

impl Definition for Table {
    const NAME: &'static str = "table";
    const MEANING: &'static str = "the variables form one of the rows, or (forbidden) none of them";

    fn vars(&self) -> Vec<Var> {
        self.vars.clone()
    }

    fn with_vars(&self, to: &dyn Fn(Var) -> Var) -> Self {
        Table {
            vars: renamed(&self.vars, to),
            tuples: Arc::clone(&self.tuples),
            allowed: self.allowed,
        }
    }

    fn holds(&self, given: Values<'_>) -> bool {
        let list = given.values(&self.vars);
        self.tuples.rows().any(|row| row == list) == self.allowed
    }

    fn check(&self, _: &Model) -> Result<(), ModelError> {
        not_empty::<Self>(&self.vars)?;
        same_length::<Self>("a row", self.tuples.width(), self.vars.len())
    }

    fn negation(&self) -> Option<Constraint> {
        let mut opposite = self.clone();
        opposite.allowed = !self.allowed;
        Some(opposite.into())
    }

    fn show(&self, model: &Model) -> String {
        let is = if self.allowed {
            "is one of"
        } else {
            "is none of"
        };
        let (vars, rows) = (model.var_names(&self.vars), self.tuples.len());
        format!("table {vars} {is} {rows} rows")
    }

    fn write(&self, line: &mut Line<'_>) {
        line.word(if self.allowed { "allowed" } else { "forbidden" });
        line.table(&self.tuples).vars(&self.vars);
    }

    fn read(words: &mut Words<'_>) -> Read<Self> {
        Ok(Table {
            allowed: words.either("allowed", "forbidden")?,
            tuples: words.table()?,
            vars: words.vars()?,
        })
    }
}

impl Model {
    /// The variables form one of the rows.
    ///
    /// ```
    /// # use tantalizer_model::{Model, Tuples};
    /// # let mut model = Model::new("example");
    /// let x = model.array("x", 3, 0..=1);
    /// let rows = Tuples::new(3, [[0, 0, 1], [1, 1, 0]])?;
    /// model.table(&x, rows.into())?;
    /// assert_eq!(model.violated(&[1, 1, 0]), None);
    /// assert!(model.violated(&[1, 1, 1]).is_some());
    /// # Ok::<(), tantalizer_model::ModelError>(())
    /// ```
    pub fn table(&mut self, vars: &[Var], tuples: Arc<Tuples>) -> Result<ConstraintId, ModelError> {
        self.post(Table {
            vars: vars.to_vec(),
            tuples,
            allowed: true,
        })
    }

    /// The variables form none of the rows.
    ///
    /// ```
    /// # use tantalizer_model::{Model, Tuples};
    /// # let mut model = Model::new("example");
    /// let x = model.array("x", 3, 0..=1);
    /// let rows = Tuples::new(3, [[0, 0, 1], [1, 1, 0]])?;
    /// model.forbidden(&x, rows.into())?;
    /// assert_eq!(model.violated(&[1, 1, 1]), None);
    /// assert!(model.violated(&[1, 1, 0]).is_some());
    /// # Ok::<(), tantalizer_model::ModelError>(())
    /// ```
    pub fn forbidden(
        &mut self,
        vars: &[Var],
        tuples: Arc<Tuples>,
    ) -> Result<ConstraintId, ModelError> {
        self.post(Table {
            vars: vars.to_vec(),
            tuples,
            allowed: false,
        })
    }
}
