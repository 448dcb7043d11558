//! One of a set of values.

use super::prelude::*;
use crate::Domain;

/// `x` is one of `values`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Member {
    /// The variable.
    pub x: Var,
    /// The values it may take.
    pub values: Domain,
}

impl Definition for Member {
    const NAME: &'static str = "member";
    const MEANING: &'static str = "`x` is one of a set of values";

    fn vars(&self) -> Vec<Var> {
        vec![self.x]
    }

    fn with_vars(&self, to: &dyn Fn(Var) -> Var) -> Self {
        Member {
            x: to(self.x),
            ..self.clone()
        }
    }

    fn holds(&self, given: Values<'_>) -> bool {
        self.values.contains(given.value(self.x))
    }

    fn negation(&self) -> Option<Constraint> {
        let all = Domain::range(i32::MIN, i32::MAX);
        let values = all.difference(&self.values);
        Some(Member { x: self.x, values }.into())
    }

    fn show(&self, model: &Model) -> String {
        format!("{} in {}", model.var_name(self.x), self.values)
    }

    fn write(&self, line: &mut Line<'_>) {
        line.var(self.x).domain(&self.values);
    }

    fn read(words: &mut Words<'_>) -> Read<Self> {
        Ok(Member {
            x: words.var()?,
            values: words.domain()?,
        })
    }
}

impl Model {
    /// `x` is one of `values`.
    ///
    /// ```
    /// # use tantalizer_model::Model;
    /// # let mut model = Model::new("example");
    /// let x = model.int("x", 1..=9);
    /// model.member(x, [2, 3, 5, 7])?;
    /// assert_eq!(model.violated(&[5]), None);
    /// assert!(model.violated(&[6]).is_some());
    /// # Ok::<(), tantalizer_model::ModelError>(())
    /// ```
    pub fn member(
        &mut self,
        x: Var,
        values: impl Into<Domain>,
    ) -> Result<ConstraintId, ModelError> {
        self.post(Member {
            x,
            values: values.into(),
        })
    }
}
