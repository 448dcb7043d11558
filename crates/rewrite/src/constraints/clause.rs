//! The floor of a clause is a sum.

use tantalizer_model::constraints::Clause;

use super::linear::clause_as_sum;
use super::prelude::*;

impl Rewrite for Clause {
    fn replace(self, work: &mut Rewriter<'_>) -> Done {
        work.post(clause_as_sum(&self))
    }

    fn reify(self, by: Literal, work: &mut Rewriter<'_>) -> Done {
        work.any_of(&self.literals, by)
    }

    fn known(&self, work: &mut Rewriter<'_>) -> Option<Literal> {
        match self.literals[..] {
            [] => Some(work.truth(false)),
            [only] => Some(only),
            _ => None,
        }
    }

    fn tighten(self, work: &mut Presolve) -> Option<Constraint> {
        let value = |literal: &Literal| {
            let fixed = work.domain(literal.var).fixed();
            fixed.map(|value| value == literal.value())
        };
        let mut literals = self.literals;
        if literals.iter().any(|literal| value(literal) == Some(true)) {
            return None;
        }
        literals.retain(|literal| value(literal).is_none());
        match literals[..] {
            [] => work.settled(false),
            [only] => {
                work.keep(only.var, &Domain::single(only.value()));
                None
            }
            _ => Some(Constraint::from(Clause { literals })),
        }
    }

    fn cost(&self) -> usize {
        self.literals.len()
    }
}
