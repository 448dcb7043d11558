//! Parity.

use super::prelude::*;

/// An odd number (`parity`) or an even number of the variables is 1.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Xor {
    /// 0/1 variables.
    pub vars: Vec<Var>,
    /// Whether the number is odd.
    pub parity: bool,
}

impl Definition for Xor {
    const NAME: &'static str = "xor";
    const MEANING: &'static str = "the number of ones is odd, or even";

    fn vars(&self) -> Vec<Var> {
        self.vars.clone()
    }

    fn with_vars(&self, to: &dyn Fn(Var) -> Var) -> Self {
        Xor {
            vars: renamed(&self.vars, to),
            parity: self.parity,
        }
    }

    fn holds(&self, given: Values<'_>) -> bool {
        let ones = occurrences(&given.values(&self.vars), 1);
        (ones % 2 == 1) == self.parity
    }

    fn check(&self, model: &Model) -> Result<(), ModelError> {
        booleans::<Self>(model, &self.vars)
    }

    fn negation(&self) -> Option<Constraint> {
        let opposite = Xor {
            vars: self.vars.clone(),
            parity: !self.parity,
        };
        Some(opposite.into())
    }

    fn show(&self, model: &Model) -> String {
        let odd = if self.parity { "odd" } else { "even" };
        format!("an {odd} number of {} is 1", model.var_names(&self.vars))
    }

    fn write(&self, line: &mut Line<'_>) {
        line.word(if self.parity { "odd" } else { "even" });
        line.vars(&self.vars);
    }

    fn read(words: &mut Words<'_>) -> Read<Self> {
        Ok(Xor {
            parity: words.either("odd", "even")?,
            vars: words.vars()?,
        })
    }
}

impl Model {
    /// The number of ones is odd (`parity`) or even.
    ///
    /// ```
    /// # use tantalizer_model::Model;
    /// # let mut model = Model::new("example");
    /// let x = model.array("x", 3, 0..=1);
    /// model.xor(&x, true)?;
    /// assert_eq!(model.violated(&[1, 1, 1]), None);
    /// assert!(model.violated(&[1, 1, 0]).is_some());
    /// # Ok::<(), tantalizer_model::ModelError>(())
    /// ```
    pub fn xor(&mut self, vars: &[Var], parity: bool) -> Result<ConstraintId, ModelError> {
        self.post(Xor {
            vars: vars.to_vec(),
            parity,
        })
    }
}
