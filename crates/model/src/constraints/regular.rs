//! The words of an automaton.

use std::sync::Arc;

use super::prelude::*;
use crate::automaton::Dfa;

/// The automaton accepts the variables' values as a word.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Regular {
    /// The word.
    pub vars: Vec<Var>,
    /// The automaton.
    pub automaton: Arc<Dfa>,
}

impl Definition for Regular {
    const NAME: &'static str = "regular";
    const MEANING: &'static str = "the automaton accepts the variables as a word";

    fn vars(&self) -> Vec<Var> {
        self.vars.clone()
    }

    fn with_vars(&self, to: &dyn Fn(Var) -> Var) -> Self {
        Regular {
            vars: renamed(&self.vars, to),
            automaton: Arc::clone(&self.automaton),
        }
    }

    fn holds(&self, given: Values<'_>) -> bool {
        self.automaton.accepts(&given.values(&self.vars))
    }

    fn show(&self, model: &Model) -> String {
        let (vars, states) = (model.var_names(&self.vars), self.automaton.state_count());
        format!("regular {vars} by an automaton of {states} states")
    }

    fn write(&self, line: &mut Line<'_>) {
        line.automaton(&self.automaton).vars(&self.vars);
    }

    fn read(words: &mut Words<'_>) -> Read<Self> {
        Ok(Regular {
            automaton: words.automaton()?,
            vars: words.vars()?,
        })
    }
}

impl Model {
    /// The automaton accepts the variables as a word.
    ///
    /// ```
    /// # use tantalizer_model::Model;
    /// # use tantalizer_model::automaton::Nfa;
    /// # let mut model = Model::new("example");
    /// let x = model.array("x", 5, 0..=1);
    /// // A line of a nonogram with the clue "2 1".
    /// let line = Nfa::parse("0* 1{2} 0+ 1 0*", &[0, 1])?.determinise()?;
    /// model.regular(&x, line.into())?;
    /// assert_eq!(model.violated(&[1, 1, 0, 0, 1]), None);
    /// assert!(model.violated(&[1, 0, 1, 1, 0]).is_some());
    /// # Ok::<(), tantalizer_model::ModelError>(())
    /// ```
    pub fn regular(
        &mut self,
        vars: &[Var],
        automaton: Arc<Dfa>,
    ) -> Result<ConstraintId, ModelError> {
        self.post(Regular {
            vars: vars.to_vec(),
            automaton,
        })
    }
}
