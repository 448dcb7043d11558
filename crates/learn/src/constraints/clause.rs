//! At least one of several literals.

use huub::model::expressions::BoolFormula;
use tantalizer_model::constraints::Clause;

use super::prelude::*;

impl Post for Clause {
    fn takes_reified(&self) -> bool {
        true
    }

    fn post(&self, by: Option<View<bool>>, poster: &mut HuubBuilder) -> PostResult {
        let literals = self.literals.iter();
        let atoms: Vec<BoolFormula> = literals
            .map(|&literal| BoolFormula::Atom(poster.truth(literal)))
            .collect();
        if atoms.is_empty() {
            return poster.decided(false, by);
        }
        let builder = poster.huub.proposition(BoolFormula::Or(atoms));
        let posted = match by {
            Some(by) => builder.reified_by(by).post(),
            None => builder.post(),
        };
        posted.map_err(|_| Contradiction)
    }
}
