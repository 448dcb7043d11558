//! Loops through all or some nodes, and connected sets of vertices.
//!
//! A loop is told from several loops by numbering the nodes along it (Miller, Tucker and Zemlin, *Integer
//! Programming Formulation of Traveling Salesman Problems*, 1960); a connected set by the
//! distance from its first vertex. Their reified forms walk the graph instead; see `walks`.

use std::collections::BTreeSet;
use tantalizer_model::constraints::{AllDifferent, Linear, Member};

use tantalizer_model::{Constraint, Domain, Literal, Rel, Var};

use crate::RewriteError;
use crate::arithmetic::at_most;
use crate::lists::positions;
use crate::rewriter::{Done, Rewriter};

/// Up to so many nodes, "one further along the loop" is written value by value.
const NODES_VALUE_BY_VALUE: usize = 40;

impl Rewriter<'_> {
    /// All successors differ, and each node but the first comes one after its predecessor.
    pub(crate) fn circuit(&mut self, successors: &[Var], offset: i32) -> Done {
        self.permutation(successors, offset)?;
        let last = successors.len() as i32 - 1;
        let mut order = vec![self.constant(0)];
        for _ in 1..successors.len() {
            order.push(self.fresh(1..=last));
        }
        for (i, &successor) in successors.iter().enumerate() {
            for j in 1..successors.len() {
                let follows = self.is(successor, offset + j as i32)?;
                self.one_further(&[follows], order[i], order[j], successors.len())?;
            }
        }
        Ok(())
    }

    /// The same along the nodes that move, starting from the first of them; the others are at 0.
    pub(crate) fn subcircuit(&mut self, successors: &[Var], offset: i32) -> Done {
        self.permutation(successors, offset)?;
        let last = successors.len() as i32 - 1;
        let moving = self.moving(successors, offset)?;
        let first = self.first_of(&moving)?;
        let order: Vec<Var> = (0..successors.len())
            .map(|_| self.fresh(0..=last))
            .collect();
        for (i, &successor) in successors.iter().enumerate() {
            let at_start = self.is(order[i], 0)?;
            self.clause(vec![moving[i], at_start])?;
            self.clause(vec![!first[i], at_start])?;
            for j in (0..successors.len()).filter(|&j| j != i) {
                let follows = self.is(successor, offset + j as i32)?;
                self.one_further(&[follows, !first[j]], order[i], order[j], successors.len())?;
            }
        }
        Ok(())
    }

    /// Every successor is a node, and no two are the same.
    fn permutation(&mut self, successors: &[Var], offset: i32) -> Done {
        for &x in successors {
            let values = positions(successors, offset);
            self.post(Constraint::Member(Member { x, values }))?;
        }
        self.post(Constraint::AllDifferent(AllDifferent {
            vars: successors.to_vec(),
        }))
    }

    /// If all conditions hold, `next` is one more than `here`.
    fn one_further(&mut self, conditions: &[Literal], here: Var, next: Var, nodes: usize) -> Done {
        if conditions.iter().any(|&c| self.value_of(c) == Some(false)) {
            return Ok(());
        }
        if nodes > NODES_VALUE_BY_VALUE {
            let terms = vec![(1, next), (-1, here)];
            return self.implies(
                conditions,
                Constraint::Linear(Linear {
                    terms,
                    rel: Rel::Equal,
                    constant: 1,
                }),
            );
        }
        let values: Vec<i32> = self.domain(here).iter().collect();
        for value in values {
            let mut clause: Vec<Literal> = conditions.iter().map(|&c| !c).collect();
            clause.push(!self.is(here, value)?);
            clause.push(self.is(next, value + 1)?);
            self.clause(clause)?;
        }
        Ok(())
    }

    /// The literals of each node not being its own successor.
    pub(crate) fn moving(
        &mut self,
        successors: &[Var],
        offset: i32,
    ) -> Result<Vec<Literal>, RewriteError> {
        (offset..)
            .zip(successors)
            .map(|(node, &successor)| Ok(!self.is(successor, node)?))
            .collect()
    }

    /// For each literal, one that says it is the first true one.
    pub(crate) fn first_of(&mut self, literals: &[Literal]) -> Result<Vec<Literal>, RewriteError> {
        let mut none_before = self.truth(true);
        let mut first = Vec::new();
        for &literal in literals {
            first.push(self.conjunction(vec![literal, none_before])?);
            none_before = self.conjunction(vec![none_before, !literal])?;
        }
        Ok(first)
    }

    /// Each chosen vertex but the first has a chosen neighbour that is one nearer to the first, and none that
    /// is two nearer: the distances are those of the shortest ways, and there is only one choice of them.
    pub(crate) fn connected(&mut self, chosen: &[Var], edges: &[(usize, usize)]) -> Done {
        if chosen.is_empty() {
            return Ok(());
        }
        let literals: Vec<Literal> = chosen.iter().map(|&var| Literal::yes(var)).collect();
        let first = self.first_of(&literals)?;
        let last = chosen.len() as i32 - 1;
        let distance: Vec<Var> = chosen.iter().map(|_| self.fresh(0..=last)).collect();
        let neighbours = neighbours(chosen.len(), edges);
        for i in 0..chosen.len() {
            let at_start = self.is(distance[i], 0)?;
            self.clause(vec![literals[i], at_start])?;
            self.clause(vec![!literals[i], !first[i], at_start])?;
            self.clause(vec![!literals[i], first[i], !at_start])?;
            let mut parents = vec![!literals[i], first[i]];
            for &j in &neighbours[i] {
                let step = vec![(1, distance[i]), (-1, distance[j])];
                let near = self.literal(at_most(step, 1))?;
                self.clause(vec![!literals[i], !literals[j], near])?;
                let nearer = self.relation(distance[j], Rel::Less, distance[i])?;
                let parent = self.fresh_literal();
                self.all_of(&[literals[j], nearer], parent)?;
                parents.push(parent);
            }
            self.clause(parents)?;
        }
        Ok(())
    }
}

/// The different vertices next to each vertex.
pub(crate) fn neighbours(vertices: usize, edges: &[(usize, usize)]) -> Vec<BTreeSet<usize>> {
    let mut neighbours = vec![BTreeSet::new(); vertices];
    for &(a, b) in edges.iter().filter(|(a, b)| a != b) {
        neighbours[a].insert(b);
        neighbours[b].insert(a);
    }
    neighbours
}

/// The numbers of the nodes of a graph.
pub(crate) fn node_numbers(nodes: usize) -> Domain {
    Domain::range(0, nodes as i32 - 1)
}
