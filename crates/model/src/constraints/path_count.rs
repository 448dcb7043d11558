//! The number of paths through a graph whose arcs count more or less often.

use std::collections::BTreeSet;
use std::sync::Arc;

use num_bigint::BigUint;
use num_traits::{One, Zero};

use super::prelude::*;

/// `total` is the sum, over all paths from the start to an accepting node, of the
/// products of the multiplicities along the path (Eq. 14 of Löffler, Liu and Hofstedt, *Exploring
/// Properties of the Instant Insanity Puzzle*, 2020); an accepting start node alone counts 1.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct PathCount {
    /// The graph.
    pub graph: Arc<PathGraph>,
    /// The number of paths.
    pub total: Var,
}

/// An acyclic graph whose accepted paths are counted; its nodes are numbered so
/// that every arc goes to a larger number.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct PathGraph {
    /// How many nodes there are.
    pub nodes: usize,
    /// Where each path starts.
    pub start: usize,
    /// Where a path may end.
    pub accepting: Vec<usize>,
    /// The arcs, in any order.
    pub arcs: Vec<PathArc>,
}

/// An arc of a [`PathGraph`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PathArc {
    /// The node it leaves.
    pub from: usize,
    /// The node it enters; larger than `from`.
    pub to: usize,
    /// How often it counts; a variable that is never negative.
    pub multiplicity: Var,
}

impl Definition for PathCount {
    const NAME: &'static str = "path-count";
    const MEANING: &'static str = "the total is the sum, over all paths from the start to an accepting node, of the products of the multiplicities on the arcs";

    fn vars(&self) -> Vec<Var> {
        let multiplicities = self.graph.arcs.iter().map(|arc| arc.multiplicity);
        multiplicities.chain([self.total]).collect()
    }

    fn with_vars(&self, to: &dyn Fn(Var) -> Var) -> Self {
        let arcs = self.graph.arcs.iter().map(|arc| PathArc {
            multiplicity: to(arc.multiplicity),
            ..*arc
        });
        let graph = PathGraph {
            arcs: arcs.collect(),
            accepting: self.graph.accepting.clone(),
            ..*self.graph
        };
        PathCount {
            graph: Arc::new(graph),
            total: to(self.total),
        }
    }

    fn holds(&self, given: Values<'_>) -> bool {
        let total = u64::try_from(given.value(self.total));
        total.is_ok_and(|total| self.graph.paths(given) == BigUint::from(total))
    }

    fn check(&self, model: &Model) -> Result<(), ModelError> {
        let graph = &*self.graph;
        let ends = graph.accepting.iter().copied().chain([graph.start]);
        in_range::<Self>("node", ends, graph.nodes)?;
        for (arc, &PathArc { from, to, .. }) in graph.arcs.iter().enumerate() {
            in_range::<Self>("node", [from, to], graph.nodes)?;
            if from >= to {
                return Err(ModelError::BackwardArc { arc, from, to });
            }
        }
        let mut multiplicities = graph.arcs.iter().map(|arc| arc.multiplicity);
        let may_be_negative = |var: &Var| model.domain(*var).min().is_some_and(|min| min < 0);
        match multiplicities.find(may_be_negative) {
            Some(var) => Err(ModelError::NegativeMultiplicity {
                variable: model.var_name(var).to_string(),
                domain: model.domain(var).to_string(),
            }),
            None => Ok(()),
        }
    }

    fn show(&self, model: &Model) -> String {
        let (total, graph) = (model.var_name(self.total), &self.graph);
        let (nodes, arcs) = (graph.nodes, graph.arcs.len());
        format!("{total} = path-count of a graph of {nodes} nodes and {arcs} arcs")
    }

    fn write(&self, line: &mut Line<'_>) {
        let graph = &self.graph;
        line.var(self.total).word(graph.nodes).word(graph.start);
        line.many(&graph.accepting, |line, node| {
            line.word(node);
        });
        line.many(&graph.arcs, |line, arc| {
            line.word(arc.from).word(arc.to).var(arc.multiplicity);
        });
    }

    fn read(words: &mut Words<'_>) -> Read<Self> {
        Ok(PathCount {
            total: words.var()?,
            graph: Arc::new(PathGraph {
                nodes: words.size("nodes")?,
                start: words.number()?,
                accepting: words.many(Words::number)?,
                arcs: words.many(|words| {
                    Ok(PathArc {
                        from: words.number()?,
                        to: words.number()?,
                        multiplicity: words.var()?,
                    })
                })?,
            }),
        })
    }
}

impl PathGraph {
    /// The weighted number of accepted paths, node by node in their (topological) order.
    fn paths(&self, given: Values<'_>) -> BigUint {
        let mut reaching = vec![BigUint::zero(); self.nodes];
        reaching[self.start] = BigUint::one();
        for node in 0..self.nodes {
            for arc in self.arcs.iter().filter(|arc| arc.from == node) {
                let times = given.value(arc.multiplicity).max(0) as u32;
                let through = &reaching[node] * times;
                reaching[arc.to] += through;
            }
        }
        let ends: BTreeSet<usize> = self.accepting.iter().copied().collect();
        ends.iter().map(|&node| &reaching[node]).sum()
    }
}

impl Model {
    /// `total` is the weighted number of accepted paths.
    ///
    /// ```
    /// # use tantalizer_model::{Model, PathArc, PathGraph};
    /// # let mut model = Model::new("example");
    /// let doubled = model.boolean("doubled");
    /// let total = model.int("total", 0..=9);
    /// // Two ways from node 0 to node 1; the second one is there as often as its variable says.
    /// let always = model.constant(1);
    /// let arcs = [always, doubled].map(|multiplicity| PathArc { from: 0, to: 1, multiplicity });
    /// let graph = PathGraph { nodes: 2, start: 0, accepting: vec![1], arcs: arcs.into() };
    /// model.path_count(graph.into(), total)?;
    /// assert_eq!(model.violated(&[1, 2, 1]), None);
    /// assert!(model.violated(&[0, 2, 1]).is_some());
    /// # Ok::<(), tantalizer_model::ModelError>(())
    /// ```
    pub fn path_count(
        &mut self,
        graph: Arc<PathGraph>,
        total: Var,
    ) -> Result<ConstraintId, ModelError> {
        self.post(PathCount { graph, total })
    }
}
