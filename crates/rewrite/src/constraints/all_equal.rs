//! Each variable equals the next.

use tantalizer_model::constraints::{AllEqual, Compare};

use super::prelude::*;

impl Rewrite for AllEqual {
    fn replace(self, work: &mut Rewriter<'_>) -> Done {
        let rel = Rel::Equal;
        let mut pairs = self.vars.windows(2);
        pairs.try_for_each(|pair| {
            let (x, y) = (pair[0], pair[1]);
            work.post(Compare { x, rel, y })
        })
    }

    fn reify(self, by: Literal, work: &mut Rewriter<'_>) -> Done {
        let pairs = self.vars.windows(2);
        let parts: Result<Vec<Literal>, _> = pairs
            .map(|pair| work.relation(pair[0], Rel::Equal, pair[1]))
            .collect();
        work.all_of(&parts?, by)
    }

    fn tighten(self, work: &mut Presolve) -> Option<Constraint> {
        let domains = self.vars.iter().map(|&var| work.domain(var).clone());
        if let Some(common) = domains.reduce(|common, domain| common.intersection(&domain)) {
            self.vars.iter().for_each(|&var| work.keep(var, &common));
        }
        Some(self.into())
    }

    fn cost(&self) -> usize {
        8 * self.vars.len()
    }
}
