//! One count for each value; if closed, every variable is one of the values.

use tantalizer_model::constraints::{GlobalCardinality, Member};

use super::prelude::*;
use super::sum_is;

impl Rewrite for GlobalCardinality {
    fn replace(self, work: &mut Rewriter<'_>) -> Done {
        let parts = parts(&self, work)?;
        work.post_all(parts)
    }

    fn reify(self, by: Literal, work: &mut Rewriter<'_>) -> Done {
        let parts = parts(&self, work)?;
        work.reify_all(parts, by)
    }
}

fn parts(
    counted: &GlobalCardinality,
    work: &mut Rewriter<'_>,
) -> Result<Vec<Constraint>, RewriteError> {
    let mut parts: Vec<Constraint> = Vec::new();
    if counted.closed {
        let values = Domain::from(&counted.values[..]);
        let member = |&x: &Var| {
            let values = values.clone();
            Constraint::from(Member { x, values })
        };
        parts.extend(counted.vars.iter().map(member));
    }
    for (&value, &count) in counted.values.iter().zip(&counted.counts) {
        let equal = work.occurrences(&counted.vars, value)?;
        parts.push(sum_is(&equal, count).into());
    }
    Ok(parts)
}
