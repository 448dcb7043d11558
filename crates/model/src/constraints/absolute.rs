//! The absolute value.

use super::prelude::*;

/// `result` is the absolute value of `x`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Absolute {
    /// The absolute value.
    pub result: Var,
    /// The variable.
    pub x: Var,
}

impl Definition for Absolute {
    const NAME: &'static str = "absolute";
    const MEANING: &'static str = "the result is the absolute value";

    fn vars(&self) -> Vec<Var> {
        vec![self.x, self.result]
    }

    fn with_vars(&self, to: &dyn Fn(Var) -> Var) -> Self {
        Absolute {
            result: to(self.result),
            x: to(self.x),
        }
    }

    fn holds(&self, given: Values<'_>) -> bool {
        i64::from(given.value(self.x)).abs() == i64::from(given.value(self.result))
    }

    fn show(&self, model: &Model) -> String {
        format!(
            "{} = |{}|",
            model.var_name(self.result),
            model.var_name(self.x)
        )
    }

    fn write(&self, line: &mut Line<'_>) {
        line.var(self.result).var(self.x);
    }

    fn read(words: &mut Words<'_>) -> Read<Self> {
        Ok(Absolute {
            result: words.var()?,
            x: words.var()?,
        })
    }
}

impl Model {
    /// `result` is the absolute value of `x`.
    ///
    /// ```
    /// # use tantalizer_model::Model;
    /// # let mut model = Model::new("example");
    /// let result = model.int("result", 0..=9);
    /// let x = model.int("x", -9..=9);
    /// model.absolute(result, x)?;
    /// assert_eq!(model.violated(&[4, -4]), None);
    /// assert!(model.violated(&[4, -5]).is_some());
    /// # Ok::<(), tantalizer_model::ModelError>(())
    /// ```
    pub fn absolute(&mut self, result: Var, x: Var) -> Result<ConstraintId, ModelError> {
        self.post(Absolute { result, x })
    }
}
