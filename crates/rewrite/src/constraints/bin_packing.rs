//! A sum for each bin.

use tantalizer_model::constraints::{BinPacking, Linear};

use super::prelude::*;

impl Rewrite for BinPacking {
    fn replace(self, work: &mut Rewriter<'_>) -> Done {
        let sums = sums(&self, work)?;
        work.post_all(sums)
    }

    fn reify(self, by: Literal, work: &mut Rewriter<'_>) -> Done {
        let sums = sums(&self, work)?;
        work.reify_all(sums, by)
    }

    /// A load is the sum of some of the weights.
    fn tighten(self, work: &mut Presolve) -> Option<Constraint> {
        let weights = || self.weights.iter().map(|&weight| i128::from(weight));
        let least: i128 = weights().filter(|&weight| weight < 0).sum();
        let most: i128 = weights().filter(|&weight| weight > 0).sum();
        for &load in &self.loads {
            work.bound(load, Some(least), Some(most));
        }
        Some(self.into())
    }

    fn cost(&self) -> usize {
        2 * self.bins.len() + 4 * self.loads.len()
    }
}

/// For each bin, that its load is what lies in it.
fn sums(packed: &BinPacking, work: &mut Rewriter<'_>) -> Result<Vec<Constraint>, RewriteError> {
    let mut sums = Vec::new();
    for (bin, &load) in (packed.first..).zip(&packed.loads) {
        let (mut terms, mut constant) = (vec![(-1, load)], 0);
        for (&item, &weight) in packed.bins.iter().zip(&packed.weights) {
            let (inside, weight) = (work.is(item, bin)?, i64::from(weight));
            if inside.positive {
                terms.push((weight, inside.var));
            } else {
                // weight * (1 - variable)
                terms.push((-weight, inside.var));
                constant -= weight;
            }
        }
        sums.push(Constraint::from(Linear {
            terms,
            rel: Rel::Equal,
            constant,
        }));
    }
    Ok(sums)
}
