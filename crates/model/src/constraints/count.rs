//! How often a value occurs.

use super::prelude::*;

/// Exactly `count` of `vars` equal `value`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Count {
    /// The variables counted over.
    pub vars: Vec<Var>,
    /// The value looked for; may itself be a variable.
    pub value: Var,
    /// How many there are.
    pub count: Var,
}

impl Definition for Count {
    const NAME: &'static str = "count";
    const MEANING: &'static str =
        "exactly `count` of the variables equal `value`, which may be a variable";

    fn vars(&self) -> Vec<Var> {
        [&self.vars[..], &[self.value, self.count]].concat()
    }

    fn with_vars(&self, to: &dyn Fn(Var) -> Var) -> Self {
        Count {
            vars: renamed(&self.vars, to),
            value: to(self.value),
            count: to(self.count),
        }
    }

    fn holds(&self, given: Values<'_>) -> bool {
        let found = occurrences(&given.values(&self.vars), given.value(self.value));
        found == i64::from(given.value(self.count))
    }

    fn show(&self, model: &Model) -> String {
        let (value, count) = (model.var_name(self.value), model.var_name(self.count));
        format!(
            "count of {value} in {} = {count}",
            model.var_names(&self.vars)
        )
    }

    fn write(&self, line: &mut Line<'_>) {
        line.var(self.value).var(self.count).vars(&self.vars);
    }

    fn read(words: &mut Words<'_>) -> Read<Self> {
        Ok(Count {
            value: words.var()?,
            count: words.var()?,
            vars: words.vars()?,
        })
    }
}

impl Model {
    /// Exactly `count` of the variables equal `value`.
    ///
    /// ```
    /// # use tantalizer_model::Model;
    /// # let mut model = Model::new("example");
    /// let x = model.array("x", 3, 1..=3);
    /// let two = model.constant(2);
    /// let twos = model.int("twos", 0..=3);
    /// model.count(&x, two, twos)?;
    /// // The variables in the order in which they were made: x, the constant, the number of twos.
    /// assert_eq!(model.violated(&[2, 1, 2, 2, 2]), None);
    /// assert!(model.violated(&[2, 1, 1, 2, 2]).is_some());
    /// # Ok::<(), tantalizer_model::ModelError>(())
    /// ```
    pub fn count(
        &mut self,
        vars: &[Var],
        value: Var,
        count: Var,
    ) -> Result<ConstraintId, ModelError> {
        self.post(Count {
            vars: vars.to_vec(),
            value,
            count,
        })
    }
}
