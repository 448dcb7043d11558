//! Loops through nodes: what circuits and subcircuits share.
//!
//! One loop is told from several by numbering the nodes along it (Miller, Tucker and Zemlin, *Integer Programming
//! Formulation of Traveling Salesman Problems*, 1960). To say that there is *no* such loop, nothing may be assumed about
//! the successors: then a walk takes as many steps as there are nodes, wherever it leads, and one looks at where it came along.

use tantalizer_model::constraints::{AllDifferent, Element, Linear, Member};
use tantalizer_model::{Domain, Literal, Rel, Var};

use crate::RewriteError;
use crate::constraints::positions;
use crate::rewriter::{Done, Rewriter};

/// Up to so many nodes, "one further along the loop" is written value by value.
const NODES_VALUE_BY_VALUE: usize = 40;

impl Rewriter<'_> {
    /// Every successor is a node, and no two are the same.
    pub(crate) fn permutation(&mut self, successors: &[Var], offset: i32) -> Done {
        for &x in successors {
            let values = positions(successors, offset);
            self.post(Member { x, values })?;
        }
        self.post(AllDifferent {
            vars: successors.to_vec(),
        })
    }

    /// If all conditions hold, `next` is one more than `here`.
    pub(crate) fn one_further(
        &mut self,
        conditions: &[Literal],
        here: Var,
        next: Var,
        nodes: usize,
    ) -> Done {
        if conditions.iter().any(|&c| self.value_of(c) == Some(false)) {
            return Ok(());
        }
        if nodes > NODES_VALUE_BY_VALUE {
            let terms = vec![(1, next), (-1, here)];
            return self.implies(
                conditions,
                Linear {
                    terms,
                    rel: Rel::Equal,
                    constant: 1,
                },
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

    /// For each node, numbered from 0, the variable of the next node, which is the node itself where the successor
    /// is no node; with the literals of the successors being nodes.
    pub(crate) fn total_successors(
        &mut self,
        successors: &[Var],
        offset: i32,
    ) -> Result<(Vec<Var>, Vec<Literal>), RewriteError> {
        let nodes = positions(successors, offset);
        let mut steps = Vec::new();
        let mut inside = Vec::new();
        for (node, &successor) in successors.iter().enumerate() {
            let is_node = self.among(successor, nodes.clone())?;
            let step = self.define(|this| {
                let step = this.fresh(node_numbers(successors.len()));
                for next in 0..successors.len() as i32 {
                    let goes = this.is(successor, offset + next)?;
                    let to = this.is(step, next)?;
                    this.clause(vec![!goes, to])?;
                }
                let stays = this.is(step, node as i32)?;
                this.clause(vec![is_node, stays])?;
                Ok(step)
            })?;
            steps.push(step);
            inside.push(is_node);
        }
        Ok((steps, inside))
    }

    /// Where a walk is after 0, 1, ... steps, as many as there are nodes.
    pub(crate) fn walk(&mut self, steps: &[Var], start: Var) -> Result<Vec<Var>, RewriteError> {
        self.define(|this| {
            let mut walk = vec![start];
            for step in 0..steps.len() {
                let next = this.fresh(node_numbers(steps.len()));
                this.post(Element {
                    array: steps.to_vec(),
                    offset: 0,
                    index: walk[step],
                    value: next,
                })?;
                walk.push(next);
            }
            Ok(walk)
        })
    }
}

/// The numbers of the nodes of a graph.
pub(crate) fn node_numbers(nodes: usize) -> Domain {
    Domain::range(0, nodes as i32 - 1)
}
