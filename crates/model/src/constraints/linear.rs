//! A weighted sum.

use super::prelude::*;

/// The sum of `coefficient * variable` stands in relation to a constant.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Linear {
    /// Coefficients and variables.
    pub terms: Vec<(i64, Var)>,
    /// The relation.
    pub rel: Rel,
    /// The right side.
    pub constant: i64,
}

impl Definition for Linear {
    const NAME: &'static str = "linear";
    const MEANING: &'static str = "the weighted sum stands in relation to a constant";

    fn vars(&self) -> Vec<Var> {
        self.terms.iter().map(|term| term.1).collect()
    }

    fn with_vars(&self, to: &dyn Fn(Var) -> Var) -> Self {
        Linear {
            terms: self.terms.iter().map(|&(c, var)| (c, to(var))).collect(),
            ..*self
        }
    }

    fn holds(&self, given: Values<'_>) -> bool {
        let product = |&(c, var): &(i64, Var)| i128::from(c) * i128::from(given.value(var));
        let sum: i128 = self.terms.iter().map(product).sum();
        self.rel.holds(sum, i128::from(self.constant))
    }

    /// Sums are computed in 64 bits by every engine, so each partial sum must fit, with room to spare.
    fn check(&self, model: &Model) -> Result<(), ModelError> {
        let mut reach = i128::from(self.constant).abs();
        for &(coefficient, var) in &self.terms {
            let domain = model.domain(var);
            let ends = [domain.min(), domain.max()].into_iter().flatten();
            let largest = ends.map(|value| i128::from(value).abs()).max();
            reach += i128::from(coefficient).abs() * largest.unwrap_or(0);
        }
        if reach > i128::from(i64::MAX / 4) {
            return Err(ModelError::Overflow {
                constraint: Self::NAME,
            });
        }
        Ok(())
    }

    fn negation(&self) -> Option<Constraint> {
        let rel = self.rel.negated();
        Some(
            Linear {
                rel,
                ..self.clone()
            }
            .into(),
        )
    }

    fn show(&self, model: &Model) -> String {
        let mut sum = String::new();
        for (position, &(coefficient, var)) in self.terms.iter().enumerate() {
            sum += match (position, coefficient < 0) {
                (0, true) => "-",
                (0, false) => "",
                (_, true) => " - ",
                (_, false) => " + ",
            };
            if coefficient.abs() != 1 {
                sum += &format!("{}*", coefficient.unsigned_abs());
            }
            sum += model.var_name(var);
        }
        if sum.is_empty() {
            sum.push('0');
        }
        format!("{sum} {} {}", self.rel, self.constant)
    }

    fn write(&self, line: &mut Line<'_>) {
        line.word(self.rel).word(self.constant);
        line.many(&self.terms, |line, &(coefficient, var)| {
            line.word(coefficient).var(var);
        });
    }

    fn read(words: &mut Words<'_>) -> Read<Self> {
        Ok(Linear {
            rel: words.relation()?,
            constant: words.number()?,
            terms: words.many(|words| Ok((words.number()?, words.var()?)))?,
        })
    }
}

impl Model {
    /// The weighted sum stands in relation to `constant`.
    ///
    /// ```
    /// # use tantalizer_model::{Model, Rel};
    /// # let mut model = Model::new("example");
    /// let x = model.int("x", 0..=9);
    /// let y = model.int("y", 0..=9);
    /// model.linear([(2, x), (-1, y)], Rel::LessEqual, 3)?;
    /// assert_eq!(model.violated(&[4, 5]), None);
    /// assert!(model.violated(&[5, 5]).is_some());
    /// # Ok::<(), tantalizer_model::ModelError>(())
    /// ```
    pub fn linear(
        &mut self,
        terms: impl IntoIterator<Item = (i64, Var)>,
        rel: Rel,
        constant: i64,
    ) -> Result<ConstraintId, ModelError> {
        self.post(Linear {
            terms: terms.into_iter().collect(),
            rel,
            constant,
        })
    }
}
