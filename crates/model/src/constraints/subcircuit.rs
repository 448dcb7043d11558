//! At most one loop; the rest stays where it is.

use super::prelude::*;

/// Nodes that are not their own successor form one loop; there may be none.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Subcircuit {
    /// `successors[i] - offset` is the node after node `i`.
    pub successors: Vec<Var>,
    /// The number of the first node.
    pub offset: i32,
}

impl Definition for Subcircuit {
    const NAME: &'static str = "subcircuit";
    const MEANING: &'static str =
        "the nodes that are not their own successors form one loop; there may be none";

    fn vars(&self) -> Vec<Var> {
        self.successors.clone()
    }

    fn with_vars(&self, to: &dyn Fn(Var) -> Var) -> Self {
        Subcircuit {
            successors: renamed(&self.successors, to),
            offset: self.offset,
        }
    }

    fn holds(&self, given: Values<'_>) -> bool {
        let list = given.values(&self.successors);
        let stays = |i: usize| i64::from(list[i]) == i as i64 + i64::from(self.offset);
        let moving: Vec<usize> = (0..list.len()).filter(|&i| !stays(i)).collect();
        match moving.first() {
            None => true,
            Some(&first) => match loop_from(&list, self.offset, first) {
                Some(visited) => visited == moving.into_iter().collect(),
                None => false,
            },
        }
    }

    fn check(&self, _: &Model) -> Result<(), ModelError> {
        not_empty::<Self>(&self.successors)?;
        offset_fits::<Self>(self.offset, self.successors.len())
    }

    fn show(&self, model: &Model) -> String {
        format!("subcircuit {}", model.var_names(&self.successors))
    }

    fn write(&self, line: &mut Line<'_>) {
        line.word(self.offset).vars(&self.successors);
    }

    fn read(words: &mut Words<'_>) -> Read<Self> {
        Ok(Subcircuit {
            offset: words.number()?,
            successors: words.vars()?,
        })
    }
}

impl Model {
    /// The successors form at most one loop; other nodes are their own successors.
    ///
    /// ```
    /// # use tantalizer_model::Model;
    /// # let mut model = Model::new("example");
    /// let next = model.array("next", 4, 0..=3);
    /// model.subcircuit(&next)?;
    /// // A loop through 0, 1 and 3; node 2 stays out.
    /// assert_eq!(model.violated(&[1, 3, 2, 0]), None);
    /// assert!(model.violated(&[1, 0, 3, 2]).is_some());
    /// # Ok::<(), tantalizer_model::ModelError>(())
    /// ```
    pub fn subcircuit(&mut self, successors: &[Var]) -> Result<ConstraintId, ModelError> {
        self.post(Subcircuit {
            successors: successors.to_vec(),
            offset: 0,
        })
    }
}
