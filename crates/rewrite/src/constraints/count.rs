//! The number of equalities is the count.

use tantalizer_model::constraints::{Count, Linear};

use super::prelude::*;
use super::sum_is;

impl Rewrite for Count {
    fn replace(self, work: &mut Rewriter<'_>) -> Done {
        let sum = as_sum(&self, work)?;
        work.post(sum)
    }

    fn reify(self, by: Literal, work: &mut Rewriter<'_>) -> Done {
        let sum = as_sum(&self, work)?;
        work.reify_by(sum, by)
    }
}

fn as_sum(count: &Count, work: &mut Rewriter<'_>) -> Result<Linear, RewriteError> {
    let vars = count.vars.iter();
    let equal: Result<Vec<Literal>, _> = vars
        .map(|&x| work.relation(x, Rel::Equal, count.value))
        .collect();
    Ok(sum_is(&equal?, count.count))
}
