//! Two by two: one lies on one of the four sides of the other.

use tantalizer_model::constraints::{Clause, NoOverlap};

use super::at_most;
use super::prelude::*;

impl Rewrite for NoOverlap {
    fn replace(self, work: &mut Rewriter<'_>) -> Done {
        for i in 0..self.x.len() {
            for j in 0..i {
                let sides = sides(&self, i, j, work)?;
                work.clause(sides)?;
            }
        }
        Ok(())
    }

    fn reify(self, by: Literal, work: &mut Rewriter<'_>) -> Done {
        let mut parts = Vec::new();
        for i in 0..self.x.len() {
            for j in 0..i {
                let literals = sides(&self, i, j, work)?;
                parts.push(work.literal(Clause { literals })?);
            }
        }
        work.all_of(&parts, by)
    }
}

/// The literals of all ways in which two rectangles do not overlap.
fn sides(
    boxes: &NoOverlap,
    i: usize,
    j: usize,
    work: &mut Rewriter<'_>,
) -> Result<Vec<Literal>, RewriteError> {
    let mut sides = Vec::new();
    for (places, sizes) in [(&boxes.x, &boxes.widths), (&boxes.y, &boxes.heights)] {
        for (a, b) in [(i, j), (j, i)] {
            let before = vec![(1, places[a]), (1, sizes[a]), (-1, places[b])];
            sides.push(work.literal(at_most(before, 0))?);
            if !boxes.strict {
                sides.push(work.is(sizes[a], 0)?);
            }
        }
    }
    Ok(sides)
}
