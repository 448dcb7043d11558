//! Weighted sums: bounds consistency over the reals.

use tantalizer_model::Rel;

use super::prelude::*;
use crate::kernel::{Priority, Propagator};
use crate::store::{Conflict, Narrowed, Store, V, event};

impl Post for constraints::Linear {
    fn consistency() -> Consistency {
        Consistency::Bounds
    }

    fn propagators(&self, _: &mut KernelBuilder) -> Group {
        let terms: Vec<Term> = self.terms.iter().map(|&(c, v)| (c, v.index())).collect();
        vec![Box::new(Linear::new(&terms, self.rel, self.constant))]
    }
}

/// Where so many values of one variable fit none of another's, others may.
const MOST_TRIED: usize = 256;

/// A coefficient and its variable.
type Term = (i64, V);

/// `sum of coefficient * variable` `=`, `!=` or `<=` a constant.
pub struct Linear {
    terms: Vec<Term>,
    rel: Rel,
    constant: i64,
}

/// What is possible for a sum: its bounds, and how far its widest term can move.
#[derive(Default)]
struct Range {
    low: i64,
    high: i64,
    widest: i64,
}

impl Linear {
    /// The sum with terms on one variable added up, and the relation turned into one of the three.
    pub fn new(terms: &[(i64, V)], rel: Rel, constant: i64) -> Self {
        let mut merged: Vec<Term> = terms.to_vec();
        merged.sort_unstable_by_key(|term| term.1);
        merged.dedup_by(|later, first| {
            let same = later.1 == first.1;
            if same {
                first.0 += later.0;
            }
            same
        });
        merged.retain(|term| term.0 != 0);
        let negate = |terms: &mut Vec<Term>| terms.iter_mut().for_each(|term| term.0 = -term.0);
        let (rel, constant) = match rel {
            Rel::Less => (Rel::LessEqual, constant - 1),
            Rel::Greater => {
                negate(&mut merged);
                (Rel::LessEqual, -constant - 1)
            }
            Rel::GreaterEqual => {
                negate(&mut merged);
                (Rel::LessEqual, -constant)
            }
            rel => (rel, constant),
        };
        Linear {
            terms: merged,
            rel,
            constant,
        }
    }

    /// What is possible for the sum.
    fn range(&self, store: &Store) -> Range {
        let mut range = Range::default();
        for &(c, v) in &self.terms {
            let (min, max) = store.bounds(v);
            let (a, b) = (c * i64::from(min), c * i64::from(max));
            range.low += a.min(b);
            range.high += a.max(b);
            range.widest = range.widest.max((b - a).abs());
        }
        range
    }

    /// Removes what makes the sum exceed the constant even with all others at their smallest.
    fn at_most(&self, store: &mut Store, range: &Range) -> Narrowed {
        let slack = self.constant - range.low;
        if slack < 0 {
            return Err(Conflict);
        }
        self.narrow(store, range, slack, |c| c > 0)
    }

    /// Removes what keeps the sum below the constant even with all others at their largest.
    fn at_least(&self, store: &mut Store, range: &Range) -> Narrowed {
        let slack = range.high - self.constant;
        if slack < 0 {
            return Err(Conflict);
        }
        self.narrow(store, range, slack, |c| c < 0)
    }

    /// Lets no term go further than `slack` from its best end, which is the variable's smallest value where `from_below` says so.
    fn narrow(
        &self,
        store: &mut Store,
        range: &Range,
        slack: i64,
        from_below: impl Fn(i64) -> bool,
    ) -> Narrowed {
        if range.widest <= slack {
            return Ok(());
        }
        for &(c, v) in &self.terms {
            let (min, max) = store.bounds(v);
            let (min, max, size) = (i64::from(min), i64::from(max), c.abs());
            if size * (max - min) <= slack {
                continue;
            }
            if from_below(c) {
                store.at_most(v, min + slack / size)?;
            } else {
                store.at_least(v, max - slack / size)?;
            }
        }
        Ok(())
    }

