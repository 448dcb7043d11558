//! A connected set by the distance from its first vertex; reified, by what is reached from there.

use std::collections::BTreeSet;

use tantalizer_model::constraints::Connected;

use super::at_most;
use super::prelude::*;

impl Rewrite for Connected {
    /// Each chosen vertex but the first has a chosen neighbour that is one nearer to the first, and none that
    /// is two nearer: the distances are those of the shortest ways, and there is only one choice of them.
    fn replace(self, work: &mut Rewriter<'_>) -> Done {
        let chosen = literals(&self);
        let first = work.first_of(&chosen)?;
        let last = chosen.len() as i32 - 1;
        let distance: Vec<Var> = chosen.iter().map(|_| work.fresh(0..=last)).collect();
        for (i, neighbours) in neighbours(&self).iter().enumerate() {
            let at_start = work.is(distance[i], 0)?;
            work.clause(vec![chosen[i], at_start])?;
            work.clause(vec![!chosen[i], !first[i], at_start])?;
            work.clause(vec![!chosen[i], first[i], !at_start])?;
            let mut parents = vec![!chosen[i], first[i]];
            for &j in neighbours {
                let step = vec![(1, distance[i]), (-1, distance[j])];
                let near = work.literal(at_most(step, 1))?;
                work.clause(vec![!chosen[i], !chosen[j], near])?;
                let nearer = work.relation(distance[j], Rel::Less, distance[i])?;
                let parent = work.fresh_literal();
                work.all_of(&[chosen[j], nearer], parent)?;
                parents.push(parent);
            }
            work.clause(parents)?;
        }
        Ok(())
    }

    /// What is reached from the first chosen vertex, step by step, is all that is chosen.
    fn reify(self, by: Literal, work: &mut Rewriter<'_>) -> Done {
        let chosen = literals(&self);
        let neighbours = neighbours(&self);
        let mut reached = work.first_of(&chosen)?;
        for _ in 1..chosen.len() {
            let mut further = Vec::new();
            for vertex in 0..chosen.len() {
                let mut sources = vec![reached[vertex]];
                sources.extend(neighbours[vertex].iter().map(|&other| reached[other]));
                let touched = work.disjunction(&sources)?;
                further.push(work.conjunction(vec![touched, chosen[vertex]])?);
            }
            reached = further;
        }
        let mut parts = Vec::new();
        for (&vertex, &met) in chosen.iter().zip(&reached) {
            parts.push(work.disjunction(&[!vertex, met])?);
        }
        work.all_of(&parts, by)
    }
}

fn literals(Connected { chosen, .. }: &Connected) -> Vec<Literal> {
    chosen.iter().map(|&var| Literal::yes(var)).collect()
}

/// The different vertices next to each vertex.
fn neighbours(Connected { chosen, edges }: &Connected) -> Vec<BTreeSet<usize>> {
    let mut neighbours = vec![BTreeSet::new(); chosen.len()];
    for &(a, b) in edges.iter().filter(|(a, b)| a != b) {
        neighbours[a].insert(b);
        neighbours[b].insert(a);
    }
    neighbours
}
