//! All alike.

use super::prelude::*;

/// All variables are equal.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct AllEqual {
    /// The variables.
    pub vars: Vec<Var>,
}

impl Definition for AllEqual {
    const NAME: &'static str = "all-equal";
    const MEANING: &'static str = "all variables are equal";

    fn vars(&self) -> Vec<Var> {
        self.vars.clone()
    }

    fn with_vars(&self, to: &dyn Fn(Var) -> Var) -> Self {
        AllEqual {
            vars: renamed(&self.vars, to),
        }
    }

    fn holds(&self, given: Values<'_>) -> bool {
        let list = given.values(&self.vars);
        list.iter().all(|&item| item == list[0])
    }

    fn show(&self, model: &Model) -> String {
        format!("all-equal {}", model.var_names(&self.vars))
    }

    fn write(&self, line: &mut Line<'_>) {
        line.vars(&self.vars);
    }

    fn read(words: &mut Words<'_>) -> Read<Self> {
        let vars = words.vars()?;
        Ok(AllEqual { vars })
    }
}

impl Model {
    /// All of the variables are equal.
    ///
    /// ```
    /// # use tantalizer_model::Model;
    /// # let mut model = Model::new("example");
    /// let x = model.array("x", 3, 1..=3);
    /// model.all_equal(&x)?;
    /// assert_eq!(model.violated(&[2, 2, 2]), None);
    /// assert!(model.violated(&[2, 2, 1]).is_some());
    /// # Ok::<(), tantalizer_model::ModelError>(())
    /// ```
    pub fn all_equal(&mut self, vars: &[Var]) -> Result<ConstraintId, ModelError> {
        self.post(AllEqual {
            vars: vars.to_vec(),
        })
    }
}
