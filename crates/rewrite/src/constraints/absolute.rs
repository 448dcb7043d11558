//! A small absolute value is a table; a large one is one of `x` and `-x`, and not negative.

use tantalizer_model::constraints::{Absolute, Clause, Linear};

use super::prelude::*;
use crate::rewriter::MANY_ROWS;

impl Rewrite for Absolute {
    fn replace(self, work: &mut Rewriter<'_>) -> Done {
        if work.domain(self.x).len() <= MANY_ROWS {
            let row = |value: i32| Some(vec![value, value.checked_abs()?]);
            let rows = work.domain(self.x).iter().filter_map(row).collect();
            return work.allow(&[self.x, self.result], rows);
        }
        let parts = parts(self, work)?;
        parts
            .into_iter()
            .try_for_each(|part| work.clause(vec![part]))
    }

    fn reify(self, by: Literal, work: &mut Rewriter<'_>) -> Done {
        let parts = parts(self, work)?;
        work.all_of(&parts, by)
    }
}

fn parts(
    Absolute { result, x }: Absolute,
    work: &mut Rewriter<'_>,
) -> Result<[Literal; 2], RewriteError> {
    let same = work.relation(result, Rel::Equal, x)?;
    let opposite = work.literal(Linear {
        terms: vec![(1, result), (1, x)],
        rel: Rel::Equal,
        constant: 0,
    })?;
    let literals = vec![same, opposite];
    Ok([
        work.among(result, Domain::range(0, i32::MAX))?,
        work.literal(Clause { literals })?,
    ])
}
