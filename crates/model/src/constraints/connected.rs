//! Chosen vertices of a graph that hang together.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::prelude::*;

/// The vertices with value 1 form a connected part of the graph; no vertex, or one, is connected.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Connected {
    /// One 0/1 variable a vertex.
    pub chosen: Vec<Var>,
    /// Undirected edges between vertex numbers.
    pub edges: Arc<Vec<(usize, usize)>>,
}

impl Definition for Connected {
    const NAME: &'static str = "connected";
    const MEANING: &'static str = "the vertices with value 1 are connected by the edges among them; none or one vertex is connected";

    fn vars(&self) -> Vec<Var> {
        self.chosen.clone()
    }

    fn with_vars(&self, to: &dyn Fn(Var) -> Var) -> Self {
        Connected {
            chosen: renamed(&self.chosen, to),
            edges: Arc::clone(&self.edges),
        }
    }

    fn holds(&self, given: Values<'_>) -> bool {
        let is_chosen = |&vertex: &usize| given.value(self.chosen[vertex]) == 1;
        let chosen: BTreeSet<usize> = (0..self.chosen.len()).filter(is_chosen).collect();
        let Some(&first) = chosen.first() else {
            return true;
        };
        let mut reached = BTreeSet::from([first]);
        loop {
            let before = reached.len();
            for &(a, b) in self.edges.iter() {
                if chosen.contains(&a) && chosen.contains(&b) {
                    if reached.contains(&a) {
                        reached.insert(b);
                    }
                    if reached.contains(&b) {
                        reached.insert(a);
                    }
                }
            }
            if reached.len() == before {
                break reached == chosen;
            }
        }
    }

    fn check(&self, model: &Model) -> Result<(), ModelError> {
        booleans::<Self>(model, &self.chosen)?;
        let ends = self.edges.iter().flat_map(|&(a, b)| [a, b]);
        in_range::<Self>("vertex", ends, self.chosen.len())
    }

    fn show(&self, model: &Model) -> String {
        let (chosen, edges) = (model.var_names(&self.chosen), self.edges.len());
        format!("connected {chosen} by {edges} edges")
    }

    fn write(&self, line: &mut Line<'_>) {
        line.graph(&self.edges).vars(&self.chosen);
    }

    fn read(words: &mut Words<'_>) -> Read<Self> {
        Ok(Connected {
            edges: words.graph()?,
            chosen: words.vars()?,
        })
    }
}

impl Model {
    /// The vertices with value 1 are connected by the edges among them.
    ///
    /// ```
    /// # use tantalizer_model::Model;
    /// # let mut model = Model::new("example");
    /// // Three places in a row.
    /// let chosen = model.array("chosen", 3, 0..=1);
    /// model.connected(&chosen, vec![(0, 1), (1, 2)].into())?;
    /// assert_eq!(model.violated(&[1, 1, 0]), None);
    /// assert!(model.violated(&[1, 0, 1]).is_some());
    /// # Ok::<(), tantalizer_model::ModelError>(())
    /// ```
    pub fn connected(
        &mut self,
        chosen: &[Var],
        edges: Arc<Vec<(usize, usize)>>,
    ) -> Result<ConstraintId, ModelError> {
        self.post(Connected {
            chosen: chosen.to_vec(),
            edges,
        })
    }
}
