//! Lexicographic order.

use super::prelude::*;

/// `left` comes before `right` in lexicographic order (or equals it, unless `strict`);
/// a proper prefix comes before the longer word.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Lex {
    /// The smaller word.
    pub left: Vec<Var>,
    /// The larger word.
    pub right: Vec<Var>,
    /// Whether equality is excluded.
    pub strict: bool,
}

impl Definition for Lex {
    const NAME: &'static str = "lex";
    const MEANING: &'static str = "one list comes before the other in lexicographic order, strictly or not; a proper prefix comes first";

    fn vars(&self) -> Vec<Var> {
        [&self.left[..], &self.right].concat()
    }

    fn with_vars(&self, to: &dyn Fn(Var) -> Var) -> Self {
        Lex {
            left: renamed(&self.left, to),
            right: renamed(&self.right, to),
            strict: self.strict,
        }
    }

    fn holds(&self, given: Values<'_>) -> bool {
        let (left, right) = (given.values(&self.left), given.values(&self.right));
        if self.strict {
            left < right
        } else {
            left <= right
        }
    }

    fn negation(&self) -> Option<Constraint> {
        let opposite = Lex {
            left: self.right.clone(),
            right: self.left.clone(),
            strict: !self.strict,
        };
        Some(opposite.into())
    }

    fn show(&self, model: &Model) -> String {
        let before = if self.strict { "lex<" } else { "lex<=" };
        let (left, right) = (model.var_names(&self.left), model.var_names(&self.right));
        format!("{left} {before} {right}")
    }

    fn write(&self, line: &mut Line<'_>) {
        line.word(if self.strict { "<" } else { "<=" });
        line.vars(&self.left).vars(&self.right);
    }

    fn read(words: &mut Words<'_>) -> Read<Self> {
        Ok(Lex {
            strict: words.either("<", "<=")?,
            left: words.vars()?,
            right: words.vars()?,
        })
    }
}

impl Model {
    /// `left` is before `right` in lexicographic order, or equal to it.
    ///
    /// ```
    /// # use tantalizer_model::Model;
    /// # let mut model = Model::new("example");
    /// let x = model.array("x", 2, 1..=3);
    /// let y = model.array("y", 2, 1..=3);
    /// model.lex_less_equal(&x, &y)?;
    /// assert_eq!(model.violated(&[1, 3, 2, 1]), None);
    /// assert_eq!(model.violated(&[1, 3, 1, 3]), None);
    /// assert!(model.violated(&[2, 1, 1, 3]).is_some());
    /// # Ok::<(), tantalizer_model::ModelError>(())
    /// ```
    pub fn lex_less_equal(
        &mut self,
        left: &[Var],
        right: &[Var],
    ) -> Result<ConstraintId, ModelError> {
        self.post(Lex {
            left: left.to_vec(),
            right: right.to_vec(),
            strict: false,
        })
    }

    /// `left` is strictly before `right` in lexicographic order.
    ///
    /// ```
    /// # use tantalizer_model::Model;
    /// # let mut model = Model::new("example");
    /// let x = model.array("x", 2, 1..=3);
    /// let y = model.array("y", 2, 1..=3);
    /// model.lex_less(&x, &y)?;
    /// assert_eq!(model.violated(&[1, 3, 2, 1]), None);
    /// assert!(model.violated(&[1, 3, 1, 3]).is_some());
    /// # Ok::<(), tantalizer_model::ModelError>(())
    /// ```
    pub fn lex_less(&mut self, left: &[Var], right: &[Var]) -> Result<ConstraintId, ModelError> {
        self.post(Lex {
            left: left.to_vec(),
            right: right.to_vec(),
            strict: true,
        })
    }
}
