//! A comparison as the difference of two variables.

use tantalizer_model::constraints::{Compare, Linear};

use super::prelude::*;

impl Rewrite for Compare {
    fn replace(self, work: &mut Rewriter<'_>) -> Done {
        if let Some(literal) = self.known(work) {
            return work.clause(vec![literal]);
        }
        work.post(difference(self))
    }

    fn reify(self, by: Literal, work: &mut Rewriter<'_>) -> Done {
        let Compare { x, rel, y } = self;
        if work.fixed(x).is_some() || work.fixed(y).is_some() {
            let literal = work.relation(x, rel, y)?;
            return work.equate(by, literal);
        }
        work.reify_by(difference(self), by)
    }

    fn known(&self, work: &mut Rewriter<'_>) -> Option<Literal> {
        let Compare { x, rel, y } = *self;
        if x == y {
            return Some(work.truth(rel.holds(0, 0)));
        }
        let ((a, b), (c, d)) = (work.hull(x), work.hull(y));
        let (always, never) = match rel {
            Rel::Equal => (a == d && b == c, b < c || d < a),
            Rel::NotEqual => (b < c || d < a, a == d && b == c),
            Rel::Less => (b < c, a >= d),
            Rel::LessEqual => (b <= c, a > d),
            Rel::Greater => (a > d, b <= c),
            Rel::GreaterEqual => (a >= d, b < c),
        };
        (always || never).then(|| work.truth(always))
    }

    fn tighten(self, work: &mut Presolve) -> Option<Constraint> {
        let Compare { x, rel, y } = self;
        if x == y {
            return work.settled(rel.holds(0, 0));
        }
        match rel {
            Rel::Equal => {
                let common = work.domain(x).intersection(work.domain(y));
                work.keep(x, &common);
                work.keep(y, &common);
                (common.len() > 1).then(|| self.into())
            }
            Rel::NotEqual => {
                for (a, b) in [(x, y), (y, x)] {
                    if let Some(value) = work.domain(a).fixed() {
                        work.remove(b, &Domain::single(value));
                        return None;
                    }
                }
                let apart = work.domain(x).intersection(work.domain(y)).is_empty();
                (!apart).then(|| self.into())
            }
            _ => difference(self).tighten(work),
        }
    }
}

fn difference(Compare { x, rel, y }: Compare) -> Linear {
    Linear {
        terms: vec![(1, x), (-1, y)],
        rel,
        constant: 0,
    }
}
