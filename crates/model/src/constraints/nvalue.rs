//! How many different values occur.

use std::collections::BTreeSet;

use super::prelude::*;

/// Exactly `count` different values occur in `vars`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct NValue {
    /// The variables.
    pub vars: Vec<Var>,
    /// How many different values they take.
    pub count: Var,
}

impl Definition for NValue {
    const NAME: &'static str = "nvalue";
    const MEANING: &'static str = "exactly `count` different values occur";

    fn vars(&self) -> Vec<Var> {
        [&self.vars[..], &[self.count]].concat()
    }

    fn with_vars(&self, to: &dyn Fn(Var) -> Var) -> Self {
        NValue {
            vars: renamed(&self.vars, to),
            count: to(self.count),
        }
    }

    fn holds(&self, given: Values<'_>) -> bool {
        let different: BTreeSet<i32> = given.values(&self.vars).into_iter().collect();
        different.len() as i64 == i64::from(given.value(self.count))
    }

    fn show(&self, model: &Model) -> String {
        let (count, vars) = (model.var_name(self.count), model.var_names(&self.vars));
        format!("{count} = nvalue {vars}")
    }

    fn write(&self, line: &mut Line<'_>) {
        line.var(self.count).vars(&self.vars);
    }

    fn read(words: &mut Words<'_>) -> Read<Self> {
        Ok(NValue {
            count: words.var()?,
            vars: words.vars()?,
        })
    }
}

impl Model {
    /// Exactly `count` different values occur.
    ///
    /// ```
    /// # use tantalizer_model::Model;
    /// # let mut model = Model::new("example");
    /// let x = model.array("x", 3, 1..=3);
    /// let count = model.int("count", 1..=3);
    /// model.nvalue(&x, count)?;
    /// assert_eq!(model.violated(&[3, 1, 3, 2]), None);
    /// assert!(model.violated(&[3, 1, 2, 2]).is_some());
    /// # Ok::<(), tantalizer_model::ModelError>(())
    /// ```
    pub fn nvalue(&mut self, vars: &[Var], count: Var) -> Result<ConstraintId, ModelError> {
        self.post(NValue {
            vars: vars.to_vec(),
            count,
        })
    }
}
