//! As a circuit along the nodes that move, starting from the first of them; the others are at 0.

use tantalizer_model::constraints::{AllDifferent, Subcircuit};

use super::prelude::*;
use crate::loops::node_numbers;

impl Rewrite for Subcircuit {
    fn replace(self, work: &mut Rewriter<'_>) -> Done {
        let nodes = self.successors.len();
        work.permutation(&self.successors, self.offset)?;
        let moving = moving(&self, work)?;
        let first = work.first_of(&moving)?;
        let order: Vec<Var> = (0..nodes)
            .map(|_| work.fresh(node_numbers(nodes)))
            .collect();
        for (i, &successor) in self.successors.iter().enumerate() {
            let at_start = work.is(order[i], 0)?;
            work.clause(vec![moving[i], at_start])?;
            work.clause(vec![!first[i], at_start])?;
            for j in (0..nodes).filter(|&j| j != i) {
                let follows = work.is(successor, self.offset + j as i32)?;
                work.one_further(&[follows, !first[j]], order[i], order[j], nodes)?;
            }
        }
        Ok(())
    }

    /// All successors differ, and a walk from the first node that moves meets all that move.
    fn reify(self, by: Literal, work: &mut Rewriter<'_>) -> Done {
        let moving = moving(&self, work)?;
        let first = work.first_of(&moving)?;
        let (steps, mut parts) = work.total_successors(&self.successors, self.offset)?;
        let vars = self.successors;
        parts.push(work.literal(AllDifferent { vars })?);
        let start = work.define(|work| {
            let start = work.fresh(node_numbers(steps.len()));
            for (node, &is_first) in first.iter().enumerate() {
                let here = work.is(start, node as i32)?;
                work.clause(vec![!is_first, here])?;
            }
            // Where nothing moves, the walk begins at node 0.
            let mut nothing_moves = moving.clone();
            nothing_moves.push(work.is(start, 0)?);
            work.clause(nothing_moves)?;
            Ok(start)
        })?;
        let walk = work.walk(&steps, start)?;
        for (node, &moves) in moving.iter().enumerate() {
            let mut met = work.occurrences(&walk, node as i32)?;
            met.push(!moves);
            parts.push(work.disjunction(&met)?);
        }
        work.all_of(&parts, by)
    }
}

/// The literals of each node not being its own successor.
fn moving(
    Subcircuit { successors, offset }: &Subcircuit,
    work: &mut Rewriter<'_>,
) -> Result<Vec<Literal>, RewriteError> {
    (*offset..)
        .zip(successors)
        .map(|(node, &successor)| Ok(!work.is(successor, node)?))
        .collect()
}
