//! A constant array is a table of pairs; otherwise each possible index has its equality.

use tantalizer_model::constraints::{Compare, Element, Member, Reified};

use super::prelude::*;

/// So many ranges are gathered before they are brought in order.
const MANY_RANGES: usize = 100_000;

impl Rewrite for Element {
    fn replace(self, work: &mut Rewriter<'_>) -> Done {
        let entries = (self.offset..).zip(&self.array);
        let rows: Option<Vec<Vec<i32>>> = entries
            .map(|(index, &entry)| Some(vec![index, work.fixed(entry)?]))
            .collect();
        if let Some(rows) = rows {
            return work.allow(&[self.index, self.value], rows);
        }
        work.post(Member {
            x: self.index,
            values: positions(&self.array, self.offset),
        })?;
        for (here, same) in cases(&self, work)? {
            work.clause(vec![!here, same])?;
        }
        Ok(())
    }

    fn reify(self, by: Literal, work: &mut Rewriter<'_>) -> Done {
        let cases = cases(&self, work)?;
        // No case applies where the index lies outside: then `by` is false.
        let mut inside: Vec<Literal> = cases.iter().map(|case| case.0).collect();
        inside.push(!by);
        work.clause(inside)?;
        for (here, same) in cases {
            work.clause(vec![!here, !same, by])?;
            work.clause(vec![!here, same, !by])?;
        }
        Ok(())
    }

    fn tighten(self, work: &mut Presolve) -> Option<Constraint> {
        work.keep(self.index, &positions(&self.array, self.offset));
        let entry = |at: i32| self.array[(i64::from(at) - i64::from(self.offset)) as usize];
        let mut found: Vec<(i32, i32)> = Vec::new();
        let mut possible = Vec::new();
        let mut many = MANY_RANGES;
        for at in work.domain(self.index).iter() {
            let here = work.domain(entry(at)).intersection(work.domain(self.value));
            if !here.is_empty() {
                possible.push(at);
                found.extend(here.ranges());
                // What many entries have in common is kept once.
                if found.len() > many {
                    found = Domain::from_ranges(found).ranges().to_vec();
                    many = MANY_RANGES.max(2 * found.len());
                }
            }
        }
        work.keep(self.index, &Domain::from(possible));
        work.keep(self.value, &Domain::from_ranges(found));
        if let Some(at) = work.domain(self.index).fixed() {
            return work.becomes(Compare {
                x: entry(at),
                rel: Rel::Equal,
                y: self.value,
            });
        }
        // Truth values that are looked up say of which indices they are true.
        let value = work.domain(self.value);
        if !value.is_empty() && !value.difference(&Domain::boolean()).is_empty() {
            return Some(self.into());
        }
        let fixed = |at: i32| Some((at, work.domain(entry(at)).fixed()?));
        let looked_up: Option<Vec<(i32, i32)>> =
            work.domain(self.index).iter().map(fixed).collect();
        let Some(looked_up) = looked_up else {
            return Some(self.into());
        };
        if value.fixed().is_some() {
            return None;
        }
        let is_true = looked_up.into_iter().filter(|&(_, value)| value == 1);
        let values = Domain::from_values(is_true.map(|(at, _)| at));
        let x = self.index;
        work.becomes(Reified {
            constraint: Box::new(Member { x, values }.into()),
            by: self.value,
        })
    }

    fn cost(&self) -> usize {
        8 * self.array.len()
    }
}

/// For each possible index: the literal of being there, and that of finding the value there.
fn cases(
    element: &Element,
    work: &mut Rewriter<'_>,
) -> Result<Vec<(Literal, Literal)>, RewriteError> {
    let mut cases = Vec::new();
    for (position, &entry) in (element.offset..).zip(&element.array) {
        let here = work.is(element.index, position)?;
        if work.value_of(here) != Some(false) {
            cases.push((here, work.relation(entry, Rel::Equal, element.value)?));
        }
    }
    Ok(cases)
}

/// The indices of an array.
pub(crate) fn positions(array: &[Var], offset: i32) -> Domain {
    match array.len() {
        0 => Domain::empty(),
        length => Domain::range(offset, offset + (length as i32 - 1)),
    }
}
