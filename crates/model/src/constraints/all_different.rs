//! No two alike.

use std::collections::BTreeSet;

use super::prelude::*;

/// No two variables are equal.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct AllDifferent {
    /// The variables.
    pub vars: Vec<Var>,
}

impl Definition for AllDifferent {
    const NAME: &'static str = "all-different";
    const MEANING: &'static str = "no two variables are equal";

    fn vars(&self) -> Vec<Var> {
        self.vars.clone()
    }

    fn with_vars(&self, to: &dyn Fn(Var) -> Var) -> Self {
        AllDifferent {
            vars: renamed(&self.vars, to),
        }
    }

    fn holds(&self, given: Values<'_>) -> bool {
        let list = given.values(&self.vars);
        let set: BTreeSet<i32> = list.iter().copied().collect();
        set.len() == list.len()
    }

    fn show(&self, model: &Model) -> String {
        format!("all-different {}", model.var_names(&self.vars))
    }

    fn write(&self, line: &mut Line<'_>) {
        line.vars(&self.vars);
    }

    fn read(words: &mut Words<'_>) -> Read<Self> {
        let vars = words.vars()?;
        Ok(AllDifferent { vars })
    }
}

impl Model {
    /// No two of the variables are equal.
    ///
    /// ```
    /// # use tantalizer_model::Model;
    /// # let mut model = Model::new("example");
    /// let x = model.array("x", 3, 1..=3);
    /// model.all_different(&x)?;
    /// assert_eq!(model.violated(&[3, 1, 2]), None);
    /// assert!(model.violated(&[3, 1, 3]).is_some());
    /// # Ok::<(), tantalizer_model::ModelError>(())
    /// ```
    pub fn all_different(&mut self, vars: &[Var]) -> Result<ConstraintId, ModelError> {
        self.post(AllDifferent {
            vars: vars.to_vec(),
        })
    }
}
