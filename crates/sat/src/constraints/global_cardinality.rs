//! How often each of some values occurs.

use super::prelude::*;
use crate::encode::Term;

impl Encode for GlobalCardinality {
    fn enforce(&self, encoder: &mut Encoder) -> Result<(), Refused> {
        let (sums, members) = parts(self, encoder)?;
        for terms in sums {
            encoder.enforce_sum(&terms, Rel::Equal, 0)?;
        }
        members
            .into_iter()
            .for_each(|member| encoder.clause([member]));
        Ok(())
    }

    fn truth(&self, encoder: &mut Encoder) -> Result<Lit, Refused> {
        let (sums, mut parts) = parts(self, encoder)?;
        for terms in sums {
            parts.push(encoder.sum_truth(&terms, Rel::Equal, 0)?);
        }
        Ok(encoder.and(&parts))
    }

    fn needs(&self, needs: &mut Needs) {
        needs.direct(&self.vars);
        needs.order(&self.counts);
    }
}

/// For each value, the terms of "how often it occurs, minus its count"; and, if closed, the literals
/// that say of each variable that its value is among those counted.
fn parts(
    constraint: &GlobalCardinality,
    encoder: &mut Encoder,
) -> Result<(Vec<Vec<Term>>, Vec<Lit>), Refused> {
    let GlobalCardinality {
        vars,
        values,
        counts,
        closed,
    } = constraint;
    encoder.reserve((values.len() * vars.len()) as u64)?;
    let mut sums = Vec::new();
    for (&value, count) in values.iter().zip(counts) {
        encoder.step(2 * vars.len())?;
        let mut terms = vec![Term::Int(-1, count.index())];
        for var in vars {
            let hit = encoder.is(var.index(), i64::from(value));
            terms.push(Term::Literal(1, hit));
        }
        sums.push(terms);
    }
    let counted = values.to_vec().into();
    let members = vars.iter().filter(|_| *closed);
    let members = members.map(|var| encoder.member(var.index(), &counted));
    Ok((sums, members.collect()))
}
