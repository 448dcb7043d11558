//! How often each of several values occurs.

use super::prelude::*;

/// `values[i]` occurs exactly `counts[i]` times in `vars`; if `closed`, nothing else occurs.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct GlobalCardinality {
    /// The variables counted over.
    pub vars: Vec<Var>,
    /// The values counted, each once.
    pub values: Vec<i32>,
    /// How often each occurs.
    pub counts: Vec<Var>,
    /// Whether other values are forbidden.
    pub closed: bool,
}

impl Definition for GlobalCardinality {
    const NAME: &'static str = "global-cardinality";
    const MEANING: &'static str =
        "each listed value occurs as often as its count says; if closed, nothing else occurs";

    fn vars(&self) -> Vec<Var> {
        [&self.vars[..], &self.counts].concat()
    }

    fn with_vars(&self, to: &dyn Fn(Var) -> Var) -> Self {
        GlobalCardinality {
            vars: renamed(&self.vars, to),
            values: self.values.clone(),
            counts: renamed(&self.counts, to),
            closed: self.closed,
        }
    }

    fn holds(&self, given: Values<'_>) -> bool {
        let list = given.values(&self.vars);
        let mut pairs = self.values.iter().zip(&self.counts);
        let counts_fit =
            pairs.all(|(&item, &count)| occurrences(&list, item) == i64::from(given.value(count)));
        counts_fit && (!self.closed || list.iter().all(|item| self.values.contains(item)))
    }

    fn check(&self, _: &Model) -> Result<(), ModelError> {
        same_length::<Self>("the list of counts", self.counts.len(), self.values.len())?;
        let mut sorted = self.values.clone();
        sorted.sort_unstable();
        match sorted.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(pair) => Err(ModelError::Repeated {
                constraint: Self::NAME,
                value: pair[0],
            }),
            None => Ok(()),
        }
    }

    fn show(&self, model: &Model) -> String {
        format!(
            "{}global-cardinality {}: {:?} occur {} times",
            if self.closed { "closed " } else { "" },
            model.var_names(&self.vars),
            self.values,
            model.var_names(&self.counts)
        )
    }

    fn write(&self, line: &mut Line<'_>) {
        line.word(if self.closed { "closed" } else { "open" });
        line.vars(&self.vars);
        let pairs: Vec<(i32, Var)> = std::iter::zip(&self.values, &self.counts)
            .map(|(&value, &count)| (value, count))
            .collect();
        line.many(&pairs, |line, &(value, count)| {
            line.word(value).var(count);
        });
    }

    fn read(words: &mut Words<'_>) -> Read<Self> {
        let closed = words.either("closed", "open")?;
        let vars = words.vars()?;
        let pairs = words.many(|words| Ok((words.number::<i32>()?, words.var()?)))?;
        let (values, counts) = pairs.into_iter().unzip();
        Ok(GlobalCardinality {
            vars,
            values,
            counts,
            closed,
        })
    }
}

impl Model {
    /// Each of `values` occurs as often as its count says; other values occur freely.
    ///
    /// ```
    /// # use tantalizer_model::Model;
    /// # let mut model = Model::new("example");
    /// let x = model.array("x", 3, 1..=3);
    /// let counts = model.array("counts", 2, 0..=3);
    /// model.global_cardinality(&x, &[1, 3], &counts)?;
    /// // One 1 and two 3s.
    /// assert_eq!(model.violated(&[3, 1, 3, 1, 2]), None);
    /// assert!(model.violated(&[3, 1, 2, 1, 2]).is_some());
    /// # Ok::<(), tantalizer_model::ModelError>(())
    /// ```
    pub fn global_cardinality(
        &mut self,
        vars: &[Var],
        values: &[i32],
        counts: &[Var],
    ) -> Result<ConstraintId, ModelError> {
        self.post(GlobalCardinality {
            vars: vars.to_vec(),
            values: values.to_vec(),
            counts: counts.to_vec(),
            closed: false,
        })
    }
}
