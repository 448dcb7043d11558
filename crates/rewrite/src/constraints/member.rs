//! Membership, range by range, with inequalities.

use tantalizer_model::constraints::Member;

use super::at_most;
use super::prelude::*;

impl Rewrite for Member {
    fn replace(self, work: &mut Rewriter<'_>) -> Done {
        work.demand_literal(self)
    }

    fn reify(self, by: Literal, work: &mut Rewriter<'_>) -> Done {
        let (low, high) = work.hull(self.x);
        let mut within = Vec::new();
        for &(from, to) in work.domain(self.x).intersection(&self.values).ranges() {
            let mut ends = Vec::new();
            if i64::from(from) > low {
                ends.push(work.literal(at_most(vec![(-1, self.x)], -i64::from(from)))?);
            }
            if i64::from(to) < high {
                ends.push(work.literal(at_most(vec![(1, self.x)], i64::from(to)))?);
            }
            within.push(match ends[..] {
                [only] => only,
                _ => work.conjunction(ends)?,
            });
        }
        work.any_of(&within, by)
    }

    fn known(&self, work: &mut Rewriter<'_>) -> Option<Literal> {
        let domain = work.domain(self.x);
        let left = domain.intersection(&self.values);
        if left.is_empty() || left.len() == domain.len() {
            return Some(work.truth(!left.is_empty()));
        }
        let positive = left.contains(1);
        domain.is_subset(&Domain::boolean()).then_some(Literal {
            var: self.x,
            positive,
        })
    }

    fn tighten(self, work: &mut Presolve) -> Option<Constraint> {
        work.keep(self.x, &self.values);
        None
    }

    fn decided(&self, work: &Presolve) -> Option<bool> {
        let domain = work.domain(self.x);
        let left = domain.intersection(&self.values);
        (left.is_empty() || left.len() == domain.len()).then(|| !left.is_empty())
    }
}
