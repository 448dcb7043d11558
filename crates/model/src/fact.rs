//! What is taken for granted beside a model.

use crate::{Domain, Model, Var};

/// Something that can be assumed about a variable, or be part of a clause.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Fact {
    /// The variable has this value.
    Is(Var, i32),
    /// The variable does not have this value.
    IsNot(Var, i32),
    /// The variable is at least this large.
    AtLeast(Var, i64),
    /// The variable is at most this large.
    AtMost(Var, i64),
}

impl std::ops::Not for Fact {
    type Output = Fact;

    fn not(self) -> Fact {
        match self {
            Fact::Is(var, value) => Fact::IsNot(var, value),
            Fact::IsNot(var, value) => Fact::Is(var, value),
            Fact::AtLeast(var, bound) => Fact::AtMost(var, bound - 1),
            Fact::AtMost(var, bound) => Fact::AtLeast(var, bound + 1),
        }
    }
}

impl Fact {
    /// The variable that it is about.
    pub fn var(self) -> Var {
        match self {
            Fact::Is(var, _) | Fact::IsNot(var, _) => var,
            Fact::AtLeast(var, _) | Fact::AtMost(var, _) => var,
        }
    }

    /// What it leaves of a domain.
    pub fn narrow(self, domain: &Domain) -> Domain {
        let within = |low: i64, high: i64| {
            let whole = i64::from(i32::MIN)..=i64::from(i32::MAX);
            let (low, high) = (low.max(*whole.start()), high.min(*whole.end()));
            if low > high {
                Domain::empty()
            } else {
                domain.intersection(&Domain::range(low as i32, high as i32))
            }
        };
        match self {
            Fact::Is(_, value) => domain.intersection(&Domain::single(value)),
            Fact::IsNot(_, value) => domain.difference(&Domain::single(value)),
            Fact::AtLeast(_, bound) => within(bound, i64::MAX),
            Fact::AtMost(_, bound) => within(i64::MIN, bound),
        }
    }
}

impl Model {
    /// The model with these facts in its domains.
    pub fn with_facts(&self, facts: &[Fact]) -> Model {
        let mut model = self.clone();
        for fact in facts {
            let narrowed = fact.narrow(model.domain(fact.var()));
            model.set_domain(fact.var(), narrowed);
        }
        model
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fact_and_its_opposite_share_a_domain() {
        let domain = Domain::range(-3, 5).difference(&Domain::single(2));
        let var = Var::from_index(0);
        for number in -5..8 {
            for fact in [
                Fact::Is(var, number),
                Fact::AtLeast(var, number.into()),
                Fact::AtMost(var, number.into()),
            ] {
                let (holds, fails) = (fact.narrow(&domain), (!fact).narrow(&domain));
                assert_eq!(holds.len() + fails.len(), domain.len(), "{fact:?}");
                assert!(holds.intersection(&fails).is_empty(), "{fact:?}");
            }
        }
        assert!(Fact::AtLeast(var, i64::MAX).narrow(&domain).is_empty());
    }
}