    /// Whether both sides can be equal, where one or two variables are open; of more only the bounds are known. Of two, as many values of one are
    /// tried as it takes to find a pair.
    fn can_be_equal(&self, store: &Store) -> bool {
        let Some((rest, open)) = self.open_terms::<2>(store) else {
            return true;
        };
        let reaches = |(c, v): Term, sum: i64| {
            let value = i32::try_from(sum / c);
            sum % c == 0 && value.is_ok_and(|value| store.contains(v, value))
        };
        match open {
            [Some((c, v)), Some(other)] => {
                let mut values = store.values(v).take(MOST_TRIED);
                let found = values.any(|value| reaches(other, rest - c * i64::from(value)));
                found || store.size(v) > MOST_TRIED as u64
            }
            [Some(last), None] => reaches(last, rest),
            _ => rest == 0,
        }
    }

    /// What the fixed variables leave of the constant, and the terms that are open; nothing if these are more than `N`.
    fn open_terms<const N: usize>(&self, store: &Store) -> Option<(i64, [Option<Term>; N])> {
        let mut rest = self.constant;
        let mut open = [None; N];
        let mut places = open.iter_mut();
        for &(c, v) in &self.terms {
            match store.fixed(v) {
                Some(value) => rest -= c * i64::from(value),
                None => *places.next()? = Some((c, v)),
            }
        }
        Some((rest, open))
    }

    /// Once one variable is open, the value that would make both sides equal goes.
    fn not_equal(&self, store: &mut Store) -> Narrowed {
        let Some((rest, [open])) = self.open_terms(store) else {
            return Ok(());
        };
        match open {
            None if rest == 0 => Err(Conflict),
            Some((c, v)) if rest % c == 0 => match i32::try_from(rest / c) {
                Ok(value) => store.remove(v, value),
                Err(_) => Ok(()),
            },
            _ => Ok(()),
        }
    }
}

impl Propagator for Linear {
    fn subscriptions(&self) -> Vec<(V, u8)> {
        let events = match self.rel {
            Rel::NotEqual => event::FIX,
            _ => event::BOUNDS,
        };
        self.terms.iter().map(|&(_, v)| (v, events)).collect()
    }

    fn propagate(&mut self, store: &mut Store, _: &[u32]) -> Narrowed {
        if self.rel == Rel::NotEqual {
            return self.not_equal(store);
        }
        let range = self.range(store);
        self.at_most(store, &range)?;
        if self.rel == Rel::Equal {
            self.at_least(store, &range)?;
        }
        Ok(())
    }

    fn priority(&self) -> Priority {
        if self.terms.len() <= 3 {
            Priority::Cheap
        } else {
            Priority::Linear
        }
    }

    fn entailed(&self, store: &Store) -> Option<bool> {
        let Range { low, high, .. } = self.range(store);
        let fixed = low == high;
        let apart = self.constant < low
            || self.constant > high
            || (self.rel != Rel::LessEqual && !self.can_be_equal(store));
        match self.rel {
            Rel::Equal if apart => Some(false),
            Rel::Equal if fixed => Some(true),
            Rel::NotEqual if apart => Some(true),
            Rel::NotEqual if fixed => Some(false),
            Rel::LessEqual if high <= self.constant => Some(true),
            Rel::LessEqual if low > self.constant => Some(false),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::Propagation;
    use tantalizer_model::constraints::Linear;
    use tantalizer_model::{Domain, Limits, Model, Rel};

    /// What is left of the truth of `x - y = 1`, with these values left of both.
    fn truth(x: &[i32], y: &[i32]) -> Domain {
        let mut model = Model::new("one more");
        let [x, y] =
            [x, y].map(|values| model.int("", Domain::from_values(values.iter().copied())));
        let by = model.boolean("by");
        let sum = Linear {
            terms: vec![(1, x), (-1, y)],
            rel: Rel::Equal,
            constant: 1,
        };
        model.reified(sum, by).expect("a valid constraint");
        let propagation = Propagation::new(&model, false, &Limits::none()).expect("no limits");
        propagation.expect("there are solutions").domains()[by.index()].clone()
    }

    #[test]
    fn a_condition_sees_gaps_between_bounds() {
        let open = Domain::from_values([0, 1]);
        assert_eq!(truth(&[0, 2, 4, 6], &[0, 2, 4, 6]), Domain::single(0));
        assert_eq!(truth(&[0, 2, 4, 6], &[3]), open);
        assert_eq!(truth(&[0, 2, 6], &[3]), Domain::single(0));
        assert_eq!(truth(&[0, 2, 4, 6], &[0, 2, 5, 6]), open);
        assert_eq!(truth(&[4], &[3]), Domain::single(1));
    }
}
