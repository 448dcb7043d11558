//! The largest of several.

use super::prelude::*;

/// `result` is the largest of `vars`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Maximum {
    /// The largest value.
    pub result: Var,
    /// The variables.
    pub vars: Vec<Var>,
}

impl Definition for Maximum {
    const NAME: &'static str = "maximum";
    const MEANING: &'static str = "the result is the largest of the variables";

    fn vars(&self) -> Vec<Var> {
        [&self.vars[..], &[self.result]].concat()
    }

    fn with_vars(&self, to: &dyn Fn(Var) -> Var) -> Self {
        Maximum {
            result: to(self.result),
            vars: renamed(&self.vars, to),
        }
    }

    fn holds(&self, given: Values<'_>) -> bool {
        given.values(&self.vars).into_iter().max() == Some(given.value(self.result))
    }

    fn check(&self, _: &Model) -> Result<(), ModelError> {
        not_empty::<Self>(&self.vars)
    }

    fn show(&self, model: &Model) -> String {
        let (result, vars) = (model.var_name(self.result), model.var_names(&self.vars));
        format!("{result} = maximum {vars}")
    }

    fn write(&self, line: &mut Line<'_>) {
        line.var(self.result).vars(&self.vars);
    }

    fn read(words: &mut Words<'_>) -> Read<Self> {
        Ok(Maximum {
            result: words.var()?,
            vars: words.vars()?,
        })
    }
}

impl Model {
    /// `result` is the largest of the variables.
    ///
    /// ```
    /// # use tantalizer_model::Model;
    /// # let mut model = Model::new("example");
    /// let most = model.int("most", 1..=9);
    /// let x = model.array("x", 3, 1..=9);
    /// model.maximum(most, &x)?;
    /// assert_eq!(model.violated(&[7, 7, 2, 5]), None);
    /// assert!(model.violated(&[5, 7, 2, 5]).is_some());
    /// # Ok::<(), tantalizer_model::ModelError>(())
    /// ```
    pub fn maximum(&mut self, result: Var, vars: &[Var]) -> Result<ConstraintId, ModelError> {
        self.post(Maximum {
            result,
            vars: vars.to_vec(),
        })
    }
}
