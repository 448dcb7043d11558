//! All successors differ, and each node but the first comes one after its predecessor.

use tantalizer_model::constraints::{AllDifferent, Circuit};

use super::prelude::*;

impl Rewrite for Circuit {
    fn replace(self, work: &mut Rewriter<'_>) -> Done {
        let nodes = self.successors.len();
        work.permutation(&self.successors, self.offset)?;
        let mut order = vec![work.constant(0)];
        for _ in 1..nodes {
            order.push(work.fresh(1..=nodes as i32 - 1));
        }
        for (i, &successor) in self.successors.iter().enumerate() {
            for j in 1..nodes {
                let follows = work.is(successor, self.offset + j as i32)?;
                work.one_further(&[follows], order[i], order[j], nodes)?;
            }
        }
        Ok(())
    }

    /// A walk from node 0 of as many steps as there are nodes meets all of them and ends where it began.
    fn reify(self, by: Literal, work: &mut Rewriter<'_>) -> Done {
        let (steps, mut parts) = work.total_successors(&self.successors, self.offset)?;
        let start = work.constant(0);
        let mut walk = work.walk(&steps, start)?;
        if let Some(end) = walk.pop() {
            parts.push(work.is(end, 0)?);
        }
        parts.push(work.literal(AllDifferent { vars: walk })?);
        work.all_of(&parts, by)
    }
}
