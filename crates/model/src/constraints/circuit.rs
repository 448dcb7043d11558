//! One loop through everything.

use super::prelude::*;

/// Following `successors` from any node visits all nodes in one loop.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Circuit {
    /// `successors[i] - offset` is the node after node `i`.
    pub successors: Vec<Var>,
    /// The number of the first node.
    pub offset: i32,
}

impl Definition for Circuit {
    const NAME: &'static str = "circuit";
    const MEANING: &'static str =
        "following the successors from any node visits all nodes in one loop";

    fn vars(&self) -> Vec<Var> {
        self.successors.clone()
    }

    fn with_vars(&self, to: &dyn Fn(Var) -> Var) -> Self {
        Circuit {
            successors: renamed(&self.successors, to),
            offset: self.offset,
        }
    }

    fn holds(&self, given: Values<'_>) -> bool {
        match loop_from(&given.values(&self.successors), self.offset, 0) {
            Some(visited) => visited.len() == self.successors.len(),
            None => false,
        }
    }

    fn check(&self, _: &Model) -> Result<(), ModelError> {
        not_empty::<Self>(&self.successors)?;
        offset_fits::<Self>(self.offset, self.successors.len())
    }

    fn show(&self, model: &Model) -> String {
        format!("circuit {}", model.var_names(&self.successors))
    }

    fn write(&self, line: &mut Line<'_>) {
        line.word(self.offset).vars(&self.successors);
    }

    fn read(words: &mut Words<'_>) -> Read<Self> {
        Ok(Circuit {
            offset: words.number()?,
            successors: words.vars()?,
        })
    }
}

impl Model {
    /// The successors form one loop through all nodes, the first node being 0.
    ///
    /// ```
    /// # use tantalizer_model::Model;
    /// # let mut model = Model::new("example");
    /// let next = model.array("next", 4, 0..=3);
    /// model.circuit(&next)?;
    /// assert_eq!(model.violated(&[1, 2, 3, 0]), None);
    /// assert!(model.violated(&[1, 0, 3, 2]).is_some());
    /// # Ok::<(), tantalizer_model::ModelError>(())
    /// ```
    pub fn circuit(&mut self, successors: &[Var]) -> Result<ConstraintId, ModelError> {
        self.post(Circuit {
            successors: successors.to_vec(),
            offset: 0,
        })
    }
}
