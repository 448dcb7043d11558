//! `forward[i] = j` exactly when `backward[j] = i`, pair by pair.

use tantalizer_model::constraints::{Element, Inverse, Member};

use super::positions;
use super::prelude::*;

impl Rewrite for Inverse {
    fn replace(self, work: &mut Rewriter<'_>) -> Done {
        let directions = both_ways(&self);
        for (from, _, to, to_offset) in directions {
            for &x in from {
                let values = positions(to, to_offset);
                work.post(Member { x, values })?;
            }
        }
        for (i, &there) in (self.forward_offset..).zip(&self.forward) {
            for (j, &back) in (self.backward_offset..).zip(&self.backward) {
                let (goes, returns) = (work.is(there, j)?, work.is(back, i)?);
                work.equate(goes, returns)?;
            }
        }
        Ok(())
    }

    /// Going from each entry and back leads to where one was.
    fn reify(self, by: Literal, work: &mut Rewriter<'_>) -> Done {
        let mut parts = Vec::new();
        for (from, from_offset, to, to_offset) in both_ways(&self) {
            for (i, &index) in (from_offset..).zip(from) {
                parts.push(Constraint::from(Element {
                    array: to.to_vec(),
                    offset: to_offset,
                    index,
                    value: work.constant(i),
                }));
            }
        }
        work.reify_all(parts, by)
    }
}

/// From where, with its offset, to where, with its offset.
fn both_ways(maps: &Inverse) -> [(&[Var], i32, &[Var], i32); 2] {
    let (first, second) = (maps.forward_offset, maps.backward_offset);
    [
        (&maps.forward, first, &maps.backward, second),
        (&maps.backward, second, &maps.forward, first),
    ]
}
