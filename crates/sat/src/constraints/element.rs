//! An entry of an array.

use std::collections::BTreeMap;

use super::prelude::*;

impl Encode for Element {
    fn enforce(&self, encoder: &mut Encoder) -> Result<(), Refused> {
        element_as(encoder, self, TRUE)
    }

    fn truth(&self, encoder: &mut Encoder) -> Result<Lit, Refused> {
        let truth = encoder.fresh();
        element_as(encoder, self, truth)?;
        Ok(truth)
    }

    fn needs(&self, needs: &mut Needs) {
        needs.direct(&self.array);
        needs.direct(&[self.index, self.value]);
    }
}

/// `truth` tells whether `array[index - offset] = value`.
fn element_as(encoder: &mut Encoder, constraint: &Element, truth: Lit) -> Result<(), Refused> {
    let Element {
        array,
        offset,
        index,
        value,
    } = constraint;
    let mut holders: BTreeMap<i64, Vec<Lit>> = encoder
        .values(value.index())
        .into_iter()
        .map(|value| (value, Vec::new()))
        .collect();
    for position in encoder.values(index.index()) {
        let chosen = encoder.is(index.index(), position);
        let entry = usize::try_from(position - i64::from(*offset))
            .ok()
            .and_then(|at| array.get(at));
        let Some(entry) = entry else {
            encoder.clause([-chosen, -truth]);
            continue;
        };
        encoder.reserve(0)?;
        let same = encoder.equal(entry.index(), value.index())?;
        encoder.clause([-chosen, -truth, same]);
        encoder.clause([-chosen, truth, -same]);
        let values = encoder.values(entry.index());
        encoder.step(4 * values.len())?;
        for held in values {
            if let Some(list) = holders.get_mut(&held) {
                list.push(chosen);
            }
        }
    }
    if truth == TRUE {
        // A value that no entry can hold any more is gone.
        for (held, list) in holders {
            let literal = encoder.is(value.index(), held);
            encoder.clause(list.into_iter().chain([-literal]));
        }
    }
    Ok(())
}
